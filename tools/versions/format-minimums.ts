import type { StatedMinimum, StatedMinimums } from './package-minimums.ts'
import { TARGETS } from './targets.ts'

/** The content of the committed file: one line for each runtime of an entry, as the formatter wants it. */
export function formatMinimums(minimums: StatedMinimums): string {
  const entries = Object.entries(minimums).map(([name, entry]) => {
    const lines = TARGETS.flatMap(target => {
      const minimum = entry[target]
      return minimum ? [`    "${target}": ${lineOf(minimum)}`] : []
    })
    return `  ${JSON.stringify(name)}: ${lines.length > 0 ? `{\n${lines.join(',\n')}\n  }` : '{}'}`
  })
  return `{\n${entries.join(',\n')}\n}\n`
}

const lineOf = ({ version, by }: StatedMinimum): string =>
  `{ "version": ${JSON.stringify(version)}, "by": ${JSON.stringify(by)} }`
