import { seededRandom } from '@kube-informer/testing'

/** What chance decides, the same for the same numbers. */
export class Dice {
  readonly #random: () => number

  constructor(seed: number, index: number) {
    this.#random = seededRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b))
  }

  /** Whether something of this probability happens. */
  chance(probability: number): boolean {
    return this.#random() < probability
  }

  /** A whole number in [0, below). */
  below(below: number): number {
    return Math.floor(this.#random() * below)
  }

  /** One of the values; there has to be one. */
  pick<T>(values: readonly T[]): T {
    const value = values[this.below(values.length)]
    if (value === undefined) throw new Error('nothing to pick from')
    return value
  }

  /** Some of the values, in their order. */
  some<T>(values: readonly T[], probability: number): readonly T[] {
    return values.filter(() => this.chance(probability))
  }

  /** One of the values, by their weights. */
  weighted<T>(values: readonly (readonly [weight: number, value: T])[]): T {
    const sums = values.map((_, place) =>
      values.slice(0, place + 1).reduce((sum, [weight]) => sum + weight, 0),
    )
    const thrown = this.#random() * (sums.at(-1) ?? 0)
    const found = values[sums.findIndex(sum => thrown < sum)]
    if (found === undefined) throw new Error('nothing to pick from')
    return found[1]
  }
}
