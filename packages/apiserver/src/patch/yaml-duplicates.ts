import { type ParsedJson, parseJson } from '../json/json-parser.ts'

/** The message of Go's YAML reader for a key that a mapping has already. */
export const duplicateKey = (key: unknown, line: number): string =>
  `line ${line}: key ${JSON.stringify(key)} already set in map`

/** The messages of Go's YAML reader about the duplicate members of a text that is JSON. */
export function jsonDuplicates(text: string): readonly string[] {
  const json = jsonOf(text)
  if (!json || json.duplicates.length === 0) return []
  const lineAt = lineFinder(text)
  return json.duplicates.map(path =>
    duplicateKey(path.split('.').at(-1), lineAt(json.positionOf(path) ?? text.length)),
  )
}

/** Returns a function that finds the line of an offset in logarithmic time. */
export function lineFinder(text: string): (offset: number) => number {
  const ends = Array.from(text.matchAll(/\n/g), ({ index }) => index)
  return offset => {
    let [from, to] = [0, ends.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((ends[middle] ?? 0) < offset) from = middle + 1
      else to = middle
    }
    return from + 1
  }
}

function jsonOf(text: string): ParsedJson | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
