import type { Found } from './check-disk.ts'
import { compareVersions } from './history.ts'

/** With less on disk the rounds say little about it. */
const LEAST_SHARE = 0.6

/** Counts what the rounds found. */
export class Tally {
  #rounds = 0
  #looked = 0
  #filled = 0
  #lost = 0
  #maxLag = 0
  #newest = ''

  /** Throws when the disk has gone back: what was found once was written for good. */
  add(found: Found | undefined): void {
    this.#rounds++
    if (!found) return
    this.#looked++
    if (found.rows === 0) {
      if (this.#newest !== '') this.#noteLoss(found)
      return
    }
    this.#filled++
    this.#maxLag = Math.max(this.#maxLag, found.lag)
    if (compareVersions(found.resourceVersion, this.#newest) < 0)
      throw new Error(`version ${this.#newest} was on disk, and now it is ${found.resourceVersion}`)
    this.#newest = found.resourceVersion
  }

  /** Throws when too few rounds found anything. */
  judge(): void {
    const share = this.#filled / this.#rounds
    if (share < LEAST_SHARE)
      throw new Error(`only ${Math.round(share * 100)} % of the rounds found something on disk`)
  }

  /** Not a failure, but worth an investigation. */
  #noteLoss({ storage }: Found): void {
    this.#lost++
    console.log(`round ${this.#rounds}: the disk has nothing any more (${storage})`)
  }

  toString(): string {
    return [
      `${this.#looked} looked at the disk`,
      `${this.#filled} found a true state, at most ${this.#maxLag} versions old`,
      `${this.#lost} found that it was gone`,
    ].join(', ')
  }
}
