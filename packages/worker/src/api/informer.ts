import type { IndexFunction, KubernetesObject, ResourceDefinition } from '@kube-informer/core'
import type { InformerDefinition } from './definition.ts'

/** The functions of an informer by name, whose parameters have the types of its resource. */
interface InformerFunctions<T, TIndexes, TComparators, TPredicates> {
  readonly indexers?: { readonly [Name in keyof TIndexes]: IndexFunction<T> } | undefined
  readonly comparators?: { readonly [Name in keyof TComparators]: (a: T, b: T) => number } | undefined
  readonly predicates?:
    | { readonly [Name in keyof TPredicates]: (object: T, args: TPredicates[Name]) => boolean }
    | undefined
}

/** A predicate as its author wrote it: without `args`, with them, or with optional ones. */
type PredicateFor<T, TArgs> = unknown extends TArgs
  ? (object: T) => boolean
  : undefined extends TArgs
    ? (object: T, args?: Exclude<TArgs, undefined>) => boolean
    : (object: T, args: TArgs) => boolean

/** The definition that {@link informer} returns: it keeps the names of indexes, comparators and predicates. */
export interface NamedInformer<
  T extends KubernetesObject,
  TField extends string,
  TSubresource extends string,
  TIndexes,
  TComparators,
  TPredicates,
> extends Omit<InformerDefinition<T>, 'resource' | 'indexers' | 'comparators' | 'predicates'> {
  readonly resource: ResourceDefinition<T, TField, TSubresource>
  readonly indexers: { readonly [Name in keyof TIndexes]: IndexFunction<T> }
  readonly comparators: { readonly [Name in keyof TComparators]: (a: T, b: T) => number }
  readonly predicates: { readonly [Name in keyof TPredicates]: PredicateFor<T, TPredicates[Name]> }
}

/**
 * Defines the informer of one resource for {@link defineInformers}. Its functions are typed by the resource.
 *
 * @example
 * informer(pods, {
 *   indexers: { app: pod => [pod.metadata?.labels?.app ?? ''] },
 *   predicates: { restarted: (pod, { times }: { times: number }) => restartsOf(pod) >= times },
 * })
 */
export function informer<
  T extends KubernetesObject,
  TField extends string,
  TSubresource extends string,
  TIndexes = Record<never, never>,
  TComparators = Record<never, never>,
  TPredicates = Record<never, never>,
>(
  resource: ResourceDefinition<T, TField, TSubresource>,
  options?: Omit<InformerDefinition<T>, 'resource' | 'indexers' | 'comparators' | 'predicates'> &
    InformerFunctions<T, TIndexes, TComparators, TPredicates>,
): NamedInformer<T, TField, TSubresource, NoInfer<TIndexes>, NoInfer<TComparators>, NoInfer<TPredicates>> {
  return { ...options, resource } as NamedInformer<
    T,
    TField,
    TSubresource,
    TIndexes,
    TComparators,
    TPredicates
  >
}
