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

/** Where a JSON text has more levels than allowed. Scans the text: a recursion could overflow the stack. */
export function offsetOfExcess(text: string): number | undefined {
  let depth = 0
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (token === '{' || token === '[') depth++
    else if (token === '}' || token === ']') depth--
    if (depth > MAX_NESTING) return index
  }
  return undefined
}
