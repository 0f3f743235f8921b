// npm run bench -- [case…] [--short] [--all] [--json] [--out FILE] [--runs N] [--smoke] [--by METRIC] [--cold]
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { BenchCase } from './bench-case.ts'
import { cacherFanOut, cacherIdle, cacherList, cacherWrites } from './cacher/case.ts'
import { reactCommits } from './chromium/commits-case.ts'
import { workerTransfer } from './chromium/transfer-case.ts'
import { coldSync } from './cold-sync/case.ts'
import { coldSyncHttp } from './cold-sync/http-case.ts'
import { fanOut } from './fan-out/case.ts'
import { heapPerDistinctObject, heapPerObject } from './heap-per-object/case.ts'
import { frames } from './hosts/frames-case.ts'
import { largeWorker } from './hosts/large-case.ts'
import { persistenceCost } from './hosts/persistence-case.ts'
import { warmRestart } from './hosts/restart-case.ts'
import { tenTabsLeader, tenTabsShared } from './hosts/tabs-case.ts'
import { largeStores } from './large-stores/case.ts'
import { relist } from './relist/case.ts'
import type { Report } from './report.ts'
import { runCases } from './run-case.ts'
import { snapshotCost } from './snapshot-cost/case.ts'
import { storeUpdate } from './store-update/case.ts'
import { formatTable } from './table.ts'
import { trimCost } from './trim-cost/case.ts'
import { watchRate, watchRateInMemory } from './watch-rate/case.ts'
import { workloads } from './workloads/case.ts'
import { informerReaders } from './workloads/readers-case.ts'

/** Every case; a new one is a folder beside cold-sync and a line here. */
const CASES: readonly BenchCase[] = [
  coldSync,
  coldSyncHttp,
  watchRate,
  watchRateInMemory,
  heapPerObject,
  heapPerDistinctObject,
  trimCost,
  storeUpdate,
  relist,
  fanOut,
  workerTransfer,
  reactCommits,
  workloads,
  informerReaders,
  largeStores,
  snapshotCost,
  cacherFanOut,
  cacherIdle,
  cacherWrites,
  cacherList,
  warmRestart,
  frames,
  tenTabsShared,
  tenTabsLeader,
  persistenceCost,
  largeWorker,
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    smoke: { type: 'boolean', default: false },
    // Named cases as the short form runs them, which without names it is.
    short: { type: 'boolean', default: false },
    // Also what is no part of the short form: every case, every contender.
    all: { type: 'boolean', default: false },
    out: { type: 'string' },
    runs: { type: 'string' },
    by: { type: 'string' },
    // Every process measures its first run, with code that nobody has loaded or compiled yet.
    cold: { type: 'boolean', default: false },
  },
})

/** The short form: of each kind of figure one case, in less than five minutes. A smoke test runs everything, hardly. */
const isShort = values.short || (positionals.length === 0 && !values.all && !values.smoke)
const SHORT_RUNS = 3

function chosen(): readonly BenchCase[] {
  const unknown = positionals.filter(name => !CASES.some(benchCase => benchCase.name === name))
  if (unknown.length > 0) {
    throw new Error(
      `no such case: ${unknown.join(', ')}; there is ${CASES.map(({ name }) => name).join(', ')}`,
    )
  }
  if (positionals.length > 0) return CASES.filter(({ name }) => positionals.includes(name))
  return isShort ? CASES.filter(({ extra }) => !extra) : CASES
}

const runs = Number(values.runs ?? (values.smoke ? 1 : isShort ? SHORT_RUNS : 7))
if (!Number.isInteger(runs) || runs < 1)
  throw new Error(`--runs wants a whole number from 1, got ${values.runs}`)

/** The case with its ratios of another metric, where it has that: `cpuMs` on a machine that is busy. */
function rankedBy(key: string | undefined, benchCase: BenchCase): BenchCase {
  const metric = benchCase.metrics.find(candidate => candidate.key === key)
  if (!metric) return benchCase
  return { ...benchCase, metrics: [metric, ...benchCase.metrics.filter(other => other !== metric)] }
}

const asked = (benchCase: BenchCase): BenchCase => {
  const { setup } = benchCase
  return rankedBy(values.by, values.cold ? { ...benchCase, setup: { ...setup, warmUps: 0 } } : benchCase)
}

function print(report: Report, { description, metrics }: BenchCase): void {
  if (!values.json) console.log(formatTable(report, description, metrics))
}

const options = { runs, smoke: values.smoke, full: !isShort, log: (line: string) => console.error(line) }
const cases = chosen().map(asked)
const reports: Report[] = []
// The rounds of a long run lie far apart anyway, and whoever waits for it wants to see something.
for (const together of isShort ? [cases] : cases.map(benchCase => [benchCase])) {
  const done = await runCases(together, options)
  for (const [i, report] of done.entries()) print(report, together[i] as BenchCase)
  reports.push(...done)
}
if (values.json) console.log(JSON.stringify(reports, null, 2))
if (values.out) writeFileSync(values.out, `${JSON.stringify(reports, null, 2)}\n`)
