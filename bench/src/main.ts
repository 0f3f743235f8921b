// npm run bench -- [case…] [--json] [--runs N] [--smoke] [--by METRIC] [--cold]
import { parseArgs } from 'node:util'
import type { BenchCase } from './bench-case.ts'
import { coldSync } from './cold-sync/case.ts'
import { coldSyncHttp } from './cold-sync/http-case.ts'
import { heapPerDistinctObject, heapPerObject } from './heap-per-object/case.ts'
import { largeStores } from './large-stores/case.ts'
import { type Report, runCase } from './run-case.ts'
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
  workloads,
  informerReaders,
  largeStores,
  snapshotCost,
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    smoke: { type: 'boolean', default: false },
    runs: { type: 'string' },
    by: { type: 'string' },
    // Every process measures its first run, with code that nobody has loaded or compiled yet.
    cold: { type: 'boolean', default: false },
  },
})

function chosen(): readonly BenchCase[] {
  const unknown = positionals.filter(name => !CASES.some(benchCase => benchCase.name === name))
  if (unknown.length > 0) {
    throw new Error(
      `no such case: ${unknown.join(', ')}; there is ${CASES.map(({ name }) => name).join(', ')}`,
    )
  }
  return positionals.length === 0 ? CASES : CASES.filter(({ name }) => positionals.includes(name))
}

const runs = Number(values.runs ?? (values.smoke ? 1 : 7))
if (!Number.isInteger(runs) || runs < 1)
  throw new Error(`--runs wants a whole number from 1, got ${values.runs}`)

/** The case with its ratios of another metric, where it has that: `cpuMs` on a machine that is busy. */
function rankedBy(key: string | undefined, benchCase: BenchCase): BenchCase {
  const metric = benchCase.metrics.find(candidate => candidate.key === key)
  if (!metric) return benchCase
  return { ...benchCase, metrics: [metric, ...benchCase.metrics.filter(other => other !== metric)] }
}

const reports: Report[] = []
const asked = (benchCase: BenchCase): BenchCase => {
  const { setup } = benchCase
  return rankedBy(values.by, values.cold ? { ...benchCase, setup: { ...setup, warmUps: 0 } } : benchCase)
}

for (const benchCase of chosen().map(asked)) {
  const report = await runCase(benchCase, { runs, smoke: values.smoke, log: line => console.error(line) })
  reports.push(report)
  if (!values.json) console.log(formatTable(report, benchCase.description, benchCase.metrics))
}
if (values.json) console.log(JSON.stringify(reports, null, 2))
