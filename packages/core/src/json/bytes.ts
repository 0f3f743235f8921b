import { BACKSLASH, SPACE } from './characters.ts'

/** The first offset at or after `from` that is not white space. */
export function skipSpace(bytes: Uint8Array, from: number): number {
  let i = from
  while ((bytes[i] as number) <= SPACE) i++
  return i
}

/** Whether the range contains only white space. */
export function isBlank(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if ((bytes[i] as number) > SPACE) return false
  return true
}

/** Whether the range contains a backslash. */
export function hasEscape(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (bytes[i] === BACKSLASH) return true
  return false
}

/** Whether the bytes at `from` start with the expected ones. */
export function startsWith(bytes: Uint8Array, from: number, expected: Uint8Array): boolean {
  for (let i = 0; i < expected.length; i++) {
    if (bytes[from + i] !== expected[i]) return false
  }
  return true
}
