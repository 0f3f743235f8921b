import type { IndexFunction, KubernetesObject, ResourceDefinition } from '@kube-informer/core'

/**
 * One resource of the shared definition. Functions get the decoded object: each call costs a decode of the
 * row (about 15 us for a 5 KB Pod), so prefer `byPath` for an index and a path for a sort, which read the text.
 */
export interface InformerDefinition<T extends KubernetesObject = KubernetesObject> {
  readonly resource: ResourceDefinition<T>
  /** Indexes besides `namespace`, by name. */
  readonly indexers?: Readonly<Record<string, IndexFunction<T>>>
  /** Orders that a slice may ask for by name. */
  readonly comparators?: Readonly<Record<string, (a: T, b: T) => number>>
  /** Filters that a slice may ask for by name. */
  readonly predicates?: Readonly<Record<string, (object: T) => boolean>>
  /** Paths cut out of the text before anything is parsed. @default ['metadata.managedFields'] */
  readonly trim?: readonly string[]
  /** The reverse: only these paths are kept, with what tells who an object is. @default everything is kept */
  readonly pick?: readonly string[]
}

/** The shared definition of a page and its worker: a module that both import. */
export type InformerDefinitions = Readonly<Record<string, InformerDefinition<never>>>

/**
 * Declares the informers of an application once, for the page and for its worker.
 *
 * @example
 * // informers.ts, imported by both sides
 * export const informers = defineInformers({
 *   pods: { resource: pods, indexers: { node: byPath('spec.nodeName') } },
 * })
 */
export function defineInformers<const TDefinitions extends InformerDefinitions>(
  definitions: TDefinitions,
): TDefinitions {
  return Object.freeze(definitions)
}
