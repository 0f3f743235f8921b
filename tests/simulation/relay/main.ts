/**
 * Runs a tree of relays with a million readers in virtual time. Leaves do not depend on each other: each process runs the
 * same tree, in which only some leaves have readers, and the processes run one after another.
 *
 *     npm run simulate:relay -- [--seed N] [--readers N] [--shards N] [--shard K] [--jobs N]
 */
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ShardReport } from './shard.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    readers: { type: 'string', default: '1000000' },
    shards: { type: 'string', default: '10' },
    /** Runs only this one, from 0. */
    shard: { type: 'string' },
    jobs: { type: 'string', default: '1' },
  },
})

const MEGABYTE = 1024 * 1024

async function main(): Promise<void> {
  const shards = Number(values.shards)
  const waiting =
    values.shard === undefined ? Array.from({ length: shards }, (_, shard) => shard) : [Number(values.shard)]
  const reports: ShardReport[] = []
  const work = async () => {
    for (let shard = waiting.shift(); shard !== undefined; shard = waiting.shift()) {
      const report = await runShard(shard, shards)
      reports.push(report)
      console.log(JSON.stringify({ shard, ...report }))
    }
  }
  await Promise.all(Array.from({ length: Number(values.jobs) }, work))
  const failures = reports.flatMap(({ tree }) => tree.failure ?? [])
  if (new Set(reports.map(({ tree }) => tree.hash)).size > 1)
    failures.push('the processes did not run the same tree')
  summarize(reports)
  for (const failure of failures) console.error(failure)
  process.exitCode = failures.length > 0 ? 1 : 0
}

function runShard(shard: number, shards: number): Promise<ShardReport> {
  return new Promise((resolve, reject) => {
    const child = fork(
      join(import.meta.dirname, 'shard.ts'),
      [values.seed, values.readers, String(shard), String(shards)],
      // Most objects of an opening watch are short-lived.
      { execArgv: ['--conditions=@kube-informer/source', '--max-semi-space-size=64'] },
    )
    child.on('message', message => resolve(message as ShardReport))
    child.on('exit', code => reject(new Error(`shard ${shard} ended with ${code}, without a report`)))
  })
}

function summarize(reports: readonly ShardReport[]): void {
  const sum = (pick: (report: ShardReport) => number) =>
    reports.reduce((total, report) => total + pick(report), 0)
  const most = (pick: (report: ShardReport) => number) => Math.max(...reports.map(pick))
  const stats = (key: keyof ShardReport['tree']['stats']) => sum(({ tree }) => tree.stats[key])
  console.log(
    [
      `${sum(({ tree }) => tree.readers)} readers, ${stats('deliveries')} events in ${stats('reads')} reads`,
      `watches opened: ${stats('opened')}, refused: ${stats('refused')}, without a connection: ${stats('unreachable')}`,
      `watches ended: ${stats('broken')} by a death, ${stats('overflowed')} slow, ${stats('denied')} without access, ${stats('timedOut')} by timeout`,
      `most opened by a leaf within 1 s: ${most(({ tree }) => tree.peakOpens[0])}, within 10 s: ${most(({ tree }) => tree.peakOpens[1])}`,
      `largest delay: ${most(({ tree }) => tree.stats.mostDelayMs)} ms, largest queue: ${most(({ tree }) => tree.mostQueuedBytes)} bytes`,
      `lists: ${most(({ tree }) => tree.lists.root)} of the apiserver, ${most(({ tree }) => tree.lists.others)} between nodes; reviews: ${sum(({ tree }) => tree.reviews)}`,
      `${Math.round(most(({ tree }) => tree.virtualMs) / 1000)} virtual seconds; ${Math.round(sum(({ cpuMs }) => cpuMs) / 1000)} s of CPU, ${Math.round(sum(({ tookMs }) => tookMs) / 1000)} s; at most ${Math.round(most(({ rss }) => rss) / MEGABYTE)} MB in a process`,
    ].join('\n'),
  )
}

await main()
