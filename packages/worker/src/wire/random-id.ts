import type { Random } from '@kube-informer/core'

const LETTERS = 10

/** A name that nobody else has: a hundred bits. (`crypto.randomUUID` is missing on pages of plain http.) */
export const randomId = (random: Random): string => randomText(random) + randomText(random)

function randomText(random: Random): string {
  const number = Math.floor(random() * 36 ** LETTERS)
  return number.toString(36).padStart(LETTERS, '0')
}
