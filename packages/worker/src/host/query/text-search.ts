import { parseValuePath, type ValuePath } from '@kube-informer/core/paths'
import type { PathValue } from '@kube-informer/core/rows'
import { type Expression, gate } from './expression.ts'
import { atLocation, mistake } from './mistake.ts'

const MAX_PATHS = 50

/** The words of a search text, in lower case. */
export const wordsOf = (text: string): readonly string[] => [
  ...new Set(text.toLowerCase().split(/\s+/).filter(Boolean)),
]

/** Holds if each word is part of a value at one of the paths, in any case. Throws a UsageError for a malformed path. */
export function textIn(words: readonly string[], paths: unknown, location: string): Expression {
  if (!Array.isArray(paths)) return mistake(location, 'an array of paths is expected')
  if (paths.length > MAX_PATHS) return mistake(location, `there are more than ${MAX_PATHS} paths`)
  const parsed = paths.map((path, index) => parseAt(path, `${location}[${index}]`))
  return gate(
    true,
    words.map(word => {
      const test = (value: PathValue) => containsWord(value, word)
      return gate(
        false,
        parsed.map(path => ({ type: 'term', path, test, isNegated: false })),
      )
    }),
  )
}

function parseAt(path: unknown, location: string): ValuePath {
  if (typeof path !== 'string') return mistake(location, 'a text is expected')
  return atLocation(location, () => parseValuePath(path))
}

function containsWord(value: PathValue, word: string): boolean {
  return value !== undefined && value !== null && String(value).toLowerCase().includes(word)
}
