import type { Random } from '@kube-informer/core'

const STEP = 0x9e3779b9

/**
 * A reproducible random number generator: a mixed 32-bit counter (splitmix).
 *
 * @example const random = seededRandom(42)
 */
export function seededRandom(seed: number): Random {
  let counter = seed | 0
  return () => {
    counter = (counter + STEP) | 0
    let mixed = Math.imul(counter ^ (counter >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
}

/** The same generator after a number of draws, found at once. */
export const seededRandomAt = (seed: number, draws: number): Random =>
  seededRandom(seed + Math.imul(draws, STEP))

/** An integer in [0, below). */
export const integer = (random: Random, below: number): number => Math.floor(random() * below)

/** One of the values. The list must not be empty. */
export function pick<T>(random: Random, values: readonly T[]): T {
  const value = values[integer(random, values.length)]
  return value as T
}

/** `length` characters of `alphabet`. */
export function text(random: Random, length: number, alphabet: string): string {
  let result = ''
  for (let i = 0; i < length; i++) result += alphabet[integer(random, alphabet.length)]
  return result
}

const BYTES: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** `digits` hexadecimal digits; each random number yields eight. */
export function hex(random: Random, digits: number): string {
  let result = ''
  while (result.length < digits) {
    const bits = Math.floor(random() * 2 ** 32)
    result += `${BYTES[bits >>> 24]}${BYTES[(bits >>> 16) & 255]}${BYTES[(bits >>> 8) & 255]}${BYTES[bits & 255]}`
  }
  return result.slice(0, digits)
}

/** A version 4 UUID. */
export function uuid(random: Random): string {
  const digits = hex(random, 32)
  const variant = '89ab'[integer(random, 4)]
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20)}`
}

/** The alphabet of generated names: no vowels, no characters that look alike. */
export const NAME_ALPHABET = 'bcdfghjklmnpqrstvwxz2456789'

const SUFFIXES = NAME_ALPHABET.length ** 5
/** Coprime to the number of suffixes, so that its multiples reach each of them once. */
const STRIDE = 5_882_353

/** The five-character suffix of a generated name; unique within a series for 14 million names. */
export function nameSuffix(serial: number, start: number): string {
  let rest = (start + ((serial * STRIDE) % SUFFIXES)) % SUFFIXES
  let suffix = ''
  for (let i = 0; i < 5; i++) {
    suffix += NAME_ALPHABET[rest % NAME_ALPHABET.length]
    rest = Math.floor(rest / NAME_ALPHABET.length)
  }
  return suffix
}
