import type { Clock } from '@kube-informer/core'
import { acceptsGzip, gzipped } from '../compress/compressing.ts'
import type { Busy } from '../http/busy.ts'
import { brokenBody } from './broken-body.ts'
import type { ShapeAction } from './fault-action.ts'
import { bodyFaultOf, type FaultDecision } from './fault-rules.ts'
import { shapedBody } from './shaped-body.ts'

export interface FaultyResponseOptions {
  readonly request: Request
  readonly decision: FaultDecision
  readonly isWatch: boolean
  /** Whether the events of a watch are frames of protobuf instead of lines. */
  readonly isProtobuf?: boolean
  /** Whether the body is the log of a container. */
  readonly isLog?: boolean
  readonly clock: Clock
  readonly busy: Busy
}

/** Applies body faults and shapes to a response. */
export function faultyResponse(response: Response, options: FaultyResponseOptions): Response {
  const { decision, isWatch, isProtobuf = false, isLog = false, clock } = options
  const fault = response.ok ? bodyFaultOf(decision) : undefined
  const broken =
    fault && response.body
      ? new Response(brokenBody(response.body, { fault, isWatch, isProtobuf, isLog, clock }), response)
      : response
  return decision.shapes.reduce((shaped, shape) => shapedResponse(shaped, shape, options), broken)
}

function shapedResponse(
  response: Response,
  shape: ShapeAction,
  { request, clock, busy }: FaultyResponseOptions,
): Response {
  if (!response.body || (shape.type === 'gzip' && !acceptsGzip(request))) return response
  const token = {}
  const onHeld = (isHeld: boolean) => busy.set(token, isHeld)
  const body = shapedBody(response.body, shape, { clock, onHeld })
  return shape.type === 'gzip' ? gzipped(response, body) : new Response(body, response)
}
