import type { JsonObject } from '../../api/json-value.ts'
import type { GroupVersionKind } from '../group-version-kind.ts'
import type { Operation } from '../webhook.ts'

/** meta/v1 GroupVersionResource. */
export interface GroupVersionResource {
  readonly group: string
  readonly version: string
  readonly resource: string
}

/** authentication/v1 UserInfo: who sent the request to the apiserver. */
export interface UserInfo {
  readonly username?: string
  readonly uid?: string
  readonly groups?: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

/**
 * admission/v1 AdmissionRequest: what a user wants to do. It is frozen, like all that it contains.
 *
 * Objects are the apiserver's JSON. They need not have `apiVersion` and `kind`.
 */
export interface AdmissionRequest {
  /** Identifies this call, in logs. */
  readonly uid: string
  /** Of `object`. It is the version that the webhook is registered for, not necessarily the one that the user sent. */
  readonly kind?: GroupVersionKind
  readonly resource?: GroupVersionResource
  /** E.g. `status` or `scale`. */
  readonly subResource?: string
  /** What the user sent, before the apiserver converted it for the webhook. */
  readonly requestKind?: GroupVersionKind
  readonly requestResource?: GroupVersionResource
  readonly requestSubResource?: string
  /** Empty or undefined if the server shall generate the name. */
  readonly name?: string
  /** Undefined for cluster-scoped objects. */
  readonly namespace?: string
  readonly operation: Operation
  readonly userInfo?: UserInfo
  /** The object after the operation: of CREATE and UPDATE, and the options of CONNECT. */
  readonly object?: JsonObject
  /** The object before the operation: of UPDATE and DELETE. */
  readonly oldObject?: JsonObject
  /** Whether nothing will be stored. A handler must not have side effects then. */
  readonly dryRun?: boolean
  /** The options of the operation, e.g. a DeleteOptions with its `propagationPolicy`. */
  readonly options?: JsonObject
}
