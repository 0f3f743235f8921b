import type { Random } from '@kube-informer/core'

/** A text that nobody else has drawn: from the platform's good randomness, which workers have everywhere. */
export function drawToken(crypto: Crypto | undefined, random: Random): string {
  const numbers = crypto
    ? [...crypto.getRandomValues(new Uint32Array(4))]
    : Array.from({ length: 4 }, () => Math.floor(random() * 2 ** 32))
  return numbers.map(number => number.toString(36).padStart(7, '0')).join('')
}
