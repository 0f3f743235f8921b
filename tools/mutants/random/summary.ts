import { dirname } from 'node:path'
import type { Change } from './mutants-of.ts'
import type { FolderTests } from './test-files.ts'

/** A mutant of a file, and the tests that should find it. */
export interface RandomMutant extends Change {
  readonly file: string
  readonly tests: FolderTests | undefined
}

/** A mutant, and whether a test found it. */
export interface Outcome {
  readonly mutant: RandomMutant
  readonly isFound: boolean
}

/** A mutant in one line. */
export const describeMutant = ({ file, line, before, replacement, tests }: RandomMutant): string =>
  `${file}:${line}: ${oneLine(before)} → ${oneLine(replacement)}${placeOf(file, tests)}`

const placeOf = (file: string, tests: FolderTests | undefined): string =>
  tests?.folder === dirname(file) ? '' : ` (${tests ? `tests of ${tests.folder}` : 'no tests'})`

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 80)

/** The survivors, the share of each folder that has one, that of each package and of all, in lines. */
export function summary(outcomes: readonly Outcome[]): readonly string[] {
  const survivors = outcomes.filter(({ isFound }) => !isFound)
  const folders = sharesBy(outcomes, ({ file }) => dirname(file)).filter(({ all, found }) => found < all)
  const packages = sharesBy(outcomes, ({ file }) => file.split('/').slice(0, 2).join('/'))
  return [
    ...survivors.map(({ mutant }) => `survives: ${describeMutant(mutant)}`),
    ...[...folders, ...packages].map(
      ({ key, all, found }) => `${percent(found / all).padStart(5)} of ${String(all).padStart(3)}: ${key}`,
    ),
    `${outcomes.length - survivors.length} of ${outcomes.length} mutants found (${percent(shareFound(outcomes))})`,
  ]
}

/** The share of mutants that a test found; 0 of none. */
export const shareFound = (outcomes: readonly Outcome[]): number =>
  outcomes.length === 0 ? 0 : outcomes.filter(({ isFound }) => isFound).length / outcomes.length

interface Share {
  readonly key: string
  readonly all: number
  readonly found: number
}

function sharesBy(outcomes: readonly Outcome[], keyOf: (mutant: RandomMutant) => string): readonly Share[] {
  const groups = Map.groupBy(outcomes, ({ mutant }) => keyOf(mutant))
  return [...groups]
    .map(([key, group]) => ({ key, all: group.length, found: group.filter(({ isFound }) => isFound).length }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
}

const percent = (share: number): string => `${Math.round(share * 100)} %`
