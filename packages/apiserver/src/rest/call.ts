import type { FaultDecision } from '../faults/fault-rules.ts'
import type { Route } from '../http/route.ts'

/** A parsed request. */
export interface Call {
  /** The request. If protobuf is wanted, it accepts JSON instead, and the JSON answer is converted. */
  readonly request: Request
  /** Whether whole objects are sent as protobuf. */
  readonly sendsProtobuf: boolean
  readonly method: string
  readonly query: URLSearchParams
  readonly signal: AbortSignal
  readonly fault: FaultDecision['action']
}

/** The route of a path that names a resource. */
export type ResourceRoute = Extract<Route, { type: 'resource' }>
