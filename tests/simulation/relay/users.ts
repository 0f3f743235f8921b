import type { Random } from '@kube-informer/core'
import { VIEWS } from './views.ts'

/** A user of one leaf. */
export interface User {
  readonly name: string
  readonly token: string
  /** What the user reads. */
  readonly views: readonly number[]
  /** Whether the access has been withdrawn. */
  isDenied: boolean
  /** When the last watch of the user must have ended. */
  deniedBy: number
}

/** Options of {@link Users}. */
export interface UsersOptions {
  readonly random: Random
  /** The token of the first user of each leaf is a JSON Web Token that expires then. */
  readonly tokenExpiresAt: number
}

/** The users of a tree, by token and by name. */
export class Users {
  readonly #options: UsersOptions
  readonly #byToken = new Map<string, User>()
  readonly #unknown = new Set<string>()
  readonly #revoked = new Set<string>()

  constructor(options: UsersOptions) {
    this.#options = options
  }

  /** Adds the users of a leaf. */
  add(leaf: string, count: number): readonly User[] {
    const { random, tokenExpiresAt } = this.#options
    return Array.from({ length: count }, (_, index) => {
      const name = `${leaf}-user-${index}`
      const claims = btoa(JSON.stringify({ sub: name, exp: tokenExpiresAt / 1000 })).replaceAll('=', '')
      const expires = index === 0
      const token = expires ? `e30.${claims}.x` : `token-of-${name}`
      const views = [viewOf(random), viewOf(random)]
      const deniedBy = expires ? tokenExpiresAt : Number.POSITIVE_INFINITY
      const user = { name, token, views, isDenied: false, deniedBy }
      this.#byToken.set(token, user)
      return user
    })
  }

  /** The user of a valid token. */
  find(token: string): User | undefined {
    const user = this.#byToken.get(token)
    return user && !this.#unknown.has(user.name) ? user : undefined
  }

  mayRead(name: string): boolean {
    return !this.#revoked.has(name)
  }

  /** Withdraws the right to read. */
  revoke(user: User, endsBy: number): void {
    this.#revoked.add(user.name)
    deny(user, endsBy)
  }

  /** Makes the token invalid. */
  forgetToken(user: User, endsBy: number): void {
    this.#unknown.add(user.name)
    deny(user, endsBy)
  }
}

function deny(user: User, endsBy: number): void {
  user.isDenied = true
  user.deniedBy = Math.min(user.deniedBy, endsBy)
}

/** One in ten views is everything; most are an app in a namespace. */
function viewOf(random: Random): number {
  const weight = random()
  const wanted = VIEWS.flatMap(({ namespace, app }, index) => {
    const isWanted =
      weight < 0.1
        ? namespace === '' && app === ''
        : weight < 0.3
          ? namespace !== '' && app === ''
          : weight < 0.4
            ? namespace === '' && app !== ''
            : namespace !== '' && app !== ''
    return isWanted ? [index] : []
  })
  return wanted[Math.floor(random() * wanted.length)] ?? 0
}
