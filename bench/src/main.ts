// npm run bench -- [case…] [--json] [--runs N] [--smoke]
import { parseArgs } from 'node:util'
import type { BenchCase } from './bench-case.ts'
import { coldSync } from './cold-sync/case.ts'
import { largeStores } from './large-stores/case.ts'
import { type Report, runCase } from './run-case.ts'
import { snapshotCost } from './snapshot-cost/case.ts'
import { storeUpdate } from './store-update/case.ts'
import { formatTable } from './table.ts'
import { workloads } from './workloads/case.ts'
import { informerReaders } from './workloads/readers-case.ts'

/** Every case; a new one is a folder beside cold-sync and a line here. */
const CASES: readonly BenchCase[] = [
  coldSync,
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

const reports: Report[] = []
for (const benchCase of chosen()) {
  const report = await runCase(benchCase, { runs, smoke: values.smoke, log: line => console.error(line) })
  reports.push(report)
  if (!values.json) console.log(formatTable(report, benchCase.description, benchCase.metrics))
}
if (values.json) console.log(JSON.stringify(reports, null, 2))
