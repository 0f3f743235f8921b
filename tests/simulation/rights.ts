import type { Fetch } from '@kube-informer/core'
import type { Authorize, FakeApiserver } from '@kube-informer/testing'

/** The namespaces of a history's Pods. */
export const NAMESPACES = ['blue', 'green'] as const
export type Namespace = (typeof NAMESPACES)[number]

/** A grant to list and watch Pods: in the cluster, or in one namespace. */
export type Right = 'cluster' | Namespace

/** The identities of a history's users; each is its own token. */
const IDENTITIES = ['ada', 'bob', 'inline'] as const
/** The user to whom no right is denied. */
const OPERATOR = 'operator'

/** Options of {@link Rights}. */
export interface RightsOptions {
  readonly now: () => number
  /** Whether the users may list Namespaces. */
  readonly listsNamespaces: boolean
  /** Whether the rights are also those of requests without a token, which informers without a page send. */
  readonly concernsInformers: boolean
}

/** What the users of a history may read, now and before. It is the oracle of what a page may lose. */
export class Rights {
  readonly #options: RightsOptions
  readonly #granted = new Set<Right>(['cluster', ...NAMESPACES])
  /** Accepts the tokens again; undefined while they are accepted. */
  #accept: (() => void) | undefined
  /** Since when each right has been held without interruption; absent for a right that is not held. */
  readonly #heldSince = new Map<Right, number>()
  readonly #interrupted = new Set<Right>()

  constructor(options: RightsOptions) {
    this.#options = options
    this.#record()
  }

  /** The authorizer of the server. */
  readonly authorize: Authorize = ({ user, resource, verb, namespace }) => {
    if (user === OPERATOR || (verb !== 'list' && verb !== 'watch')) return true
    if (resource === 'namespaces') return this.#options.listsNamespaces
    return resource !== 'pods' || this.#isGranted(namespace === '' ? 'cluster' : (namespace as Namespace))
  }

  /** The network as informers without a page use it. */
  forInformers(network: Fetch): Fetch {
    if (this.#options.concernsInformers) return network
    return (input, init) =>
      network(input, { ...init, headers: { ...(init?.headers as object), 'impersonate-user': OPERATOR } })
  }

  /** Requests that need one of these rights are answered 403 from now on. */
  withdraw(rights: readonly Right[]): void {
    for (const right of rights) this.#granted.delete(right)
    this.#record()
  }

  /** Every request is answered 401 from now on. */
  rejectTokens(server: FakeApiserver): void {
    if (this.#accept) return
    const tokens = this.#options.concernsInformers ? [undefined, ...IDENTITIES] : IDENTITIES
    const accepts = tokens.map(token => server.revokeTokens(token))
    this.#accept = () => {
      for (const accept of accepts) accept()
    }
    this.#record()
  }

  /** Grants everything again. */
  grantAll(): void {
    this.#accept?.()
    this.#accept = undefined
    for (const right of ['cluster', ...NAMESPACES] as const) this.#granted.add(right)
    this.#record()
  }

  /** Whether a right was missing at any time. */
  wasInterrupted(right: Right): boolean {
    return this.#interrupted.has(right)
  }

  /** Whether the right has been held since that time, without interruption. */
  wasHeldSince(right: Right, atMs: number): boolean {
    return (this.#heldSince.get(right) ?? Number.POSITIVE_INFINITY) <= atMs
  }

  #isGranted(right: Right): boolean {
    return this.#granted.has('cluster') || this.#granted.has(right)
  }

  #record(): void {
    for (const right of ['cluster', ...NAMESPACES] as const) {
      if (this.#accept || !this.#isGranted(right)) {
        this.#heldSince.delete(right)
        this.#interrupted.add(right)
      } else if (!this.#heldSince.has(right)) this.#heldSince.set(right, this.#options.now())
    }
  }
}
