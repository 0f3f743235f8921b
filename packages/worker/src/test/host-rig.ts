import type { FakeApiserver, FakeClock } from '@kube-informer/testing'
import { definitionsFingerprint, type InformerDefinitions } from '../api/definition.ts'
import type { SliceGroup, SliceWindow, Subscription } from '../api/subscription.ts'
import { type HostOptions, InformerHost } from '../host/informer-host.ts'
import type { ResultMessage } from '../wire/calls.ts'
import type { HostChannel } from '../wire/channel.ts'
import { CLONE_PROBE } from '../wire/clone-probe.ts'
import {
  type HelloMessage,
  type HostMessage,
  type PageMessage,
  PROTOCOL_VERSION,
  type SliceUpdate,
} from '../wire/protocol.ts'
import { BASE_URL, informers, TOKEN } from './informers.ts'

/** The state of one subscription on a test page. */
export interface ShownSlice {
  /** `key@resourceVersion`, in order. */
  readonly rows: readonly string[]
  readonly total: number | undefined
  readonly groups: readonly SliceGroup[] | undefined
  readonly window: SliceWindow | undefined
  readonly status: SliceUpdate['status']
  readonly resourceVersion: string | undefined
}

/** How a page responds to a request for a token. A frozen page does not respond. */
export type TokenAnswer = { readonly token: string } | { readonly error: string } | 'silence'

/** A page without a replica. It acknowledges each batch at once, and records every state of its subscriptions. */
export class TestPage {
  readonly posted: HostMessage[] = []
  /** All states of each subscription, by its id. */
  readonly histories = new Map<number, ShownSlice[]>()
  answer: TokenAnswer = { token: TOKEN }
  closed = false
  /** The option `namespaces` of the page. */
  readonly #namespaces: () => readonly string[] | Error
  /** The ids of the pending requests for tokens. */
  readonly #tokenRequests: number[] = []
  readonly #rows = new Map<number, Map<string, string>>()
  readonly #orders = new Map<number, string[]>()
  #deliver: (message: PageMessage) => void = () => {}
  #onResult: (result: ResultMessage) => void = () => {}

  /** The ids of slices whose rows came from an earlier host. */
  readonly #stale = new Set<number>()
  #channel = 0

  constructor(namespaces: () => readonly string[] | Error = () => []) {
    this.#namespaces = namespaces
  }

  /** The host's end of a new channel. The page ignores messages of older channels. */
  connect(): HostChannel {
    const channel = ++this.#channel
    for (const id of this.histories.keys()) this.#stale.add(id)
    this.#tokenRequests.length = 0
    return {
      post: message => {
        if (channel !== this.#channel) return
        this.posted.push(message)
        queueMicrotask(() => this.#receive(message))
      },
      listen: ({ onMessage }) => {
        this.#deliver = onMessage
      },
      close: () => {
        if (channel === this.#channel) this.closed = true
      },
    }
  }

  post(message: PageMessage): void {
    this.#deliver(message)
  }

  subscribe(id: number, subscription: Subscription, shown?: string): void {
    this.post({
      type: 'subscribe',
      id,
      subscription,
      ...(shown !== undefined && { shownResourceVersion: shown }),
    })
  }

  /** Drops the state of an id, so that another slice can use it. */
  forget(id: number): void {
    this.histories.delete(id)
    this.#rows.delete(id)
    this.#orders.delete(id)
    this.#stale.delete(id)
  }

  shows(id: number): ShownSlice | undefined {
    return this.histories.get(id)?.at(-1)
  }

  /** Resolves with the next result of a call. The first write to the fake apiserver takes real time. */
  result(): Promise<ResultMessage> {
    return new Promise(resolve => {
      this.#onResult = resolve
    })
  }

  count(type: HostMessage['type']): number {
    return this.posted.filter(message => message.type === type).length
  }

  #receive(message: HostMessage): void {
    if (message.type === 'batch') {
      for (const update of message.updates) this.#apply(update)
      this.post({ type: 'ack' })
    }
    if (message.type === 'result') this.#onResult(message)
    if (message.type === 'needToken') this.#answerToken(message.id)
    if (message.type === 'needNamespaces') this.#answerNamespaces(message.id)
  }

  #answerNamespaces(id: number): void {
    const names = this.#namespaces()
    const answer = names instanceof Error ? { error: names.message } : { names }
    this.post({ type: 'namespaces', id, ...answer })
  }

  /** Resumes, and answers the requests that arrived meanwhile. */
  thaw(): void {
    this.answer = { token: TOKEN }
    for (const id of this.#tokenRequests.splice(0)) this.#answerToken(id)
  }

  #answerToken(id: number): void {
    if (this.answer === 'silence') this.#tokenRequests.push(id)
    else this.post({ type: 'token', id, ...this.answer })
  }

  #apply(update: SliceUpdate): void {
    const { id, order } = update
    // The first rows of another host replace all rows.
    if (order && this.#stale.delete(id)) {
      this.#rows.delete(id)
      this.#orders.delete(id)
    }
    const rows = this.#rows.get(id) ?? new Map<string, string>()
    const keys = this.#orders.get(id) ?? []
    for (const row of update.rows ?? []) rows.set(row.key, `${row.key}@${row.resourceVersion}`)
    if (order) keys.splice(order.at, order.remove, ...order.insert)
    this.#rows.set(id, rows)
    this.#orders.set(id, keys)
    const history = this.histories.get(id) ?? []
    const before = history.at(-1)
    history.push({
      rows: keys.map(key => rows.get(key) ?? `${key} was never sent`),
      total: update.total ?? before?.total,
      groups: update.groups ?? before?.groups,
      window: update.window ?? before?.window,
      status: update.status ?? before?.status,
      resourceVersion: update.resourceVersion ?? before?.resourceVersion,
    })
    this.histories.set(id, history)
  }
}

export interface HostRigOptions extends HostOptions {
  readonly clock: FakeClock
  readonly server: FakeApiserver
  readonly definitions?: InformerDefinitions
}

/** A host for a fake apiserver, and pages that connect to it. */
export function hostRig({ server, definitions = informers, ...options }: HostRigOptions) {
  const host = new InformerHost(definitions, { fetch: server.fetch, random: () => 0.5, ...options })
  const greet = (page: TestPage, hello: Partial<HelloMessage> = {}): TestPage => {
    host.attach(page.connect())
    page.post({
      type: 'hello',
      version: PROTOCOL_VERSION,
      probe: CLONE_PROBE,
      fingerprint: definitionsFingerprint(definitions),
      baseUrl: BASE_URL,
      hasToken: true,
      ...hello,
    })
    return page
  }
  return { host, greet, open: (hello?: Partial<HelloMessage>) => greet(new TestPage(), hello) }
}
