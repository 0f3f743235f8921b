import { skipSpace, skipValue, stringAt } from '@kube-informer/core/internal'

/** A part of a text: `text.slice(start, end)`. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

/**
 * Where the value of a member is in a JSON text. Undefined if the value at `start` is no object or has no such member. Of
 * members with the same name, the last one counts, as for `JSON.parse`.
 *
 * The text is not validated: if it is no JSON, so is the range, or the function throws a ProtocolError.
 */
export function memberRange(text: string, start: number, name: string): TextRange | undefined {
  if (text[start] !== '{') return undefined
  let found: TextRange | undefined
  let at = start
  do {
    const key = skipSpace(text, at + 1)
    if (text[key] !== '"') break
    const keyEnd = skipValue(text, key)
    const value = skipSpace(text, skipSpace(text, keyEnd) + 1)
    const end = skipValue(text, value)
    if (stringAt(text, key, keyEnd) === name) found = { start: value, end }
    at = skipSpace(text, end)
  } while (text[at] === ',')
  return found
}

/** Like {@link memberRange}, for a member of a member. */
export function pathRange(text: string, path: readonly string[]): TextRange | undefined {
  let range: TextRange | undefined = { start: skipSpace(text, 0), end: text.length }
  for (const name of path) range = range && memberRange(text, range.start, name)
  return range
}

/**
 * The texts of the items of a list, with the white space around them. The range starts with `[` and ends with `]`. The
 * list is valid JSON exactly if each item is.
 */
export function* itemTexts(text: string, { start, end }: TextRange): Generator<string, void, undefined> {
  if (skipSpace(text, start + 1) === end - 1) return
  for (let from = start + 1; from < end; ) {
    const comma = skipSpace(text, skipValue(text, skipSpace(text, from)))
    const itemEnd = text[comma] === ',' ? comma : end - 1
    yield text.slice(from, itemEnd)
    from = itemEnd + 1
  }
}
