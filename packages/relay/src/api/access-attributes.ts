import type { Identity } from './identity.ts'

/** The verbs that a relay serves itself. */
export type ReadVerb = 'get' | 'list' | 'watch'

/** What a reader requests (authorization.k8s.io/v1 ResourceAttributes). */
export interface AccessAttributes {
  readonly verb: ReadVerb
  readonly group: string
  readonly version: string
  /** Plural. */
  readonly resource: string
  /** "" for all namespaces, and for cluster-scoped resources. */
  readonly namespace: string
  /** "" for all. */
  readonly name: string
  readonly labelSelector: string
  readonly fieldSelector: string
}

/** Whether a reader may make a request. */
export interface AccessDecision {
  readonly allowed: boolean
  /** Why, for the message of a 403. */
  readonly reason?: string | undefined
}

/** Decides whether a reader may make a request. A rejected promise is a 500, and is asked again at the next request. */
export type Authorize = (
  identity: Identity,
  attributes: AccessAttributes,
  signal: AbortSignal,
) => Promise<AccessDecision>
