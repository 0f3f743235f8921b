/** Whatever an identifier cannot contain, and the underscores between words. */
const SEPARATORS = /[^\p{ID_Continue}]+|_+/u

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** `PodTemplate` for `podTemplate`, `pod-template` or `pod_template`. Empty if the text has no letter and no digit. */
export const pascalCase = (text: string): string => text.split(SEPARATORS).map(capitalized).join('')

/** A name of a type: as `pascalCase`, and never empty or starting with a digit. */
export function typeIdentifier(text: string): string {
  const name = pascalCase(text)
  return /^\p{ID_Start}/u.test(name) ? name : `Type${name}`
}

/** A key of an object or of an interface: quoted if it is no plain identifier. */
export const propertyKey = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name))

/**
 * Characters that a literal does not show as they are: controls, line separators, marks that change the direction of the
 * text, and halves of surrogate pairs, which UTF-8 cannot hold.
 */
const HIDDEN = /[\p{Cc}\u2028\u2029\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]|\p{Cs}/gu

/** A string literal: in single quotes, or in double quotes if it contains single ones only. */
export function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const escaped = text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`).replace(HIDDEN, escapeOf)
  return quote + escaped + quote
}

const escapeOf = (character: string): string => {
  if (character === '\n') return '\\n'
  return `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** The words that cannot name a constant of a module. */
const RESERVED = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends ' +
    'false finally for function if implements import in instanceof interface let new null package private protected ' +
    'public return static super switch this throw true try typeof undefined var void while with yield'
  ).split(' '),
)

/** Whether a word cannot name a constant of a module. */
export const isReserved = (word: string): boolean => RESERVED.has(word)
