import { anyOf, type CharacterSet, not, PERL, POSIX, range, unicodeSet } from './character-set.ts'
import { PatternError } from './pattern-node.ts'
import type { TextReader } from './text-reader.ts'

/** An escaped character, or a class such as `\d`. */
interface Escaped {
  readonly code: number
  readonly set?: CharacterSet
}

const CONTROLS: Readonly<Record<string, number>> = { a: 7, t: 9, n: 10, v: 11, f: 12, r: 13 }
const UNICODE = /\\([pP])(?:\{(\^?)(\w+)\}|(\w))/y
const PERL_CLASS = /\\([dswDSW])/y
const HEXADECIMAL = /\\x(?:\{([0-9A-Fa-f]+)\}|([0-9A-Fa-f]{2}))/y
/** One digit from 1 to 7 would be a back reference, which Go does not support. */
const OCTAL = /\\(0[0-7]{0,2}|[1-7][0-7]{1,2})/y
const POSIX_CLASS = /\[:(\^?)(\w+):\]/y
const MAX_CODE = 0x10ffff

/** Reads an escape sequence that stands for characters. */
export function readEscape(text: TextReader): Escaped {
  const set = readUnicode(text) ?? readPerl(text)
  return set ? { code: 0, set } : { code: readEscapedCode(text) }
}

function readUnicode(text: TextReader): CharacterSet | undefined {
  const [found, letter, caret, name = '', single = ''] = text.look(UNICODE) ?? []
  if (found === undefined) return undefined
  text.take(found)
  const set = name === 'Any' ? range(0, MAX_CODE) : unicodeSet(name || single)
  if (!set) throw new PatternError('invalid character class range')
  return (letter === 'P') !== (caret === '^') ? not(set) : set
}

function readPerl(text: TextReader): CharacterSet | undefined {
  const [found, letter = ''] = text.look(PERL_CLASS) ?? []
  if (found === undefined) return undefined
  const set = PERL[letter.toLowerCase()] as CharacterSet
  text.take(found)
  return letter === letter.toLowerCase() ? set : not(set)
}

function readEscapedCode(text: TextReader): number {
  const hexadecimal = text.look(HEXADECIMAL)
  const octal = text.look(OCTAL)
  const number = hexadecimal ?? octal
  if (number) {
    text.take(number[0])
    const code = Number.parseInt((number[1] ?? number[2]) as string, hexadecimal ? 16 : 8)
    if (code > MAX_CODE) throw new PatternError('invalid escape sequence')
    return code
  }
  text.take('\\')
  const character = text.next()
  const code = CONTROLS[character]
  if (code !== undefined) return code
  if (/[0-9A-Za-z]/.test(character) || character > '\x7f') throw new PatternError('invalid escape sequence')
  return character.charCodeAt(0)
}

/** Reads a class in brackets. */
export function readClass(text: TextReader): CharacterSet {
  text.take('[')
  const isNegated = text.take('^')
  const sets: CharacterSet[] = []
  // A bracket at the start is an ordinary character.
  for (let isFirst = true; isFirst || !text.take(']'); isFirst = false) {
    if (text.isAtEnd) throw new PatternError('missing closing ]')
    sets.push(readPosix(text) ?? readItem(text))
  }
  return isNegated ? not(anyOf(sets)) : anyOf(sets)
}

function readPosix(text: TextReader): CharacterSet | undefined {
  const [found, caret, name = ''] = text.look(POSIX_CLASS) ?? []
  if (found === undefined) return undefined
  const set = Object.hasOwn(POSIX, name) ? POSIX[name] : undefined
  if (!set) throw new PatternError('invalid character class range')
  text.take(found)
  return caret === '^' ? not(set) : set
}

/** A class such as `\d`, a character or a range. */
function readItem(text: TextReader): CharacterSet {
  const { code: from, set } = readClassCharacter(text)
  if (set) return set
  if (!text.startsWith('-') || text.startsWith('-]')) return range(from, from)
  text.take('-')
  const { code: to, set: other } = readClassCharacter(text)
  if (other || to < from) throw new PatternError('invalid character class range')
  return range(from, to)
}

const readClassCharacter = (text: TextReader): Escaped =>
  text.startsWith('\\') ? readEscape(text) : { code: text.next().codePointAt(0) as number }
