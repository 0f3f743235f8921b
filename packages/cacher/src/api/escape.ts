const ESCAPED = /[<>&\u2028\u2029]/g
const escapeCharacter = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Escapes `<`, `>`, `&` and the two line separators, as Go's JSON encoder does. */
export const escapeJson = (json: string): string => json.replace(ESCAPED, escapeCharacter)

/** A value as escaped JSON. */
export const escapedJson = (value: unknown): string => escapeJson(JSON.stringify(value))
