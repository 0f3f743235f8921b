import { seededRandom } from '@kube-informer/testing'

/** Random decisions that are reproducible for a seed and an index. */
export class Dice {
  readonly #random: () => number

  constructor(seed: number, index: number) {
    this.#random = seededRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b))
  }

  /** Returns true with this probability. */
  chance(probability: number): boolean {
    return this.#random() < probability
  }

  /** Returns an integer in [0, below). */
  below(below: number): number {
    return Math.floor(this.#random() * below)
  }

  /** Returns one of the values; throws if there are none. */
  pick<T>(values: readonly T[]): T {
    const value = values[this.below(values.length)]
    if (value === undefined) throw new Error('nothing to pick from')
    return value
  }

  /** Returns some of the values, in their order. */
  some<T>(values: readonly T[], probability: number): readonly T[] {
    return values.filter(() => this.chance(probability))
  }

  /** Returns one of the values, by weight. */
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
