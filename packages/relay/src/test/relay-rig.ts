import { createKubeClient, type Fetch, type InformerClient } from '@kube-informer/core'
import {
  type AccessAttributes,
  createFakeApiserver,
  type FakeApiserver,
  type FakeApiserverOptions,
  FakeClock,
  generatePods,
  pods,
} from '@kube-informer/testing'
import type { RelayOptions } from '../api/relay-options.ts'
import { type AccessReviewOptions, accessReview } from '../auth/access-review.ts'
import { tokenReview } from '../auth/token-review.ts'
import { createRelay, type RelayHandle } from '../create-relay.ts'

/** Options of {@link startRelay}: those of the relay, and of what is around it. */
export interface RigOptions extends Partial<RelayOptions> {
  /** How many Pods there are at first. @default 3 */
  readonly count?: number
  readonly objects?: FakeApiserverOptions['objects']
  readonly access?: Partial<AccessReviewOptions>
  /** Wraps the `fetch` of the relay's client. */
  readonly wrap?: (fetch: Fetch) => Fetch
}

/** A request of a reader. */
export interface ReaderRequest extends RequestInit {
  /** The user who sends it; "" for no token. @default 'alice' */
  readonly as?: string
}

const RELAY_TOKEN = 'token-of-relay'

/** A relay for Pods in front of a fake apiserver, in virtual time. The token of a user is `token-of-` and the name. */
export class RelayRig {
  readonly clock = new FakeClock()
  readonly server: FakeApiserver
  readonly client: InformerClient
  readonly relay: RelayHandle
  /** The users whose tokens are valid. */
  readonly users = new Set(['alice', 'bob', 'relay'])
  /** What users may do; the relay may do everything. */
  allows: (attributes: AccessAttributes) => boolean = () => true
  readonly #stopping = new AbortController()
  readonly #running: Promise<void>

  constructor(options: RigOptions = {}) {
    const { clock } = this
    const { count = 3, objects, access, wrap = fetch => fetch, ...rest } = options
    this.server = createFakeApiserver({
      clock,
      objects: objects ?? generatePods({ count, seed: 1 }),
      auth: { token: token => this.#userOf(token) },
      authorize: attributes => attributes.user === 'relay' || this.allows(attributes),
    })
    this.client = createKubeClient({
      baseUrl: 'http://upstream',
      fetch: wrap((url, init) => this.server.fetch(url, init)),
      getToken: () => RELAY_TOKEN,
      clock,
    })
    this.relay = createRelay({
      upstream: this.client,
      resources: [pods],
      authenticate: tokenReview({ client: this.client, clock }),
      authorize: accessReview({ client: this.client, clock, random: () => 0.5, ...access }),
      clock,
      random: () => 0.5,
      ...rest,
    })
    this.#running = this.relay.run(this.#stopping.signal)
  }

  /** Sends a request to the relay. */
  get(path: string, { as = 'alice', headers, ...init }: ReaderRequest = {}): Promise<Response> {
    const request = new Request(`http://relay${path}`, { ...init, headers: new Headers(headers) })
    if (as !== '') request.headers.set('Authorization', `Bearer token-of-${as}`)
    return this.relay.fetch(request)
  }

  /** How many requests of a kind for a resource the apiserver received. */
  asked(kind: string, resource = 'pods'): number {
    return this.server.requests.filter(request => request.kind === kind && request.resource === resource)
      .length
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  #userOf(token: string): { readonly username: string } | undefined {
    const username = token.replace('token-of-', '')
    return this.users.has(username) ? { username } : undefined
  }
}

/** Starts a relay, and waits until its cache is ready. */
export async function startRelay(options?: RigOptions): Promise<RelayRig> {
  const rig = new RelayRig(options)
  await rig.clock.advance(0)
  return rig
}

/** The JSON of a Status response, with its code. */
export async function statusOf(
  response: Promise<Response>,
): Promise<readonly [code: number, message: string]> {
  const answer = await response
  const body = (await answer.json()) as { kind: string; code: number; message: string }
  if (body.kind !== 'Status' || body.code !== answer.status)
    throw new Error(`not a Status: ${JSON.stringify(body)}`)
  return [answer.status, body.message]
}
