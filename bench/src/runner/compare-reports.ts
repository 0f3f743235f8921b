import type { Report, Result } from './report.ts'
import { range } from './statistics.ts'

const TOLERANCE = 0.1

/** The ratios of one contender in several reports. */
export interface Comparison {
  readonly name: string
  readonly ratios: readonly number[]
  /** Half the range of the ratios of all reports, as a share of their median. */
  readonly apart: number
  /** The largest spread that a single report prints. */
  readonly printed: number
}

/** Compares reports of one case. A contender is left out if one of them has no ratio of it: it is missing, or its floor is 0. */
export function compareReports(reports: readonly Report[]): readonly Comparison[] {
  const [first] = reports
  return (first?.results ?? []).flatMap(({ contender, floor }) => {
    const same = reports.flatMap(({ results }) => results.filter(result => result.contender === contender))
    if (floor || !same.every(hasRatio)) return []
    const ratios = same.map(({ ratio }) => ratio)
    const printed = Math.max(...same.map(({ ratioRange }) => ratioRange))
    return [{ name: `${first?.case}: ${contender}`, ratios, apart: range(ratios), printed }]
  })
}

/** JSON has no NaN: a file has `null` instead. */
const hasRatio = ({ ratio, missing }: Result): boolean => missing === undefined && Number.isFinite(ratio)

/** Whether the reports are within 10 % of their median, or within their own printed spread where that is larger. */
export const isReproduced = ({ apart, printed }: Comparison): boolean => apart <= Math.max(TOLERANCE, printed)
