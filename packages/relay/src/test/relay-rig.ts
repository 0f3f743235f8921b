import { createKubeClient, type Fetch } from '@kube-informer/core'
import {
  createFakeApiserver,
  type FakeApiserver,
  FakeClock,
  generatePods,
  pods,
} from '@kube-informer/testing'
import type { RelayOptions } from '../api/relay-options.ts'
import { createRelay, type RelayHandle } from '../create-relay.ts'

/** A fake apiserver with a relay in front of it, in virtual time. */
export interface RelayRig {
  readonly clock: FakeClock
  readonly server: FakeApiserver
  readonly relay: RelayHandle
  /** Tokens that `authenticate` accepts, with their users. */
  readonly users: Map<string, string>
  /** Returns whether the user may make the request. */
  allows: (user: string, verb: string, namespace: string) => boolean
  /** Sends a request with the token of a user. */
  get(path: string, options?: RequestInit & { readonly token?: string }): Promise<Response>
  stop(): Promise<void>
}

/** The names of a watch's events that have arrived, and the rest of the stream. */
export class WatchReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #decoder = new TextDecoder()
  #text = ''
  readonly events: { readonly type: string; readonly object: { readonly [name: string]: never } }[] = []
  isOver = false
  /** Settles when the stream has ended. */
  readonly done: Promise<void>

  constructor(response: Response) {
    this.#reader = (response.body ?? new Response('').body ?? new ReadableStream()).getReader()
    this.done = this.#read()
  }

  /** `ADDED web-0`. */
  get lines(): string[] {
    return this.events.map(({ type, object }) => {
      const { metadata, code } = object as { metadata?: { name?: string }; code?: number }
      return `${type} ${code ?? metadata?.name ?? ''}`.trim()
    })
  }

  cancel(): Promise<void> {
    return this.#reader.cancel()
  }

  async #read(): Promise<void> {
    for (;;) {
      const { done, value } = await this.#reader.read()
      if (done) break
      this.#text += this.#decoder.decode(value, { stream: true })
      const lines = this.#text.split('\n')
      this.#text = lines.pop() ?? ''
      for (const line of lines) this.events.push(JSON.parse(line))
    }
    this.isOver = true
  }
}

/** Starts a relay for Pods in front of a fake apiserver with `count` Pods. */
export async function startRelay(
  options: Partial<RelayOptions> & { readonly count?: number; readonly upstreamFetch?: Fetch } = {},
): Promise<RelayRig> {
  const clock = new FakeClock()
  const { count = 3, upstreamFetch, ...rest } = options
  const server = createFakeApiserver({ clock, objects: generatePods({ count, seed: 1 }) })
  const fetch = upstreamFetch ?? (server.fetch as Fetch)
  const users = new Map([['alice-token', 'alice']])
  const stopping = new AbortController()
  const relay = createRelay({
    upstream: createKubeClient({ baseUrl: 'http://upstream', fetch, clock }),
    resources: [pods],
    authenticate: async ({ headers }) => {
      const username = users.get(headers.get('Authorization')?.replace('Bearer ', '') ?? '')
      return username === undefined ? undefined : { username }
    },
    authorize: async ({ username }, { verb, namespace }) => ({
      allowed: rig.allows(username, verb, namespace),
    }),
    clock,
    random: () => 0.5,
    ...rest,
  })
  const running = relay.run(stopping.signal)
  const rig: RelayRig = {
    clock,
    server,
    relay,
    users,
    allows: () => true,
    get: (path, { token = 'alice-token', headers, ...init } = {}) => {
      const request = new Request(`http://relay${path}`, { ...init, headers: new Headers(headers) })
      if (token !== '') request.headers.set('Authorization', `Bearer ${token}`)
      return relay.fetch(request)
    },
    stop: async () => {
      stopping.abort()
      await running
    },
  }
  await clock.advance(0)
  return rig
}
