import type { FakeApiserver, FakeClock } from '@kube-informer/testing'
import { definitionsFingerprint, type InformerDefinitions } from '../api/definition.ts'
import type { SliceGroup, Subscription } from '../api/subscription.ts'
import { type HostOptions, InformerHost } from '../host/informer-host.ts'
import type { HostChannel } from '../wire/channel.ts'
import {
  type HelloMessage,
  type HostMessage,
  type PageMessage,
  PROTOCOL_VERSION,
  type ResultMessage,
  type SliceUpdate,
} from '../wire/protocol.ts'
import { BASE_URL, informers, TOKEN } from './informers.ts'

/** What a page of a test shows of one subscription. */
export interface ShownSlice {
  /** `key@resourceVersion`, in order. */
  readonly rows: readonly string[]
  readonly total: number | undefined
  readonly groups: readonly SliceGroup[] | undefined
  readonly status: SliceUpdate['status']
  readonly resourceVersion: string | undefined
}

/** How a page answers when it is asked for a token; a page that is frozen does not. */
export type TokenAnswer = { readonly token: string } | { readonly error: string } | 'silence'

/** A page without a replica: it acknowledges each batch at once, and remembers what it shows. */
export class TestPage {
  readonly posted: HostMessage[] = []
  /** Every state that a subscription has shown, by its id. */
  readonly histories = new Map<number, ShownSlice[]>()
  answer: TokenAnswer = { token: TOKEN }
  closed = false
  /** Questions for tokens that wait for an answer. */
  readonly #asked: number[] = []
  readonly #rows = new Map<number, Map<string, string>>()
  readonly #orders = new Map<number, string[]>()
  #deliver: (message: PageMessage) => void = () => {}
  #onResult: (result: ResultMessage) => void = () => {}

  /** Slices whose rows came from a host before. */
  readonly #former = new Set<number>()
  #transport = 0

  /** The host's end of a new transport to it; of an older one, nothing is heard any more. */
  connect(): HostChannel {
    const transport = ++this.#transport
    for (const id of this.histories.keys()) this.#former.add(id)
    this.#asked.length = 0
    return {
      post: message => {
        if (transport !== this.#transport) return
        this.posted.push(message)
        queueMicrotask(() => this.#receive(message))
      },
      listen: ({ onMessage }) => {
        this.#deliver = onMessage
      },
      close: () => {
        if (transport === this.#transport) this.closed = true
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

  /** What is subscribed to by this id next is another slice. */
  forget(id: number): void {
    this.histories.delete(id)
    this.#rows.delete(id)
    this.#orders.delete(id)
    this.#former.delete(id)
  }

  shows(id: number): ShownSlice | undefined {
    return this.histories.get(id)?.at(-1)
  }

  /** The next result of a call: writes to the fake apiserver take real time the first time. */
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
  }

  /** Thawed, it finds what it was asked meanwhile. */
  thaw(): void {
    this.answer = { token: TOKEN }
    for (const id of this.#asked.splice(0)) this.#answerToken(id)
  }

  #answerToken(id: number): void {
    if (this.answer === 'silence') this.#asked.push(id)
    else this.post({ type: 'token', id, ...this.answer })
  }

  #apply(update: SliceUpdate): void {
    const { id, order } = update
    // The first rows of another host take the place of all that there are.
    if (order && this.#former.delete(id)) {
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
      status: update.status ?? before?.status,
      resourceVersion: update.resourceVersion ?? before?.resourceVersion,
    })
    this.histories.set(id, history)
  }
}

/** Options of {@link hostRig}. */
export interface HostRigOptions extends HostOptions {
  readonly clock: FakeClock
  readonly server: FakeApiserver
  readonly definitions?: InformerDefinitions
}

/** A host over a fake apiserver, and pages that say hello to it. */
export function hostRig({ server, definitions = informers, ...options }: HostRigOptions) {
  const host = new InformerHost(definitions, { fetch: server.fetch, random: () => 0.5, ...options })
  const greet = (page: TestPage, hello: Partial<HelloMessage> = {}): TestPage => {
    host.attach(page.connect())
    page.post({
      type: 'hello',
      version: PROTOCOL_VERSION,
      fingerprint: definitionsFingerprint(definitions),
      baseUrl: BASE_URL,
      hasToken: true,
      ...hello,
    })
    return page
  }
  return { host, greet, open: (hello?: Partial<HelloMessage>) => greet(new TestPage(), hello) }
}
