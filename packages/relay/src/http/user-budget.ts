import { tooManyRequests } from './status.ts'
import { UserShares } from './user-shares.ts'

export interface UserBudgetOptions {
  /** How many all users may have in use together. */
  readonly limit: number
  /** How many one user may have. */
  readonly share: number
  /** Named in the error. */
  readonly what: string
}

/** Bounds what all users have in use together, and what each has. */
export class UserBudget {
  readonly #options: UserBudgetOptions
  readonly #shares: UserShares
  #size = 0

  constructor(options: UserBudgetOptions) {
    this.#options = options
    this.#shares = new UserShares(options)
  }

  /** Returns the idempotent function that gives the part back. Throws a 429 if there is none. */
  take(user: string): () => void {
    const { limit, what } = this.#options
    if (this.#size >= limit) throw tooManyRequests(`the relay has too many ${what}`)
    const giveBack = this.#shares.take(user)
    this.#size++
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      this.#size--
      giveBack()
    }
  }
}
