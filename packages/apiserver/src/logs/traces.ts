import type { Random } from '@kube-informer/core'
import { integer, pick } from '../object/random.ts'

const GO: readonly string[] = [
  'goroutine 1 [running]:',
  'main.(*Server).handle(0xc0001a4000, {0x10a7e40, 0xc00011c3c0})',
  '\t/src/internal/server/handler.go:142 +0x2d4',
  'net/http.HandlerFunc.ServeHTTP(0xc00014e0e0, {0x10a7e40, 0xc00011c3c0})',
  '\t/usr/local/go/src/net/http/server.go:2294 +0x29',
]

const NODE: readonly string[] = [
  '    at Pool.connect (/app/node_modules/pg-pool/index.js:45:11)',
  '    at async OrderRepository.find (/app/dist/orders/repository.js:88:20)',
  '    at async handle (/app/dist/http/router.js:31:17)',
]

const JAVA: readonly string[] = [
  '\tat com.example.orders.OrderService.reserve(OrderService.java:117)',
  '\tat com.example.orders.OrderController.create(OrderController.java:64)',
  '\tat java.base/java.lang.Thread.run(Thread.java:1583)',
  'Caused by: java.net.SocketTimeoutException: Read timed out',
  '\t... 42 more',
]

/** The lines of an error and its stack. */
export function stackTrace(random: Random): readonly string[] {
  const lock = `lock wait timeout exceeded on orders.${1000 + integer(random, 9000)}`
  return pick(random, [
    [`panic recovered: runtime error: index out of range [${2 + integer(random, 9)}] with length 2`, ...GO],
    ['Error: connect ECONNREFUSED 10.96.14.2:5432', ...NODE],
    [`java.lang.IllegalStateException: ${lock}`, ...JAVA],
  ])
}

/** The last lines of a run. */
export function lastLines(random: Random, at: string, exitCode: number): readonly string[] {
  if (exitCode === 0) return [`${at} INFO  finished, exit code 0`]
  if (exitCode === 137)
    return [`${at} WARN  heap usage 98 %, garbage collection took ${800 + integer(random, 900)} ms`]
  if (exitCode === 143) return [`${at} INFO  received SIGTERM, draining connections`]
  const [error = '', ...stack] = stackTrace(random)
  return [`${at} ERROR fatal: ${error}`, ...stack, `exit status ${exitCode}`]
}
