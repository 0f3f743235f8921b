import type { Metric, Setup } from './bench-case.ts'
import type { Report, Result } from './report.ts'

/** Formats a report as a table. */
export function formatTable(report: Report, description: string, metrics: readonly Metric[]): string {
  const hasPeer = report.results.some(({ ratioToPeer }) => ratioToPeer !== undefined)
  const rows = [
    ['', ...metrics.flatMap(({ unit }) => [unit, '±']), 'ratio', '±', ...(hasPeer ? ['to peer'] : [])],
    ...report.results.map(result => [
      result.missing === undefined ? result.contender : `${result.contender}: ${result.missing}`,
      ...metrics.flatMap(metric => cells(result, metric)),
      ...(result.floor ? ['floor', ''] : [times(result.ratio), percent(result.ratioRange)]),
      ...(hasPeer ? [times(result.ratioToPeer)] : []),
    ]),
  ]
  const [head = '', ...body] = align(rows)
  const task = describe(description, report.setup)
  const origin = `${report.runs} runs each, interleaved, medians; Node ${report.node}`
  return ['', `${report.case}: ${task}`, origin, '', head, '-'.repeat(head.length), ...body].join('\n')
}

/** Replaces the parameters in braces by their values, which differ between the short and the full form. */
const describe = (description: string, setup: Setup): string =>
  description.replace(/\{(\w+)\}/g, (_, name: string) => Number(setup[name]).toLocaleString('en'))

const times = (ratio = Number.NaN): string => (Number.isNaN(ratio) ? '' : `${ratio.toFixed(2)}x`)

function cells(result: Result, { key, digits = 0 }: Metric): [string, string] {
  const summary = result.metrics[key]
  if (!summary) return ['', '']
  return [summary.median.toFixed(digits), percent(summary.spread)]
}

/** Formats a share in per cent; empty for NaN. */
export const percent = (share: number): string => (Number.isNaN(share) ? '' : `${(share * 100).toFixed(0)} %`)

/** Pads the columns: names are left-aligned, numbers right-aligned. */
export function align(rows: readonly (readonly string[])[]): string[] {
  const width = (column: number) => Math.max(...rows.map(row => row[column]?.length ?? 0))
  return rows.map(row =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(width(i)) : cell.padStart(width(i) + 2))).join(''),
  )
}
