import type { Random } from '@kube-informer/core'
import { integer, pick } from '../object/random.ts'
import { stackTrace } from './traces.ts'

const QUEUES = ['emails', 'invoices', 'thumbnails', 'search-index', 'webhooks']
const TABLES = ['orders', 'customers', 'payments', 'shipments']

/** A consumer of queues, in logfmt. */
export function workerLines(random: Random, at: string, serial: number): readonly string[] {
  const queue = pick(random, QUEUES)
  const id = 100_000 + serial
  const durationMs = 5 + Math.round(random() ** 2 * 900)
  const luck = random()
  if (luck < 0.02) {
    const [error = '', ...stack] = stackTrace(random)
    const line = `time=${at} level=error msg="task failed" queue=${queue} id=${id} attempt=${1 + integer(random, 4)} err=${JSON.stringify(error)}`
    return [line, ...stack]
  }
  if (luck < 0.06)
    return [`time=${at} level=warn msg="queue is behind" queue=${queue} depth=${500 + integer(random, 4000)}`]
  return [`time=${at} level=info msg="task done" queue=${queue} id=${id} duration=${durationMs}ms`]
}

/** A cache or database. */
export function storeLines(random: Random, at: string, serial: number): readonly string[] {
  const keys = 20_000 + integer(random, 400)
  return pick(random, [
    [`1:M ${at} * ${100 + integer(random, 900)} changes in 60 seconds. Saving...`],
    [`1:C ${at} * DB saved on disk, ${1 + integer(random, 40)} MB`],
    [`1:M ${at} - DB 0: ${keys} keys (${keys >> 1} volatile) in 32768 slots HT.`],
    [`1:M ${at} - ${10 + integer(random, 90)} clients connected, checkpoint ${serial}`],
  ])
}

/** A task that processes rows until it is done. */
export function batchLines(random: Random, at: string, serial: number): readonly string[] {
  const table = TABLES[(serial >> 3) % TABLES.length] ?? 'orders'
  const rows = `${serial * 250} rows`
  if (random() < 0.05)
    return [`${at} WARN  ${table}: skipped a row without a customer, id=${integer(random, 1e6)}`]
  return [`${at} INFO  ${table}: processed ${rows}, batch took ${20 + integer(random, 300)} ms`]
}
