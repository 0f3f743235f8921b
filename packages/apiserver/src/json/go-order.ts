/** Compares two strings by their UTF-8 bytes, as the server sorts; UTF-16 order differs above U+FFFF. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  let at = 0
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at++
  if (at === length) return a.length - b.length
  return rank(a.charCodeAt(at)) - rank(b.charCodeAt(at))
}

/** Surrogates encode code points above all other code units. */
const rank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit)

const TYPE_ORDER = ['number', 'string', 'boolean', 'array', 'object', 'null']

function typeRank(value: unknown): number {
  if (value === null) return TYPE_ORDER.indexOf('null')
  return TYPE_ORDER.indexOf(Array.isArray(value) ? 'array' : typeof value)
}

/** The order of structured-merge-diff for JSON values of any type; arrays and objects are compared as text. */
export function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b)
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b)
  const difference = typeRank(a) - typeRank(b)
  return difference === 0 ? compareText(JSON.stringify(a), JSON.stringify(b)) : difference
}

const ESCAPED = /[<>&\u2028\u2029]/g

/** JSON as Go's encoder writes it: characters that are unsafe in HTML and old JavaScript are escaped. */
export const goJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    ESCAPED,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
