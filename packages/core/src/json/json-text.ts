import { ProtocolError } from '../api/errors.ts'
import type { PathSegments } from '../api/path.ts'
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  SPACE,
} from './characters.ts'

/**
 * Reads JSON as text: finds and skips members without building values. Each function traverses a complete value once,
 * from left to right, and skips strings with `indexOf`. The text must be valid JSON; it is not validated.
 */

const truncated = (): ProtocolError => new ProtocolError('JSON text ends in the middle of a value')

/** The index of the first character at or after `from` that is not white space. */
export function skipSpace(text: string, from: number): number {
  let i = from
  while (i < text.length && text.charCodeAt(i) <= SPACE) i++
  return i
}

/** Whether the quote at `quote` is escaped: preceded by an odd number of backslashes, at or after `floor`. */
function isEscaped(text: string, quote: number, floor: number): boolean {
  let isOdd = false
  for (let i = quote - 1; i >= floor && text.charCodeAt(i) === BACKSLASH; i--) isOdd = !isOdd
  return isOdd
}

/** The index after the string that opens at `open`. */
function skipString(text: string, open: number): number {
  let quote = text.indexOf('"', open + 1)
  while (quote !== -1 && isEscaped(text, quote, open + 1)) {
    quote = text.indexOf('"', quote + 1)
  }
  if (quote === -1) throw truncated()
  return quote + 1
}

function skipContainer(text: string, open: number): number {
  let depth = 0
  let i = open
  while (i < text.length) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) {
      i = skipString(text, i)
      continue
    }
    i++
    if (code === OPEN_BRACE || code === OPEN_BRACKET) depth++
    else if ((code === CLOSE_BRACE || code === CLOSE_BRACKET) && --depth === 0) return i
  }
  throw truncated()
}

function skipScalar(text: string, from: number): number {
  let i = from
  while (i < text.length) {
    const code = text.charCodeAt(i)
    if (code === COMMA || code === CLOSE_BRACE || code === CLOSE_BRACKET || code <= SPACE) break
    i++
  }
  return i
}

/** The index after the value that starts at `from`, which must not be white space. */
export function skipValue(text: string, from: number): number {
  const code = text.charCodeAt(from)
  if (code === QUOTE) return skipString(text, from)
  if (code === OPEN_BRACE || code === OPEN_BRACKET) return skipContainer(text, from)
  return skipScalar(text, from)
}

/** The text of a JSON string between its quotes, unescaped. */
export function stringAt(text: string, open: number, end: number): string {
  const raw = text.slice(open + 1, end - 1)
  return raw.includes('\\') ? unescaped(`"${raw}"`) : raw
}

/** The value of a JSON string, given with its quotes. */
export function unescaped(json: string): string {
  try {
    return JSON.parse(json) as string
  } catch {
    throw new ProtocolError('a JSON string with a broken escape')
  }
}

/** Whether an object starts at `at`. */
const isObjectAt = (text: string, at: number): boolean => text.charCodeAt(at) === OPEN_BRACE

/**
 * Whether the JSON string in [open, end) has this value. An escaped text is longer than its value, and a backslash is
 * always escaped.
 */
function says(text: string, open: number, end: number, name: string): boolean {
  const length = end - open - 2
  if (length < name.length) return false
  const isPlain = length === name.length && !name.includes('\\')
  return isPlain ? text.startsWith(name, open + 1) : stringAt(text, open, end) === name
}

/** The index of a member's value in the object that opens at `open`; -1 if there is no such member. */
function findMember(text: string, open: number, name: string): number {
  let i = skipSpace(text, open + 1)
  while (text.charCodeAt(i) === QUOTE) {
    const keyEnd = skipString(text, i)
    const colon = skipSpace(text, keyEnd)
    if (text.charCodeAt(colon) !== COLON) throw new ProtocolError('a JSON object member without a colon')
    const value = skipSpace(text, colon + 1)
    if (says(text, i, keyEnd, name)) return value
    i = skipSpace(text, skipValue(text, value))
    if (text.charCodeAt(i) !== COMMA) return -1
    i = skipSpace(text, i + 1)
  }
  return -1
}

/** The index of the value at a path in the object that opens at `open`; -1 if a step is missing. */
export function findPath(text: string, open: number, path: PathSegments): number {
  let at = open
  for (const segment of path) {
    if (!isObjectAt(text, at)) return -1
    at = findMember(text, at, segment)
    if (at === -1) return -1
  }
  return at
}
