import type { Random } from '@kube-informer/core'
import { integer } from '../object/random.ts'
import { exchange } from './http-lines.ts'

/** The access log of a proxy. */
export function proxyLines(random: Random, at: string): readonly string[] {
  const { method, path, status, durationMs, bytes, requestId } = exchange(random)
  const flags = status === 503 ? 'UF,URX' : '-'
  const upstream = `127.0.0.1:${30_000 + integer(random, 20_000)}`
  return [
    `[${at}] "${method} ${path} HTTP/1.1" ${status} ${flags} 0 ${bytes} ${Math.round(durationMs)} "${requestId}" inbound|8080|| ${upstream}`,
  ]
}
