import type { SliceGroup } from '@kube-informer/worker'

/** The rows with one value. */
export interface Section {
  readonly value: string
  readonly count: number
  readonly isCollapsed: boolean
  /** The position of its heading among all lines. */
  readonly line: number
  /** The position of its first row in the sorted result, which has no rows of collapsed sections. */
  readonly offset: number
}

/** The lines of a table: rows, and headings of sections between them. */
export interface Lines {
  readonly sections: readonly Section[]
  readonly count: number
}

/** What a line shows: a heading, or the row at a position of the sorted result. */
export type Line = { readonly section: Section } | { readonly row: number }

/** The lines of rows without sections. */
export const plainLines = (total: number): Lines => ({ sections: [], count: total })

/**
 * The lines of rows that are sorted by the values of an index. No row is read for it: the host counts each value, and the
 * rows without one come last.
 *
 * @param total the number of rows, also of collapsed sections
 */
export function sectionLines(
  groups: readonly SliceGroup[],
  total: number,
  collapsed: ReadonlySet<string>,
): Lines {
  const sections: Section[] = []
  let line = 0
  let offset = 0
  const add = (value: string, count: number): void => {
    const isCollapsed = collapsed.has(value)
    sections.push({ value, count, isCollapsed, line, offset })
    line += 1 + (isCollapsed ? 0 : count)
    offset += isCollapsed ? 0 : count
  }
  const valued = groups.filter(({ value }) => value !== '')
  for (const { value, count } of valued) add(value, count)
  const rest = total - valued.reduce((sum, { count }) => sum + count, 0)
  if (rest > 0) add('', rest)
  return { sections, count: line }
}

/** What the line at a position shows. */
export function lineAt({ sections }: Lines, line: number): Line {
  const section = sections.findLast(each => each.line <= line)
  if (section === undefined) return { row: line }
  return section.line === line ? { section } : { row: section.offset + line - section.line - 1 }
}

/** The line of the row at a position of the sorted result. */
export function lineOf({ sections }: Lines, row: number): number {
  const section = sections.findLast(each => !each.isCollapsed && each.offset <= row)
  return section === undefined ? row : section.line + 1 + row - section.offset
}
