import type { Identity } from './identity.ts'

/** The verbs that a relay serves itself. */
export type ReadVerb = 'get' | 'list' | 'watch'

/** What a reader requests (authorization.k8s.io/v1 ResourceAttributes, or NonResourceAttributes if `path` is present). */
export interface AccessAttributes {
  readonly verb: ReadVerb
  readonly group: string
  readonly version: string
  /** Plural; "" for a path. */
  readonly resource: string
  /** "" for all namespaces, and for cluster-scoped resources. */
  readonly namespace: string
  /** The name in the path, or the one that the field selector requires; "" for all. */
  readonly name: string
  readonly labelSelector: string
  readonly fieldSelector: string
  /** `/metrics`; absent for a resource. */
  readonly path?: string | undefined
}

/** Whether a reader may make a request. */
export interface AccessDecision {
  readonly allowed: boolean
  /** Why, for the message of a 403. */
  readonly reason?: string | undefined
  /**
   * Until when this decision holds, in milliseconds since 1970. The access of a running watch is checked again then.
   *
   * @default `recheckMs` of the relay after the decision
   */
  readonly checkedUntil?: number | undefined
}

/** Decides whether a reader may make a request. A rejected promise is a 503, and never an allowance. */
export interface Authorize {
  (identity: Identity, attributes: AccessAttributes, signal: AbortSignal): Promise<AccessDecision>
  /** Runs with the relay until the signal aborts. Calls back when earlier decisions may no longer hold. */
  run?(signal: AbortSignal, onChange: () => void, onError?: (error: unknown) => void): Promise<void>
}
