import type { Random } from '@kube-informer/core'
import { hex, integer, pick } from '../object/random.ts'
import { stackTrace } from './traces.ts'

/** A request that a server answered. */
export interface Exchange {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly durationMs: number
  readonly bytes: number
  readonly requestId: string
}

const ROUTES: readonly (readonly [method: string, path: string])[] = [
  ['GET', '/api/v1/orders/'],
  ['GET', '/api/v1/products/'],
  ['GET', '/api/v1/users/'],
  ['POST', '/api/v1/carts/'],
  ['PUT', '/api/v1/carts/'],
  ['DELETE', '/api/v1/sessions/'],
]

/** A random request; most succeed within some ms. */
export function exchange(random: Random): Exchange {
  const [method, base] = pick(random, ROUTES)
  const luck = random()
  const status = luck < 0.012 ? 500 : luck < 0.02 ? 503 : luck < 0.07 ? 404 : method === 'POST' ? 201 : 200
  const slow = status === 503 ? 3000 : random() < 0.04 ? 800 : 0
  return {
    method,
    path: base + (1000 + integer(random, 90_000)),
    status,
    durationMs: Math.round((slow + 1 + random() ** 3 * 180) * 10) / 10,
    bytes: 120 + integer(random, 16_000),
    requestId: hex(random, 16),
  }
}

const levelOf = (status: number): 'info' | 'warn' | 'error' =>
  status >= 500 ? 'error' : status >= 400 ? 'warn' : 'info'

/** A server's log in text, with stack traces of its errors. */
export function httpLines(random: Random, at: string): readonly string[] {
  const { method, path, status, durationMs, bytes, requestId } = exchange(random)
  const level = levelOf(status).toUpperCase().padEnd(5)
  const line = `${at} ${level} ${method} ${path} status=${status} duration=${durationMs}ms bytes=${bytes} request_id=${requestId}`
  return status === 500 ? [line, ...stackTrace(random)] : [line]
}

/** A server's log in JSON. A stack is a member, as structured loggers write it. */
export function jsonHttpLines(random: Random, at: string): readonly string[] {
  const { durationMs, status, ...request } = exchange(random)
  const [error, ...stack] = status === 500 ? stackTrace(random) : []
  const record = {
    level: levelOf(status),
    time: at,
    msg: 'request handled',
    status,
    durationMs,
    ...request,
    ...(error === undefined ? {} : { error, stack: stack.join('\n') }),
  }
  return [JSON.stringify(record)]
}
