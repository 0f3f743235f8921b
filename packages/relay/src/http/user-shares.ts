import { tooManyRequests } from './status.ts'

export interface UserSharesOptions {
  /** How much one user may have in use. */
  readonly share: number
  /** What it is, in the plural. */
  readonly what: string
}

/** Bounds what each user has in use, so that one of them cannot take the room of all others. */
export class UserShares {
  readonly #options: UserSharesOptions
  /** How often a user has each thing in use. */
  readonly #users = new Map<string, Map<unknown, number>>()

  constructor(options: UserSharesOptions) {
    this.#options = options
  }

  /**
   * Takes a part of the user's share; returns the function that gives it back, to be called once. Throws a 429 if the share
   * is used up.
   *
   * @param thing the same thing is counted once @default a new one
   */
  take(user: string, thing: unknown = Symbol('thing')): () => void {
    const { share, what } = this.#options
    const things = this.#users.get(user) ?? new Map<unknown, number>()
    if (!things.has(thing) && things.size >= share) throw tooManyRequests(`this user has too many ${what}`)
    this.#users.set(user, things)
    things.set(thing, (things.get(thing) ?? 0) + 1)
    return () => {
      const left = (things.get(thing) as number) - 1
      if (left > 0) things.set(thing, left)
      else things.delete(thing)
      if (things.size === 0) this.#users.delete(user)
    }
  }
}
