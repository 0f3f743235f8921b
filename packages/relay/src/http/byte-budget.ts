import { tooManyRequests } from './status.ts'

export interface ByteBudgetOptions {
  /** How many bytes all users may have in use together. */
  readonly limit: number
  /** How many bytes one user may have. */
  readonly share: number
  /** Named in the error, in the plural. */
  readonly what: string
}

/** Takes bytes, and returns the function that gives them back, to be called once. Throws a 429 if there is no room. */
export type TakeBytes = (bytes: number) => () => void

/** Bounds the bytes that all users have in use together, and those of each. */
export class ByteBudget {
  readonly #options: ByteBudgetOptions
  readonly #users = new Map<string, number>()
  #size = 0

  constructor(options: ByteBudgetOptions) {
    this.#options = options
  }

  /** What one user takes. */
  of(user: string): TakeBytes {
    return bytes => {
      const { limit, share, what } = this.#options
      const used = this.#users.get(user) ?? 0
      if (used + bytes > share) throw tooManyRequests(`this user has too many ${what}`)
      if (this.#size + bytes > limit) throw tooManyRequests(`the relay has too many ${what}`)
      this.#add(user, bytes)
      return () => this.#add(user, -bytes)
    }
  }

  #add(user: string, bytes: number): void {
    this.#size += bytes
    const used = (this.#users.get(user) ?? 0) + bytes
    if (used === 0) this.#users.delete(user)
    else this.#users.set(user, used)
  }
}
