import type { Found } from './check-disk.ts'
import { compareVersions } from './history.ts'

/** The smallest share of rounds that must restore a cache; with fewer, the run proves little. */
const LEAST_SHARE = 0.6

/** Counts the states that the rounds restored. */
export class Tally {
  #rounds = 0
  #looked = 0
  #filled = 0
  #lost = 0
  #maxLag = 0
  #newest = ''

  /** Throws when the disk holds an older resourceVersion than in an earlier round. */
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
      throw new Error(`the disk went back from resourceVersion ${this.#newest} to ${found.resourceVersion}`)
    this.#newest = found.resourceVersion
  }

  /** Throws when too few rounds restored a cache. */
  judge(): void {
    const share = this.#filled / this.#rounds
    if (share < LEAST_SHARE)
      throw new Error(`only ${Math.round(share * 100)} % of the rounds restored a cache from disk`)
  }

  /** Logs a lost cache. It is not a failure, but worth an investigation. */
  #noteLoss({ storage }: Found): void {
    this.#lost++
    console.log(`round ${this.#rounds}: the cache on disk is gone (${storage})`)
  }

  toString(): string {
    return [
      `${this.#looked} looked at the disk`,
      `${this.#filled} found a true state, at most ${this.#maxLag} versions old`,
      `${this.#lost} found that it was gone`,
    ].join(', ')
  }
}
