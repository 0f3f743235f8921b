// npm run bench -- [case…] [--short] [--all] [--json] [--out FILE] [--runs N] [--smoke] [--by METRIC] [--cold]
// npm run bench -- --peers [--slow] [case…]: compares published peers with kube-informer in the cases of docs/peers.md.
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { comparePeers } from './peers/compare-peers.ts'
import { type FoundCase, findCases } from './runner/find-cases.ts'
import type { Report } from './runner/report.ts'
import { runCases } from './runner/run-case.ts'
import { formatTable } from './runner/table.ts'

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

async function selectedCases(): Promise<readonly FoundCase[]> {
  const cases = await findCases()
  const unknown = positionals.filter(name => !cases.some(benchCase => benchCase.name === name))
  if (unknown.length > 0) {
    throw new Error(
      `unknown case: ${unknown.join(', ')}; the cases are ${cases.map(({ name }) => name).join(', ')}`,
    )
  }
  if (positionals.length > 0) return cases.filter(({ name }) => positionals.includes(name))
  return isShort ? cases.filter(({ extra }) => !extra) : cases
}

const runs = Number(values.runs ?? (values.smoke ? 1 : isShort ? SHORT_RUNS : 7))
if (!Number.isInteger(runs) || runs < 1)
  throw new Error(`--runs requires a positive integer, got ${values.runs}`)

/** The case with ratios of another metric, if it has that metric: `cpuMs` suits a busy machine. */
function rankedBy(key: string | undefined, benchCase: FoundCase): FoundCase {
  const metric = benchCase.metrics.find(candidate => candidate.key === key)
  if (!metric) return benchCase
  return { ...benchCase, metrics: [metric, ...benchCase.metrics.filter(other => other !== metric)] }
}

const withOptions = (benchCase: FoundCase): FoundCase => {
  const { setup } = benchCase
  return rankedBy(values.by, values.cold ? { ...benchCase, setup: { ...setup, warmUps: 0 } } : benchCase)
}

function print(report: Report, { description, metrics }: FoundCase): void {
  if (!values.json) console.log(formatTable(report, description, metrics))
}

async function measure(): Promise<readonly Report[]> {
  const options = { runs, smoke: values.smoke, full: !isShort, log: (line: string) => console.error(line) }
  const cases = (await selectedCases()).map(withOptions)
  const reports: Report[] = []
  // In the long form each case runs on its own: its rounds are long enough, and results are printed early.
  const left = (isShort ? [cases] : cases.map(benchCase => [benchCase])).values()

  const runLeft = async (): Promise<void> => {
    for (const together of left) {
      const started = performance.now()
      const done = await runCases(together, options)
      const seconds = Math.round((performance.now() - started) / 1000)
      console.error(`${together.map(({ name }) => name).join(', ')}: ${seconds} s`)
      for (const [i, report] of done.entries()) print(report, together[i] as FoundCase)
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
