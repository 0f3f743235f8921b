import { ProtocolError } from '../api/errors.ts'
import type { PathSegments } from '../api/path.ts'

/**
 * Reading JSON as text: finding, skipping and cutting members without building values. Everything here
 * walks a complete value once, left to right, and jumps over strings with `indexOf`. It finds its way in
 * valid JSON; it is no validator.
 */

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const SPACE = 0x20

const truncated = (): ProtocolError => new ProtocolError('JSON text ends in the middle of a value')

/** The index of the first character at or after `from` that is not white space. */
export function skipSpace(text: string, from: number): number {
  let i = from
  while (i < text.length && text.charCodeAt(i) <= SPACE) i++
  return i
}

/** Whether the quote at `quote` is escaped: an odd run of backslashes stands before it, not reaching below `floor`. */
export function isEscaped(text: string, quote: number, floor: number): boolean {
  let i = quote - 1
  while (i >= floor && text.charCodeAt(i) === BACKSLASH) i--
  return (quote - i) % 2 === 0
}

/** The index after the string that opens at `open`. */
export function skipString(text: string, open: number): number {
  let quote = text.indexOf('"', open + 1)
  while (quote !== -1 && text.charCodeAt(quote - 1) === BACKSLASH && isEscaped(text, quote, open + 1)) {
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
  return raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw
}

/** One member of an object: where its key, its value and the text after it begin. */
export interface Member {
  readonly key: string
  readonly keyStart: number
  readonly valueStart: number
  readonly valueEnd: number
}

/** Whether an object starts at `at`. */
export const isObjectAt = (text: string, at: number): boolean => text.charCodeAt(at) === OPEN_BRACE

/** Visits the members of the object that opens at `open`, in order, until the visitor answers true. */
export function visitMembers(text: string, open: number, visit: (member: Member) => boolean): void {
  let i = skipSpace(text, open + 1)
  while (text.charCodeAt(i) === QUOTE) {
    const keyEnd = skipString(text, i)
    const colon = skipSpace(text, keyEnd)
    if (text.charCodeAt(colon) !== COLON) throw new ProtocolError('JSON object member without a colon')
    const valueStart = skipSpace(text, colon + 1)
    const valueEnd = skipValue(text, valueStart)
    if (visit({ key: stringAt(text, i, keyEnd), keyStart: i, valueStart, valueEnd })) return
    i = skipSpace(text, valueEnd)
    if (text.charCodeAt(i) !== COMMA) return
    i = skipSpace(text, i + 1)
  }
}

/** Where the value at a path stands in the object that opens at `open`; undefined where a step is missing. */
export function findPath(text: string, open: number, path: PathSegments): Member | undefined {
  let at = open
  let found: Member | undefined
  for (const segment of path) {
    if (!isObjectAt(text, at)) return undefined
    found = undefined
    visitMembers(text, at, member => {
      if (member.key === segment) found = member
      return found !== undefined
    })
    if (found === undefined) return undefined
    at = (found as Member).valueStart
  }
  return found
}

/** Paths as a tree, so that one walk finds all of them; a leaf is `null`. */
export type PathTree = ReadonlyMap<string, PathTree | null>

/** Builds a {@link PathTree}; a shorter path wins over a longer one below it. */
export function pathTree(paths: readonly PathSegments[]): PathTree {
  const root = new Map<string, PathTree | null>()
  for (const path of paths) {
    let node: Map<string, PathTree | null> = root
    path.forEach((segment, index) => {
      if (index === path.length - 1) node.set(segment, null)
      else {
        const next = node.get(segment)
        if (next === null) return
        const child = (next as Map<string, PathTree | null> | undefined) ?? new Map<string, PathTree | null>()
        node.set(segment, child)
        node = child
      }
    })
  }
  return root
}

/** A piece of text to leave out. */
interface Cut {
  start: number
  end: number
}

/** Collects the members of the object at `open` that the tree names, each with the comma that belongs to it. */
function collectCuts(text: string, open: number, tree: PathTree, cuts: Cut[]): void {
  let remaining = tree.size
  let keptEnd = open + 1
  let pending: Cut | undefined
  visitMembers(text, open, ({ key, keyStart, valueStart, valueEnd }) => {
    if (pending) {
      // Another member follows: the cut reaches up to it and takes the comma between the two.
      pending.end = keyStart
      cuts.push(pending)
      pending = undefined
    }
    const below = tree.get(key)
    if (below === null) {
      pending = { start: keyStart, end: valueEnd }
      remaining--
      return false
    }
    if (below !== undefined) {
      remaining--
      if (isObjectAt(text, valueStart)) collectCuts(text, valueStart, below, cuts)
    }
    keptEnd = valueEnd
    return remaining === 0
  })
  if (pending) cutLast(pending, keptEnd, cuts)
}

/** The last member goes: with the comma before it, and with the cuts that stand right before it. */
function cutLast(last: Cut, keptEnd: number, cuts: Cut[]): void {
  while (cuts.length > 0 && (cuts[cuts.length - 1] as Cut).start >= keptEnd) cuts.pop()
  cuts.push({ start: keptEnd, end: last.end })
}

/** The object's text without the members that the tree names; the very same text when there are none. */
export function cutPaths(text: string, tree: PathTree): string {
  if (tree.size === 0) return text
  const cuts: Cut[] = []
  collectCuts(text, skipSpace(text, 0), tree, cuts)
  if (cuts.length === 0) return text
  let out = ''
  let from = 0
  for (const cut of cuts) {
    out += text.slice(from, cut.start)
    from = cut.end
  }
  return out + text.slice(from)
}
