import type { Metric } from './bench-case.ts'
import type { Report, Result } from './run-case.ts'

/** A report for the screen. */
export function formatTable(report: Report, description: string, metrics: readonly Metric[]): string {
  const rows = [
    ['', ...metrics.flatMap(({ unit }) => [unit, '±']), 'ratio'],
    ...report.results.map(result => [
      result.contender,
      ...metrics.flatMap(metric => cells(result, metric)),
      result.floor ? 'floor' : `${result.ratio.toFixed(2)}x`,
    ]),
  ]
  const [head = '', ...body] = align(rows)
  const origin = `${report.runs} runs each, interleaved, medians; Node ${report.node}`
  return ['', `${report.case}: ${description}`, origin, '', head, '-'.repeat(head.length), ...body].join('\n')
}

function cells(result: Result, { key, digits = 0 }: Metric): [string, string] {
  const summary = result.metrics[key]
  if (!summary) return ['', '']
  return [summary.median.toFixed(digits), `${(summary.spread * 100).toFixed(0)} %`]
}

/** Pads the columns: names to the left, numbers to the right. */
function align(rows: readonly (readonly string[])[]): string[] {
  const width = (column: number) => Math.max(...rows.map(row => row[column]?.length ?? 0))
  return rows.map(row =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(width(i)) : cell.padStart(width(i) + 2))).join(''),
  )
}
