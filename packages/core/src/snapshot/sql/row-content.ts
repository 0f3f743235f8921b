import type { LogEntry } from './log-entry.ts'

/** What an entry takes besides its texts. */
const ENTRY_CHARS = 20

/** The part of a write that one row of the table holds. */
export interface RowContent {
  /** JSON. Five members per entry: letter of its type, key, uid, resourceVersion, length of its text. */
  readonly entries: string
  /** The texts, concatenated. */
  readonly bodies: string
}

/** An entry of a row, without its text. */
export interface EntryMembers {
  /** Undefined for the remainder of a text that the previous row could not hold. */
  readonly type: Type | undefined
  readonly key: string
  readonly uid: string
  readonly resourceVersion: string
  /** The length of the text, or of its part in this row. */
  readonly length: number
}

type Member = string | number
type Type = LogEntry['type']

const LETTERS: Readonly<Record<Type, string>> = { ADDED: 'A', MODIFIED: 'M', DELETED: 'D' }
const TYPES: Readonly<Record<string, Type>> = { A: 'ADDED', M: 'MODIFIED', D: 'DELETED' }
/** In place of a type: the remainder of a text that the previous row could not hold. */
const REMAINDER = ''

/** Distributes entries over rows. There is always one. */
export function* packEntries(
  entries: Iterable<LogEntry>,
  rowChars: number,
): Generator<{ readonly content: RowContent; readonly isLast: boolean }> {
  let members: Member[] = []
  let bodies: string[] = []
  let chars = 0
  const pack = (): RowContent => {
    const content = { entries: JSON.stringify(members), bodies: bodies.join('') }
    members = []
    bodies = []
    chars = 0
    return content
  }
  for (const { type, key, uid, resourceVersion, text } of entries) {
    let letter = LETTERS[type]
    for (const piece of piecesOf(text, rowChars)) {
      const size = piece.length + key.length + uid.length + resourceVersion.length + ENTRY_CHARS
      if (members.length > 0 && chars + size > rowChars) yield { content: pack(), isLast: false }
      members.push(letter, key, uid, resourceVersion, piece.length)
      bodies.push(piece)
      chars += size
      letter = REMAINDER
    }
  }
  yield { content: pack(), isLast: true }
}

/** Cuts a text that one row cannot hold, but never between the two halves of a character. */
export function* piecesOf(text: string, chars: number): Generator<string> {
  let start = 0
  while (text.length - start > chars) {
    const isHalf = (text.charCodeAt(start + chars - 1) & 0xfc00) === 0xd800
    const end = start + chars - (isHalf ? 1 : 0)
    yield text.slice(start, end)
    start = end
  }
  yield text.slice(start)
}

/** The inverse of {@link packEntries}. */
export function* unpackEntries(rows: Iterable<RowContent>): Generator<LogEntry> {
  let entry: LogEntry | undefined
  for (const { entries, bodies } of rows) {
    let offset = 0
    for (const { type, key, uid, resourceVersion, length } of entriesIn(entries)) {
      const text = bodies.slice(offset, offset + length)
      offset += length
      if (!type && entry) {
        entry = { ...entry, text: entry.text + text }
        continue
      }
      if (entry) yield entry
      entry = { type: type ?? 'MODIFIED', key, uid, resourceVersion, text }
    }
  }
  if (entry) yield entry
}

/** Reads the `entries` of a row. */
export function* entriesIn(entries: string): Generator<EntryMembers> {
  const members = JSON.parse(entries) as readonly string[]
  for (let i = 0; i + 4 < members.length; i += 5)
    yield {
      type: TYPES[members[i] as string],
      key: members[i + 1] as string,
      uid: members[i + 2] as string,
      resourceVersion: members[i + 3] as string,
      length: Number(members[i + 4]),
    }
}
