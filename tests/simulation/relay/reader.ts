import { Backoff } from './backoff.ts'
import type { ReaderContext } from './reader-context.ts'
import type { User } from './users.ts'
import { pathOf, VIEWS } from './views.ts'

/** As client-go: requests that the server asks to send later. */
const MAX_RETRIES = 10
/** As client-go: a watch ends after a random time between this and twice as long. */
const MIN_TIMEOUT_SECONDS = 300
const LATENCY_MS = 20
/** More than a flush window. */
const DRAIN_MS = 200

type State = 'waiting' | 'opening' | 'open' | 'gone'

/** A reader with one watch, which it resumes by client-go's rules. It knows its position, and not the objects. */
export class Reader {
  readonly index: number
  readonly view: number
  readonly user: User
  readonly #crowd: ReaderContext
  /** How many events of the view it has received. */
  position: number
  #resourceVersion: string
  #state: State = 'waiting'
  /** Changes with each connection. */
  #connection = 0
  #body: ReadableStreamDefaultReader<Uint8Array> | undefined
  #openedAt = 0
  #timeoutMs = 0
  #retries = 0
  #backoff: Backoff | undefined
  #stalled: Promise<void> | undefined
  #resume: (() => void) | undefined
  /** The last time it did not read; its delay does not count afterwards. */
  #stalledUntil = -1
  /**
   * Bytes that waited for it on this connection while it did not read; -1 if it reads all the time. What a watch that was
   * opened meanwhile starts with is in the history, and not queued.
   */
  #backlog = -1

  constructor(crowd: ReaderContext, index: number) {
    this.#crowd = crowd
    this.index = index
    const { users, oracle, leaf } = crowd
    const user = users[index % users.length]
    if (!user) throw new Error(`${leaf.name} has no users`)
    this.user = user
    this.view = user.views[Math.floor(index / users.length) % user.views.length] ?? 0
    this.position = oracle.eventsOf(this.view).length
    this.#resourceVersion = oracle.resourceVersion
  }

  get isOpen(): boolean {
    return this.#state === 'open'
  }

  /** Whether it has lost its access. */
  get isGone(): boolean {
    return this.#state === 'gone'
  }

  get isStalled(): boolean {
    return this.#stalled !== undefined
  }

  /** Whether it has been connected and reading since a time. */
  followsSince(at: number): boolean {
    return this.#state === 'open' && this.#openedAt <= at && !this.#stalled && this.#stalledUntil <= at
  }

  /** Sends its request after a time. */
  start(delayMs: number): void {
    this.#wait(delayMs)
  }

  /** Stops reading, without closing the connection. */
  stall(): void {
    if (this.#stalled || this.#state === 'gone') return
    this.#stalled = new Promise(resolve => {
      this.#resume = resolve
    })
    if (this.#state === 'open') this.#backlog = 0
  }

  resume(): void {
    if (!this.#stalled) return
    this.#stalled = undefined
    this.#stalledUntil = this.#crowd.clock.now()
    this.#resume?.()
  }

  /** The process at the other end has ended. */
  cut(): void {
    if (this.#state !== 'open' && this.#state !== 'opening') return
    this.#crowd.stats.broken++
    this.#disconnect()
    this.#wait(this.#crowd.random() * LATENCY_MS)
  }

  stop(): void {
    this.#state = 'gone'
    this.#disconnect()
    this.#resume?.()
  }

  #disconnect(): void {
    this.#connection++
    this.#body?.cancel().catch(() => {})
    this.#body = undefined
    this.#backlog = -1
  }

  #wait(delayMs: number): void {
    this.#state = 'waiting'
    this.#crowd.agenda.after(delayMs, () => void this.#open())
  }

  async #open(): Promise<void> {
    if (this.#state !== 'waiting') return
    const { leaf, stats, clock, random } = this.#crowd
    this.#state = 'opening'
    const connection = ++this.#connection
    const timeoutSeconds = Math.floor(MIN_TIMEOUT_SECONDS * (1 + random()))
    const query = `watch=1&allowWatchBookmarks=true&resourceVersion=${this.#resourceVersion}&timeoutSeconds=${timeoutSeconds}`
    const url = `http://relay${pathOf(VIEWS[this.view] ?? { namespace: '', app: '' })}${query}`
    let response: Response
    try {
      response = await leaf.fetch(
        new Request(url, { headers: { authorization: `Bearer ${this.user.token}` } }),
      )
    } catch {
      stats.unreachable++
      if (connection === this.#connection) this.#backOff()
      return
    }
    if (connection !== this.#connection || !response.ok || !response.body) {
      await response.body?.cancel()
      if (connection === this.#connection) this.#rejected(response)
      return
    }
    this.#crowd.opened()
    this.#state = 'open'
    this.#retries = 0
    this.#openedAt = clock.now()
    this.#timeoutMs = timeoutSeconds * 1000
    this.#body = response.body.getReader()
    await this.#read(this.#body, connection)
  }

  #rejected({ status, headers }: Response): void {
    const { stats } = this.#crowd
    const retryAfter = headers.get('Retry-After')
    if (status === 401 || status === 403) {
      if (!this.user.isDenied && this.user.deniedBy > this.#crowd.clock.now())
        this.#fault(`its watch was answered with ${status}`)
      stats.forbidden++
      this.#state = 'gone'
    } else if (retryAfter !== null && ++this.#retries <= MAX_RETRIES) {
      stats.refused++
      this.#wait(Number(retryAfter) * 1000)
    } else if (status === 410) this.#fault('it has to list: its watch was answered with 410')
    else this.#backOff()
  }

  #backOff(): void {
    const { clock, random } = this.#crowd
    this.#retries = 0
    this.#backoff ??= new Backoff(clock, random)
    this.#wait(this.#backoff.next())
  }

  async #read(body: ReadableStreamDefaultReader<Uint8Array>, connection: number): Promise<void> {
    let isBroken = false
    let error: number | undefined
    try {
      for (;;) {
        if (this.#stalled) await this.#stalled
        const { done, value } = await body.read()
        if (connection !== this.#connection) return
        if (done) break
        error ??= this.#receive(value)
      }
    } catch {
      isBroken = true
    }
    if (connection === this.#connection) this.#ended(error, isBroken)
  }

  /** Returns the code of an ERROR event. */
  #receive(chunk: Uint8Array): number | undefined {
    const { chunks, stats, clock } = this.#crowd
    const { position, resourceVersion, error, oldestAt, fault } = chunks.check(
      chunk,
      this.view,
      this.position,
    )
    if (fault !== undefined) this.#fault(fault)
    if (position > this.position && this.user.deniedBy < clock.now())
      this.#fault('it received events without access')
    stats.reads++
    stats.deliveries += position - this.position
    this.position = position
    this.#resourceVersion = resourceVersion ?? this.#resourceVersion
    if (this.#hasDrained()) this.#backlog = -1
    // The chunk that arrives while it does not read was requested before.
    if (this.#backlog >= 0 && !this.#stalled) {
      this.#backlog += chunk.length
      stats.mostBacklogBytes = Math.max(stats.mostBacklogBytes, this.#backlog)
    }
    if (this.followsSince(oldestAt)) {
      const since = this.#crowd.connectedSince()
      if (since !== undefined && since < oldestAt)
        stats.mostDelayMs = Math.max(stats.mostDelayMs, clock.now() - oldestAt)
    }
    return error
  }

  /** The watch has ended: it may do so for some reasons only. */
  #ended(error: number | undefined, isBroken: boolean): void {
    const { stats, clock, random } = this.#crowd
    const isDenied = this.user.isDenied || this.user.deniedBy <= clock.now()
    if (error !== undefined && (error === 401 || error === 403) && isDenied) stats.denied++
    else if (error !== undefined) this.#fault(`its watch ended with the error ${error}`)
    else if (isBroken) this.#fault('its watch broke off, although its leaf runs')
    else if (!this.#hasDrained()) stats.overflowed++
    else if (clock.now() >= this.#openedAt + this.#timeoutMs) stats.timedOut++
    else this.#fault('its watch ended without a reason')
    this.#disconnect()
    this.#wait(random() * LATENCY_MS)
  }

  /** Whether what waited for it while it did not read has arrived. */
  #hasDrained(): boolean {
    return !this.#stalled && this.#crowd.clock.now() > this.#stalledUntil + DRAIN_MS
  }

  #fault(text: string): void {
    this.#crowd.fault(`reader ${this.index} of ${this.user.name}: ${text}`)
  }
}
