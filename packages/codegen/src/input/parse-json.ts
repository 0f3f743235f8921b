import { MAX_NESTING } from './nesting.ts'

/** The value of a JSON text. Undefined for other texts. */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/**
 * Where a valid JSON text has more levels than allowed. Scans the text: a recursion could overflow the stack, and so does an
 * expression for strings of megabytes.
 */
export function offsetOfExcess(text: string): number | undefined {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '"') at = endOfString(text, at)
    else if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') depth--
    if (depth > MAX_NESTING) return at
  }
  return undefined
}

/** The offset of the quote that ends the string at an offset. */
function endOfString(text: string, from: number): number {
  let at = from + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}
