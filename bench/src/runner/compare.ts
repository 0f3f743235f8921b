/**
 * Compares reports of the same cases: `npm run bench:compare -- first.json second.json third.json`, each written by
 * `npm run bench -- --out FILE`. A ratio is reproduced if the reports are within 10 % of their median, or within their own
 * printed spread where that is larger. Fails if a ratio is not reproduced.
 *
 * `npm run bench:compare -- --chart report.json docs/performance.svg` draws a report instead.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { compareReports, isReproduced } from './compare-reports.ts'
import { drawChart } from './draw-chart.ts'
import type { Report } from './report.ts'
import { median } from './statistics.ts'
import { align, percent } from './table.ts'

const read = (file: string): readonly Report[] => JSON.parse(readFileSync(file, 'utf8')) as readonly Report[]

/** Prints the ratios of reports side by side. @returns whether all are reproduced */
function printComparison(files: readonly (readonly Report[])[]): boolean {
  const cases = files[0]?.map(report => report.case) ?? []
  const comparisons = cases.flatMap(name =>
    compareReports(files.flatMap(reports => reports.filter(report => report.case === name))),
  )
  const rows = comparisons.map(comparison => [
    comparison.name,
    ...comparison.ratios.map(ratio => `${ratio.toFixed(2)}x`),
    percent(comparison.apart),
    percent(comparison.printed),
    isReproduced(comparison) ? '' : 'NOT REPRODUCED',
  ])
  console.log(
    align([['', ...files.map((_, i) => `report ${i + 1}`), 'apart ±', 'printed ±', ''], ...rows]).join('\n'),
  )
  const missed = comparisons.filter(comparison => !isReproduced(comparison)).length
  console.log(
    `\n${comparisons.length - missed} of ${comparisons.length} ratios are reproduced; median distance ` +
      percent(median(comparisons.map(({ apart }) => apart))),
  )
  return missed === 0
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { chart: { type: 'string' } } })
if (values.chart !== undefined) {
  const [target] = positionals
  if (target === undefined) throw new Error('npm run bench:compare -- --chart report.json chart.svg')
  writeFileSync(target, drawChart(read(values.chart)))
} else if (!printComparison(positionals.map(read))) {
  process.exitCode = 1
}
