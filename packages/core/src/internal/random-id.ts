import type { Random } from '../api/clock.ts'

const LETTERS = 10

/** A unique name of a hundred random bits. (`crypto.randomUUID` is missing on pages served over plain HTTP.) */
export const randomId = (random: Random): string => randomText(random) + randomText(random)

function randomText(random: Random): string {
  const number = Math.floor(random() * 36 ** LETTERS)
  return number.toString(36).padStart(LETTERS, '0')
}

/** A unique token of 128 bits, from the platform's `crypto` where there is one. */
export function randomToken(crypto: Crypto | undefined, random: Random): string {
  const numbers = crypto
    ? [...crypto.getRandomValues(new Uint32Array(4))]
    : Array.from({ length: 4 }, () => Math.floor(random() * 2 ** 32))
  return numbers.map(number => number.toString(36).padStart(7, '0')).join('')
}
