const ESCAPED = /[<>&\u2028\u2029]/g
const escapeCharacter = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** JSON as a Kubernetes server writes it: `<`, `>`, `&` and the two line separators are escaped. */
export const escapeJson = (json: string): string => json.replace(ESCAPED, escapeCharacter)

/** A value as escaped JSON. */
export const escapedJson = (value: unknown): string => escapeJson(JSON.stringify(value))
