import type { Random } from '@kube-informer/core'

/** A unique random token, from `crypto` if available. */
export function drawToken(crypto: Crypto | undefined, random: Random): string {
  const numbers = crypto
    ? [...crypto.getRandomValues(new Uint32Array(4))]
    : Array.from({ length: 4 }, () => Math.floor(random() * 2 ** 32))
  return numbers.map(number => number.toString(36).padStart(7, '0')).join('')
}
