import { skipSpace, skipValue, stringAt } from '@kube-informer/core/json'

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

/** The text of an item of a list, with the white space around it. */
export interface ItemText {
  readonly text: string
  /** The index after the item: of a comma, or of the bracket that closes the list. */
  readonly end: number
}

/**
 * The items of the list that opens at `start`. The list is valid JSON if each item is.
 *
 * Throws a ProtocolError or a SyntaxError if the list has no end.
 */
export function* itemTexts(text: string, start: number): Generator<ItemText, void, undefined> {
  if (text[skipSpace(text, start + 1)] === ']') return
  let at = start
  do {
    const end = skipSpace(text, skipValue(text, skipSpace(text, at + 1)))
    yield { text: text.slice(at + 1, end), end }
    at = end
  } while (text[at] === ',')
  if (text[at] !== ']') throw new SyntaxError(`expected , or ] at position ${at}`)
}
