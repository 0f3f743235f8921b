/** Whether a set contains a character, given as a code point. */
export type CharacterSet = (code: number) => boolean

/** The characters between two code points. */
export const range =
  (from: number, to: number): CharacterSet =>
  code =>
    code >= from && code <= to

/** The characters of any of these sets. */
export const anyOf =
  (sets: readonly CharacterSet[]): CharacterSet =>
  code =>
    sets.some(set => set(code))

/** All other characters. */
export const not =
  (set: CharacterSet): CharacterSet =>
  code =>
    !set(code)

/** The characters of a set in upper and in lower case. */
export const ofAnyCase =
  (set: CharacterSet): CharacterSet =>
  code => {
    const character = String.fromCodePoint(code)
    const others = [character.toLowerCase(), character.toUpperCase()]
    return set(code) || others.some(other => set(other.codePointAt(0) as number))
  }

/** The characters of a text; `a-z` is a range. */
function ascii(text: string): CharacterSet {
  const sets = [...text.matchAll(/(.)-(.)|(.)/gsu)].map(([, from, to, single]) => {
    const [first = '', last = ''] = single === undefined ? [from, to] : [single, single]
    return range(first.codePointAt(0) as number, last.codePointAt(0) as number)
  })
  return anyOf(sets)
}

/** The classes of Perl: `\d`. They are ASCII. */
export const PERL: Readonly<Record<string, CharacterSet>> = {
  d: ascii('0-9'),
  s: ascii('\t\n\f\r '),
  w: ascii('0-9A-Za-z_'),
}

/** The classes of POSIX: `[[:alpha:]]`. */
export const POSIX: Readonly<Record<string, CharacterSet>> = {
  alnum: ascii('0-9A-Za-z'),
  alpha: ascii('A-Za-z'),
  ascii: range(0, 0x7f),
  blank: ascii('\t '),
  cntrl: anyOf([range(0, 0x1f), range(0x7f, 0x7f)]),
  digit: ascii('0-9'),
  graph: range(0x21, 0x7e),
  lower: ascii('a-z'),
  print: range(0x20, 0x7e),
  punct: ascii('!-/:-@[-`{-~'),
  space: anyOf([range(9, 13), range(32, 32)]),
  upper: ascii('A-Z'),
  word: ascii('0-9A-Za-z_'),
  xdigit: ascii('0-9A-Fa-f'),
}

/** A general category or script of Unicode: `L`, `Lu`, `Greek`; undefined if there is none of this name. */
export function unicodeSet(name: string): CharacterSet | undefined {
  for (const property of [name, `Script=${name}`]) {
    try {
      const characters = new RegExp(`\\p{${property}}`, 'u')
      return code => characters.test(String.fromCodePoint(code))
    } catch {
      // Not a category: perhaps a script.
    }
  }
  return undefined
}
