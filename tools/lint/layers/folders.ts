import { posix } from 'node:path'
import type { Law, Row } from './law.ts'

/** A row of the table, and where it is. */
export interface PlacedRow {
  readonly key: string
  readonly row: Row
}

const PACKAGE = /^packages\/[^/]+/
const TEST_FILE = /\.test(-d)?\.[jt]sx?$/
const TEST_FOLDER = /^packages\/[^/]+\/src\/test\//

/** The folder of a file; `.` for a file of the repository's root. */
export const folderOf = (path: string): string => posix.dirname(path)

/** The package of a file, as `packages/core`. */
export const packageOf = (path: string): string | undefined => PACKAGE.exec(path)?.[0]

/** The folder that the names of a row start from: `packages/core/src`, or a folder of the repository's root. */
export function baseOf(folder: string): string {
  const owner = packageOf(folder)
  if (owner !== undefined) return `${owner}/src`
  return folder.split('/')[0] ?? '.'
}

/** Whether a file is a test, or exists for tests of its package only. */
export const isTest = (path: string): boolean => TEST_FILE.test(path) || TEST_FOLDER.test(path)

/** The row of a folder: its own one, or the nearest `folder/**` above it. */
export function rowOfFolder(folder: string, { layers }: Law): PlacedRow | undefined {
  const own = layers[folder]
  if (own) return { key: folder, row: own }
  for (let above = folder; above !== '.'; above = posix.dirname(above)) {
    const key = `${above}/**`
    const row = layers[key]
    if (row) return { key, row }
  }
  return undefined
}

/** What a file may import: the row of its folder, and what the row of the file adds. */
export function rowOfFile(path: string, law: Law): PlacedRow | undefined {
  const extra = law.layers[path] ?? []
  if (packageOf(path) !== undefined && isTest(path)) return { key: 'TESTS', row: [...law.tests, ...extra] }
  const placed = rowOfFolder(folderOf(path), law)
  return placed && { key: placed.key, row: [...placed.row, ...extra] }
}
