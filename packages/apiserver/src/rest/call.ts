import type { FaultDecision } from '../faults/fault-rules.ts'
import type { Route } from '../http/route.ts'

/** A request, read once. */
export interface Call {
  readonly request: Request
  readonly method: string
  readonly query: URLSearchParams
  readonly signal: AbortSignal
  readonly fault: FaultDecision['action']
}

/** A path that names a resource. */
export type ResourceRoute = Extract<Route, { type: 'resource' }>
