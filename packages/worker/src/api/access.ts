import type { ResourceDefinition } from '@kube-informer/core'
import type { InformerDefinitions, ResourceName } from './definition.ts'
import type { ResourceReference } from './names.ts'

/**
 * A request whose permission is asked.
 *
 * @example
 * { verb: 'delete', resource: 'pods', namespace: 'default' }
 * { verb: 'create', resource: 'pods', namespace: 'default', name: 'web-0', subresource: 'eviction' }
 */
export interface AccessRequest<
  TDefinitions = InformerDefinitions,
  TResource extends ResourceName<TDefinitions> | ResourceDefinition = ResourceReference<TDefinitions>,
> {
  readonly verb: AccessVerb
  /** A name of the shared definition, or any other resource. */
  readonly resource: TResource
  /** @default all namespaces */
  readonly namespace?: string | undefined
  /** @default every object */
  readonly name?: string | undefined
  /** For example `log`, `scale` or `eviction`. @default the resource itself */
  readonly subresource?: string | undefined
}

/**
 * A verb of RBAC: one of a request, or one that the apiserver checks besides it. The client's `replace` needs `update`; `apply` and
 * `scale` need `patch`. Any other verb is a {@link customVerb}.
 */
export type AccessVerb =
  | 'get'
  | 'list'
  | 'watch'
  | 'create'
  | 'update'
  | 'patch'
  | 'delete'
  | 'deletecollection'
  | 'approve'
  | 'attest'
  | 'bind'
  | 'escalate'
  | 'impersonate'
  | 'sign'
  | 'use'
  | '*'
  | CustomVerb

/** What {@link customVerb} returns. */
export type CustomVerb = string & { readonly __customVerb: true }

/**
 * A verb that the apiserver does not know, for example of an authorization webhook. A verb that is misspelt is an error of the
 * compiler this way, and not a button that is always disabled.
 *
 * @example useAccess({ verb: customVerb('promote'), resource: 'deployments' })
 */
export const customVerb = (verb: string): CustomVerb => verb as CustomVerb

/** The server's answer to whether a request is allowed. */
export interface AccessDecision {
  readonly allowed: boolean
  /** Why, as the server says; absent where it gives no reason. */
  readonly reason?: string
  /**
   * Why the answer may be wrong: the server could not evaluate all of its rules, or the review itself failed (it was
   * rejected, or not answered within 10 seconds). `allowed` is then true only if the server said so.
   */
  readonly evaluationError?: string
}

/** The state of an {@link AccessObserver}: frozen, and the same reference until it changes. */
export interface AccessState extends Omit<AccessDecision, 'allowed'> {
  /** Undefined until the server has answered, and after the end of the connection. */
  readonly allowed: boolean | undefined
}

/** The answer about one request as a store, in the shape of React's `useSyncExternalStore`. */
export interface AccessObserver {
  readonly getState: () => AccessState
  /** Calls back after each change, never synchronously. Returns the unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void
}
