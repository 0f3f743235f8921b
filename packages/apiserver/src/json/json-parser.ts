import { setMember } from './set-member.ts'

/** The text is not valid JSON; the message is that of Go's decoder. */
export class JsonError extends Error {
  override readonly name = 'JsonError'
}

/** A parsed JSON text and its duplicate members. */
export interface ParsedJson {
  readonly value: unknown
  /** The paths of members that occur more than once (`data.x`, `spec.ports[0].name`); the last value is used. */
  readonly duplicates: readonly string[]
  /** The offset of a member in the text; undefined if absent. The first call parses the text again. */
  positionOf(path: string): number | undefined
}

/** The limit of Go's decoder. */
const MAX_DEPTH = 10_000
const LITERALS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
])
const SPACE = /[ \t\n\r]*/y
const DIGITS = /[0-9]*/y
const ESCAPES = '"\\/bfnrtu'

/** Parses JSON; errors have the messages of Go's decoder. */
export function parseJson(text: string): ParsedJson {
  const duplicates: string[] = []
  const value = parsed(text, (path, _position, isRepeated) => {
    if (isRepeated) duplicates.push(path)
  })
  let positions: Map<string, number> | undefined
  return {
    value,
    duplicates,
    positionOf: path => {
      positions ??= positionsIn(text)
      return positions.get(path)
    },
  }
}

function parsed(text: string, onMember: OnMember): unknown {
  const parser = new Parser(text, onMember)
  try {
    return parser.whole()
  } catch (error) {
    // Some runtimes overflow their stack before the limit.
    throw error instanceof RangeError ? parser.tooDeep() : error
  }
}

/** The offset of each member; for a duplicate, that of the last occurrence. */
function positionsIn(text: string): Map<string, number> {
  const positions = new Map<string, number>()
  parsed(text, (path, position) => positions.set(path, position))
  return positions
}

type OnMember = (path: string, position: number, isRepeated: boolean) => void

/** A single-pass parser of one text. */
class Parser {
  readonly #text: string
  readonly #onMember: OnMember
  #at = 0
  #depth = 0
  /** The bracket that opened the innermost object or array. */
  #opening = ''

  constructor(text: string, onMember: OnMember) {
    this.#text = text
    this.#onMember = onMember
  }

  whole(): unknown {
    const value = this.#value('')
    this.#skip(SPACE)
    if (this.#at < this.#text.length) throw this.#unexpected('after top-level value')
    return value
  }

  tooDeep(): JsonError {
    return new JsonError(`invalid character ${quoted(this.#opening)} exceeded max depth`)
  }

  #value(path: string): unknown {
    this.#skip(SPACE)
    const first = this.#text[this.#at]
    if (first === '{') return this.#nested(() => this.#object(path))
    if (first === '[') return this.#nested(() => this.#array(path))
    if (first === '"') return this.#string()
    if (first === '-' || (first !== undefined && first >= '0' && first <= '9')) return this.#number()
    for (const [word, value] of LITERALS) if (first === word[0]) return this.#literal(word, value)
    throw this.#unexpected('looking for beginning of value')
  }

  #nested(parse: () => unknown): unknown {
    this.#opening = this.#text[this.#at] ?? ''
    if (++this.#depth > MAX_DEPTH) throw this.tooDeep()
    const value = parse()
    this.#depth--
    return value
  }

  #object(path: string): unknown {
    const record: Record<string, unknown> = {}
    this.#at++
    this.#skip(SPACE)
    if (this.#take('}')) return record
    for (;;) {
      this.#member(record, path)
      this.#skip(SPACE)
      if (this.#take('}')) return record
      if (!this.#take(',')) throw this.#unexpected('after object key:value pair')
    }
  }

  #member(record: Record<string, unknown>, path: string): void {
    this.#skip(SPACE)
    const position = this.#at
    if (this.#text[position] !== '"') throw this.#unexpected('looking for beginning of object key string')
    const key = this.#string()
    this.#skip(SPACE)
    if (!this.#take(':')) throw this.#unexpected('after object key')
    const isRepeated = Object.hasOwn(record, key)
    const member = path === '' ? key : `${path}.${key}`
    const value = this.#value(member)
    setMember(record, key, value)
    this.#onMember(member, position, isRepeated)
  }

  #array(path: string): unknown {
    const items: unknown[] = []
    this.#at++
    this.#skip(SPACE)
    if (this.#take(']')) return items
    for (;;) {
      items.push(this.#value(`${path}[${items.length}]`))
      this.#skip(SPACE)
      if (this.#take(']')) return items
      if (!this.#take(',')) throw this.#unexpected('after array element')
    }
  }

  #string(): string {
    const start = this.#at++
    let hasEscapes = false
    for (;;) {
      this.#skipPlain()
      const next = this.#text[this.#at]
      if (next === '"') break
      if (next !== '\\') throw this.#unexpected('in string literal')
      hasEscapes = true
      this.#at++
      this.#escape()
    }
    this.#at++
    return hasEscapes
      ? String(JSON.parse(this.#text.slice(start, this.#at)))
      : this.#text.slice(start + 1, this.#at - 1)
  }

  /** Skips characters that need no unescaping. */
  #skipPlain(): void {
    for (; this.#at < this.#text.length; this.#at++) {
      const character = this.#text[this.#at] ?? ''
      if (character === '"' || character === '\\' || character < ' ') return
    }
  }

  #escape(): void {
    const escaped = this.#text[this.#at]
    if (escaped === undefined || !ESCAPES.includes(escaped)) throw this.#unexpected('in string escape code')
    this.#at++
    if (escaped !== 'u') return
    for (let digit = 0; digit < 4; digit++, this.#at++)
      if (!/[0-9a-fA-F]/.test(this.#text[this.#at] ?? ''))
        throw this.#unexpected('in \\u hexadecimal character escape')
  }

  #number(): number {
    const start = this.#at
    this.#take('-')
    if (!this.#take('0')) this.#digits('in numeric literal')
    if (this.#take('.')) this.#digits('after decimal point in numeric literal')
    if (this.#take('e') || this.#take('E')) {
      if (!this.#take('+')) this.#take('-')
      this.#digits('in exponent of numeric literal')
    }
    return Number(this.#text.slice(start, this.#at))
  }

  #digits(where: string): void {
    const start = this.#at
    this.#skip(DIGITS)
    if (this.#at === start) throw this.#unexpected(where)
  }

  #literal(word: string, value: unknown): unknown {
    for (const letter of word)
      if (!this.#take(letter)) throw this.#unexpected(`in literal ${word} (expecting '${letter}')`)
    return value
  }

  #take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false
    this.#at++
    return true
  }

  #skip(pattern: RegExp): void {
    pattern.lastIndex = this.#at
    pattern.test(this.#text)
    this.#at = pattern.lastIndex
  }

  #unexpected(where: string): JsonError {
    const code = this.#text.codePointAt(this.#at)
    if (code === undefined) return new JsonError('unexpected end of JSON input')
    return new JsonError(`invalid character ${quoted(String.fromCodePoint(code))} ${where}`)
  }
}

/** A character as Go prints it. */
function quoted(character: string): string {
  if (character === "'") return `'\\''`
  if (character === '"') return `'"'`
  return `'${JSON.stringify(character)
    .slice(1, -1)
    .replace(/^\\u00/, '\\x')}'`
}
