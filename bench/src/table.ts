import type { Metric, Setup } from './bench-case.ts'
import type { Report, Result } from './report.ts'

/** A report for the screen. */
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
  const job = inWords(description, report.setup)
  const origin = `${report.runs} runs each, interleaved, medians; Node ${report.node}`
  return ['', `${report.case}: ${job}`, origin, '', head, '-'.repeat(head.length), ...body].join('\n')
}

/** A description names parameters of its case in braces, since a short run has others than a full one. */
const inWords = (description: string, setup: Setup): string =>
  description.replace(/\{(\w+)\}/g, (_, name: string) => Number(setup[name]).toLocaleString('en'))

const times = (ratio = Number.NaN): string => (Number.isNaN(ratio) ? '' : `${ratio.toFixed(2)}x`)

function cells(result: Result, { key, digits = 0 }: Metric): [string, string] {
  const summary = result.metrics[key]
  if (!summary) return ['', '']
  return [summary.median.toFixed(digits), percent(summary.spread)]
}

/** A share in per cent; empty where there is none. */
export const percent = (share: number): string => (Number.isNaN(share) ? '' : `${(share * 100).toFixed(0)} %`)

/** Pads the columns: names to the left, numbers to the right. */
export function align(rows: readonly (readonly string[])[]): string[] {
  const width = (column: number) => Math.max(...rows.map(row => row[column]?.length ?? 0))
  return rows.map(row =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(width(i)) : cell.padStart(width(i) + 2))).join(''),
  )
}
