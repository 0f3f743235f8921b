// npm run bench -- [case…] [--short] [--all] [--json] [--out FILE] [--runs N] [--smoke] [--by METRIC] [--cold]
// npm run bench -- --peers [--slow] [case…]: compares published peers with kube-informer in the cases of docs/peers.md.
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import type { BenchCase } from './bench-case.ts'
import { queryBridge } from './bridge/case.ts'
import {
  cacherFanOut,
  cacherIdle,
  cacherList,
  cacherMemory,
  cacherMemoryLarge,
  cacherStart,
  cacherWrites,
} from './cacher/case.ts'
import { reactCommits, reactMainThread } from './chromium/commits-case.ts'
import { workerTransfer } from './chromium/transfer-case.ts'
import { codegen, codegenFirst, codegenTypes } from './codegen/case.ts'
import { coldSync } from './cold-sync/case.ts'
import { coldSyncHttp } from './cold-sync/http-case.ts'
import { consoleFirstRows, consoleFrames } from './console/case.ts'
import { eventToReconcile, firstReconcile } from './controller/case.ts'
import { denseItems } from './dense-items/case.ts'
import { fanOut } from './fan-out/case.ts'
import { heapPerDistinctObject, heapPerObject } from './heap-per-object/case.ts'
import { frames } from './hosts/frames-case.ts'
import { largeWorker } from './hosts/large-case.ts'
import { persistenceCost } from './hosts/persistence-case.ts'
import { warmRestart } from './hosts/restart-case.ts'
import { tenTabsLeader, tenTabsShared } from './hosts/tabs-case.ts'
import { largeStores } from './large-stores/case.ts'
import { namespaceFirstRows } from './namespace/case.ts'
import { comparePeers } from './peers/compare-peers.ts'
import { queryChange } from './query-change/case.ts'
import {
  relayFanOut,
  relaySockets,
  relayWarmList,
  relayWarmStart,
  relayWorkerdFanOut,
  relayWorkerdIdle,
  relayWorkerdSockets,
  relayWorkerdWarmStart,
} from './relay/case.ts'
import { relist } from './relist/case.ts'
import type { Report } from './report.ts'
import { pathIndex, readObjects } from './row-reads/case.ts'
import { runCases } from './run-case.ts'
import { snapshotCost } from './snapshot-cost/case.ts'
import { ssr } from './ssr/case.ts'
import { firstVisit } from './start/case.ts'
import { storeUpdate } from './store-update/case.ts'
import { formatTable } from './table.ts'
import { trimCost } from './trim-cost/case.ts'
import { watchRate, watchRateInMemory } from './watch-rate/case.ts'
import { webhook, webhookFirst } from './webhook/case.ts'
import { where } from './where/case.ts'
import { addAfter, priorityQueue, workQueue } from './work-queue/case.ts'
import { workloads } from './workloads/case.ts'
import { informerReaders } from './workloads/readers-case.ts'

/** All cases. To add one, create a folder beside cold-sync and add a line here. */
const CASES: readonly BenchCase[] = [
  coldSync,
  coldSyncHttp,
  watchRate,
  watchRateInMemory,
  heapPerObject,
  heapPerDistinctObject,
  trimCost,
  denseItems,
  pathIndex,
  readObjects,
  storeUpdate,
  relist,
  fanOut,
  workerTransfer,
  reactCommits,
  reactMainThread,
  ssr,
  queryBridge,
  workloads,
  informerReaders,
  largeStores,
  where,
  queryChange,
  snapshotCost,
  cacherFanOut,
  cacherIdle,
  cacherWrites,
  cacherList,
  relayFanOut,
  relaySockets,
  relayWorkerdFanOut,
  relayWorkerdIdle,
  relayWorkerdSockets,
  relayWorkerdWarmStart,
  cacherMemory,
  cacherMemoryLarge,
  relayWarmList,
  relayWarmStart,
  cacherStart,
  warmRestart,
  frames,
  tenTabsShared,
  tenTabsLeader,
  persistenceCost,
  largeWorker,
  firstVisit,
  consoleFirstRows,
  consoleFrames,
  namespaceFirstRows,
  workQueue,
  priorityQueue,
  addAfter,
  firstReconcile,
  eventToReconcile,
  webhook,
  webhookFirst,
  codegen,
  codegenFirst,
  codegenTypes,
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    smoke: { type: 'boolean', default: false },
    // Runs the named cases in the short form, which is the default without names.
    short: { type: 'boolean', default: false },
    // Runs every case and every contender, including those excluded from the short form.
    all: { type: 'boolean', default: false },
    out: { type: 'string' },
    runs: { type: 'string' },
    by: { type: 'string' },
    // Each process measures its first run, which includes loading and compiling the code.
    cold: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: false },
    // With --peers: includes the cases that take minutes.
    slow: { type: 'boolean', default: false },
  },
})

/** The short form runs one case of each kind in less than five minutes. A smoke run runs everything, with small sizes. */
const isShort = values.short || (positionals.length === 0 && !values.all && !values.smoke)
const SHORT_RUNS = 3

function selectedCases(): readonly BenchCase[] {
  const unknown = positionals.filter(name => !CASES.some(benchCase => benchCase.name === name))
  if (unknown.length > 0) {
    throw new Error(
      `unknown case: ${unknown.join(', ')}; the cases are ${CASES.map(({ name }) => name).join(', ')}`,
    )
  }
  if (positionals.length > 0) return CASES.filter(({ name }) => positionals.includes(name))
  return isShort ? CASES.filter(({ extra }) => !extra) : CASES
}

const runs = Number(values.runs ?? (values.smoke ? 1 : isShort ? SHORT_RUNS : 7))
if (!Number.isInteger(runs) || runs < 1)
  throw new Error(`--runs requires a positive integer, got ${values.runs}`)

/** The case with ratios of another metric, if it has that metric: `cpuMs` suits a busy machine. */
function rankedBy(key: string | undefined, benchCase: BenchCase): BenchCase {
  const metric = benchCase.metrics.find(candidate => candidate.key === key)
  if (!metric) return benchCase
  return { ...benchCase, metrics: [metric, ...benchCase.metrics.filter(other => other !== metric)] }
}

const withOptions = (benchCase: BenchCase): BenchCase => {
  const { setup } = benchCase
  return rankedBy(values.by, values.cold ? { ...benchCase, setup: { ...setup, warmUps: 0 } } : benchCase)
}

function print(report: Report, { description, metrics }: BenchCase): void {
  if (!values.json) console.log(formatTable(report, description, metrics))
}

async function measure(): Promise<readonly Report[]> {
  const options = { runs, smoke: values.smoke, full: !isShort, log: (line: string) => console.error(line) }
  const cases = selectedCases().map(withOptions)
  const reports: Report[] = []
  // In the long form each case runs on its own: its rounds are long enough, and results are printed early.
  const left = (isShort ? [cases] : cases.map(benchCase => [benchCase])).values()

  const runLeft = async (): Promise<void> => {
    for (const together of left) {
      const started = performance.now()
      const done = await runCases(together, options)
      const seconds = Math.round((performance.now() - started) / 1000)
      console.error(`${together.map(({ name }) => name).join(', ')}: ${seconds} s`)
      for (const [i, report] of done.entries()) print(report, together[i] as BenchCase)
      reports.push(...done)
    }
  }

  // A smoke run measures nothing, so its cases may disturb one another.
  const atOnce = values.smoke ? availableParallelism() : 1
  await Promise.all(Array.from({ length: atOnce }, runLeft))
  return reports
}

if (values.peers) {
  await comparePeers(positionals, values.slow)
} else {
  const reports = await measure()
  if (values.json) console.log(JSON.stringify(reports, null, 2))
  if (values.out) writeFileSync(values.out, `${JSON.stringify(reports, null, 2)}\n`)
}
