import type {
  ApplyConfiguration,
  Deletion,
  KubernetesObject,
  ObjectName,
  PatchOptions,
  ResourceDefinition,
  Scale,
} from '@kube-informer/core'
import type { MutationOf, MutationResponse, ResourceName, RowOf, SubresourceOf } from '@kube-informer/worker'
import type { ConnectionOf } from '../context/connection-of.ts'
import type { ApplyPreview } from './apply-preview.ts'
import type { FieldConflict } from './field-conflicts.ts'
import type { MutationResult } from './mutation-store.ts'

/** The verbs of `connection.mutate`. */
export type MutationVerb = 'create' | 'replace' | 'patch' | 'apply' | 'delete'

/** The resource of a mutation hook and its connection. */
export interface MutationTargetOptions<TDefinitions, TResource> {
  /** @default the provider's resource, or the definition's if it has exactly one */
  readonly resource?: TResource | undefined
  /** Writes to another cluster. @default the provider's connection */
  readonly connection?: ConnectionOf<TDefinitions> | undefined
}

/** Accepts resources that have the subresource, and those whose definitions do not name any. */
export interface HasSubresource<TDefinitions, TResource, TName extends string> {
  readonly resource?:
    | (TName extends SubresourceOf<TDefinitions, TResource>
        ? TResource
        : TResource & WithoutSubresource<TName>)
    | undefined
}

/** In the compiler's message: why the resource is not accepted. */
export interface WithoutSubresource<TName> {
  readonly __missingSubresource: TName
}

/** What rows show until the server has responded. */
export interface OptimisticOption<TVariables> {
  /**
   * A merge patch of the object, or a function that returns one; false for no change.
   * @default the effect of the write itself
   */
  readonly optimistic?: unknown | ((variables: TVariables) => unknown)
}

/** A write that the hook builds from its verb and the variables. */
export interface VerbOptions<TVerb, TVariables> extends OptimisticOption<TVariables> {
  /** The variables are then the members of that write. */
  readonly verb: TVerb
  readonly mutationFn?: undefined
}

/** A write that a function builds from the variables. */
export interface MutationFnOptions<TVariables, TWrite> extends OptimisticOption<TVariables> {
  readonly verb?: undefined
  /** Returns the write of `connection.mutate`, without its resource. An exception is the `error` of the mutation. */
  readonly mutationFn: (variables: TVariables) => TWrite
}

/** The variables of a hook with a verb: the members of the write. Subresources are written with a `mutationFn`. */
export type VerbVariables<T, TVerb> =
  MutationOf<T> extends infer TWrite
    ? TWrite extends { readonly verb: infer V }
      ? TVerb extends V
        ? VariablesOf<TWrite> & Abortable
        : never
      : never
    : never

type VariablesOf<TWrite> = {
  [K in keyof TWrite as Exclude<K, 'verb'>]: K extends 'options'
    ? Omit<NonNullable<TWrite[K]>, 'subresource'> | undefined
    : TWrite[K]
}

export interface Abortable {
  /** Aborts the mutation. A write that was sent may have happened: the host reads the object and shows it. */
  readonly signal?: AbortSignal | undefined
}

/** Variables of {@link MutationHooks.useScale}. */
export interface ScaleVariables extends Abortable {
  readonly object: ObjectName
  readonly replicas: number
  readonly options?: Omit<PatchOptions, 'signal' | 'type' | 'subresource'> | undefined
}

/** Variables of {@link MutationHooks.useApply}. */
export interface ApplyVariables<T> extends Abortable {
  /** The fields to apply. */
  readonly object: ApplyConfiguration<T> & KubernetesObject
  /** Takes over the fields of other managers. @default false: they are `conflicts` */
  readonly force?: boolean | undefined
}

/** The result of {@link MutationHooks.useApply}. */
export interface ApplyResult<T> extends MutationResult<T, ApplyVariables<T>> {
  /** The fields that made the server reject the last apply, with their owners. */
  readonly conflicts: readonly FieldConflict[]
  /** A dry run of the same apply: what would change, and who owns it. It changes nothing. */
  readonly preview: MutationResult<ApplyPreview<T>, ApplyVariables<T>>
}

/** The mutation hooks of a definition. Each returns the state of the last mutation that it started. */
export interface MutationHooks<TDefinitions, TDefault> {
  /**
   * Writes an object and shows the change at once, as `connection.mutate` does. The variables are the members of the verb,
   * or what `mutationFn` makes a write of.
   *
   * @example
   * const label = useMutate({ resource: 'pods', verb: 'patch' })
   * label.mutate({ object: pod, patch: { metadata: { labels: { canary: 'true' } } } })
   * @example
   * const pause = useMutate({
   *   resource: 'deployments',
   *   mutationFn: (paused: boolean) => ({ verb: 'patch', object: 'default/web', patch: { spec: { paused } } }),
   * })
   * pause.mutate(true)
   */
  useMutate<
    const TWrite extends MutationOf<RowOf<TDefinitions, TResource>>,
    TVariables = void,
    TResource extends ResourceName<TDefinitions> | ResourceDefinition | TDefault = TDefault,
  >(
    options: MutationTargetOptions<TDefinitions, TResource> & MutationFnOptions<TVariables, TWrite>,
  ): MutationResult<MutationResponse<RowOf<TDefinitions, TResource>, TWrite>, TVariables>
  useMutate<
    TVerb extends MutationVerb,
    TResource extends ResourceName<TDefinitions> | ResourceDefinition | TDefault = TDefault,
  >(
    options: MutationTargetOptions<TDefinitions, TResource> &
      VerbOptions<TVerb, VerbVariables<RowOf<TDefinitions, TResource>, TVerb>>,
  ): MutationResult<
    MutationResponse<RowOf<TDefinitions, TResource>, { readonly verb: TVerb }>,
    VerbVariables<RowOf<TDefinitions, TResource>, TVerb>
  >

  /**
   * Sets the number of replicas through the scale subresource.
   *
   * @example
   * const scale = useScale({ resource: 'deployments' })
   * return <button onClick={() => scale.mutate({ object: deployment, replicas: 3 })}>Scale</button>
   */
  useScale<TResource extends ResourceName<TDefinitions> | ResourceDefinition | TDefault = TDefault>(
    options?: MutationTargetOptions<TDefinitions, TResource> &
      OptimisticOption<ScaleVariables> &
      HasSubresource<TDefinitions, TResource, 'scale'>,
  ): MutationResult<Scale, ScaleVariables>

  /**
   * Deletes an object. Its row leaves at once; with finalizers or a grace period, it shows a `deletionTimestamp`.
   *
   * @example
   * const remove = useDelete({ resource: 'pods' })
   * remove.mutate({ object: pod, options: { gracePeriodSeconds: 0 } })
   */
  useDelete<TResource extends ResourceName<TDefinitions> | ResourceDefinition | TDefault = TDefault>(
    options?: MutationTargetOptions<TDefinitions, TResource> &
      OptimisticOption<VerbVariables<RowOf<TDefinitions, TResource>, 'delete'>>,
  ): MutationResult<
    Deletion<RowOf<TDefinitions, TResource>>,
    VerbVariables<RowOf<TDefinitions, TResource>, 'delete'>
  >

  /**
   * Server-side apply. Fields that other managers own are `conflicts`, and `preview` shows what an apply would change.
   *
   * @example
   * const apply = useApply({ resource: 'deployments', fieldManager: 'dashboard' })
   * apply.mutate({ object })
   * if (apply.conflicts.length > 0) apply.mutate({ object, force: true })
   */
  useApply<TResource extends ResourceName<TDefinitions> | ResourceDefinition | TDefault = TDefault>(
    options?: MutationTargetOptions<TDefinitions, TResource> &
      OptimisticOption<ApplyVariables<RowOf<TDefinitions, TResource>>> & {
        /** The owner of the applied fields. @default the connection's */
        readonly fieldManager?: string | undefined
      },
  ): ApplyResult<RowOf<TDefinitions, TResource>>
}
