import { isWordBoundary, lineEnd, lineStart, textEnd, textStart } from './assertions.ts'
import { type CharacterSet, not, ofAnyCase, range } from './character-set.ts'
import { readClass, readEscape } from './character-syntax.ts'
import { PatternError, type PatternNode } from './pattern-node.ts'
import { TextReader } from './text-reader.ts'

/** Go's limits. */
const MAX_REPEATS = 1000
const MAX_DEPTH = 1000

/** The flags of `(?i)`: letters of any case, `^` and `$` at lines, `.` matches line ends. `U` changes no result. */
type Flags = ReadonlySet<string>

const LINE_FEED = range(10, 10)
const EVERYTHING = range(0, 0x10ffff)
const REPEAT = /\{(\d+)(,(\d*))?\}/y
const GROUP = /\((?:\?(?:P?<\w+>|([imsU]*)(?:-([imsU]+))?([:)])))?/y

/** Parses the syntax of Go's regular expressions (RE2). */
export class PatternParser {
  readonly #text: TextReader
  #depth = 0

  constructor(pattern: string) {
    this.#text = new TextReader(pattern)
  }

  /** The number of characters that were read. */
  get position(): number {
    return this.#text.position
  }

  /** The whole expression; throws a {@link PatternError}. */
  whole(): PatternNode {
    const node = this.#choice(new Set())
    if (!this.#text.isAtEnd) throw new PatternError('unexpected )')
    return node
  }

  #choice(outer: Flags): PatternNode {
    if (++this.#depth > MAX_DEPTH) throw new PatternError('expression nests too deeply')
    const nodes: PatternNode[] = []
    // Flags that are set in an alternative hold for the following ones.
    let flags = outer
    do {
      const [node, after] = this.#sequence(flags)
      nodes.push(node)
      flags = after
    } while (this.#text.take('|'))
    this.#depth--
    return nodes.length === 1 && nodes[0] ? nodes[0] : { type: 'choice', nodes }
  }

  #sequence(outer: Flags): readonly [PatternNode, Flags] {
    const nodes: PatternNode[] = []
    let flags = outer
    while (!this.#text.isAtEnd && !this.#text.startsWith('|') && !this.#text.startsWith(')')) {
      const set = this.#flags(flags)
      if (set) flags = set
      else if (this.#text.take('\\Q')) nodes.push(...this.#quoted(flags))
      else nodes.push(this.#repeated(this.#atom(flags)))
    }
    return [{ type: 'sequence', nodes }, flags]
  }

  /** `(?i)`: flags for the rest of the group. */
  #flags(flags: Flags): Flags | undefined {
    const [text, on = '', off = '', end] = this.#text.look(GROUP) ?? []
    if (text === undefined || end !== ')') return undefined
    this.#text.take(text)
    return changed(flags, on, off)
  }

  #quoted(flags: Flags): readonly PatternNode[] {
    return Array.from(this.#text.until('\\E'), character => this.#literal(character, flags))
  }

  #atom(flags: Flags): PatternNode {
    if (this.#text.startsWith('(')) return this.#group(flags)
    if (this.#text.startsWith('[')) return character(readClass(this.#text), flags)
    if (this.#text.startsWith('\\')) return this.#escape(flags)
    const next = this.#text.next()
    if (next === '.') return character(flags.has('s') ? EVERYTHING : not(LINE_FEED), new Set())
    if (next === '^') return { type: 'assertion', holds: flags.has('m') ? lineStart : textStart }
    if (next === '$') return { type: 'assertion', holds: flags.has('m') ? lineEnd : textEnd }
    if ('*+?'.includes(next)) throw new PatternError('missing argument to repetition operator')
    return this.#literal(next, flags)
  }

  #group(flags: Flags): PatternNode {
    const [text = '(', on = '', off = ''] = this.#text.look(GROUP) ?? []
    this.#text.take(text)
    if (text === '(' && this.#text.startsWith('?')) throw new PatternError('invalid or unsupported group')
    const node = this.#choice(changed(flags, on, off))
    if (!this.#text.take(')')) throw new PatternError('missing closing )')
    return node
  }

  #escape(flags: Flags): PatternNode {
    if (this.#text.take('\\A')) return { type: 'assertion', holds: textStart }
    if (this.#text.take('\\z')) return { type: 'assertion', holds: textEnd }
    if (this.#text.take('\\b')) return { type: 'assertion', holds: isWordBoundary }
    if (this.#text.take('\\B'))
      return { type: 'assertion', holds: (before, after) => !isWordBoundary(before, after) }
    const { code, set } = readEscape(this.#text)
    return character(set ?? range(code, code), flags)
  }

  #repeated(node: PatternNode): PatternNode {
    const limits = this.#limits()
    if (!limits) return node
    // A lazy repetition matches the same texts.
    this.#text.take('?')
    const [min, max] = limits
    if (this.#limits()) throw new PatternError('invalid nested repetition operator')
    return { type: 'repeat', node, min, max }
  }

  #limits(): readonly [min: number, max: number] | undefined {
    if (this.#text.take('*')) return [0, Number.POSITIVE_INFINITY]
    if (this.#text.take('+')) return [1, Number.POSITIVE_INFINITY]
    if (this.#text.take('?')) return [0, 1]
    const [text, from = '', comma, to] = this.#text.look(REPEAT) ?? []
    if (text === undefined) return undefined
    this.#text.take(text)
    const min = Number(from)
    const max = comma === undefined ? min : to === '' ? Number.POSITIVE_INFINITY : Number(to)
    if (min > MAX_REPEATS || (max > MAX_REPEATS && to !== '') || max < min)
      throw new PatternError('invalid repeat count')
    return [min, max]
  }

  #literal(text: string, flags: Flags): PatternNode {
    const code = text.codePointAt(0) as number
    return character(range(code, code), flags)
  }
}

function changed(flags: Flags, on: string, off: string): Flags {
  return new Set([...flags, ...on].filter(flag => !off.includes(flag)))
}

const character = (set: CharacterSet, flags: Flags): PatternNode => ({
  type: 'character',
  set: flags.has('i') ? ofAnyCase(set) : set,
})
