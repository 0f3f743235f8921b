import {
  apiVersionOf,
  type Clock,
  type Random,
  type ResourceDefinition,
  type Status,
} from '@kube-informer/core'
import type { StreamFault } from '../faults/fault-rules.ts'
import type { Collection } from '../storage/collection.ts'
import { encodeFrame, encodeText } from '../storage/encode.ts'
import type { StorageEvent, StoredObject } from '../storage/stored-object.ts'
import { FrameStream } from './frame-stream.ts'
import { type ListQuery, watchRevision } from './list-query.ts'
import type { Selection } from './selection.ts'
import { expired, tooLargeResourceVersion } from './status.ts'
import type { WatchForm } from './watch-form.ts'

const BOOKMARK_INTERVAL_MS = 60_000
/** The last bookmark comes so long before the end, so that a client resumes from where it was. */
const BOOKMARK_BEFORE_END_MS = 2_000
const MIN_TIMEOUT_MS = 30 * 60_000
/** What the timers of every host can do. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1

/** Everything a watch needs. */
export interface WatchOptions {
  readonly resource: ResourceDefinition
  readonly collection: Collection
  /** The newest revision of the whole storage, at any time. */
  readonly current: () => number
  readonly namespace: string
  readonly query: ListQuery
  readonly selects: Selection
  readonly form: WatchForm
  readonly clock: Clock
  readonly random: Random
  /** How many events may wait for a slow reader. */
  readonly buffer: number
  readonly fault?: StreamFault | undefined
  readonly signal?: AbortSignal | undefined
  readonly onUnread: (unread: boolean) => void
  readonly onClose: () => void
}

/** Where a watch starts. */
interface Start {
  /** Events of the history that come first. */
  readonly events: readonly StorageEvent[]
  /** Only writes after this revision are sent; 0 where an error is all that is sent. */
  readonly revision: number
  /** The state that comes as synthetic ADDED events, if any. */
  readonly state?: readonly StoredObject[]
  readonly error?: Status
}

/** One open watch: initial events, live events, bookmarks, and its own end. */
export class Watch {
  readonly #options: WatchOptions
  readonly #stream: FrameStream
  readonly #start: Start
  readonly #deadline: number
  readonly #timers = new Set<unknown>()
  #unsubscribe: () => void = () => {}
  #sent = 0

  constructor(options: WatchOptions) {
    this.#options = options
    this.#start = startOf(options)
    const { timeoutSeconds } = options.query
    const timeoutMs = timeoutSeconds ? timeoutSeconds * 1000 : MIN_TIMEOUT_MS * (1 + options.random())
    this.#deadline = options.clock.now() + Math.min(timeoutMs, MAX_TIMEOUT_MS)
    this.#stream = new FrameStream({
      initial: this.#start.state || this.#start.error ? this.#initialFrames() : undefined,
      limit: options.buffer,
      signal: options.signal,
      onUnread: options.onUnread,
      onClose: () => this.#stop(),
    })
    this.#open()
  }

  get body(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return this.#stream.body
  }

  /** Ends the response behind what is waiting, as a plain end of the stream. */
  end(): void {
    this.#stream.end()
  }

  #open(): void {
    if (this.#start.error) this.#stream.end()
    else this.#follow()
  }

  #follow(): void {
    if (!this.#start.state) this.#checkFault()
    for (const event of this.#start.events) this.#offer(event)
    this.#unsubscribe = this.#options.collection.subscribe(event => this.#offer(event))
    this.#after(this.#deadline - this.#options.clock.now(), () => this.end())
    this.#scheduleBookmark()
    const { fault } = this.#options
    if (fault?.afterMs !== undefined) this.#after(fault.afterMs, () => this.#fail())
  }

  #stop(): void {
    this.#unsubscribe()
    for (const timer of this.#timers) this.#options.clock.clearTimeout(timer)
    this.#timers.clear()
    this.#options.onClose()
  }

  *#initialFrames(): Generator<Uint8Array> {
    const { form, query, selects } = this.#options
    if (this.#start.error) yield encodeFrame('ERROR', this.#start.error)
    if (!this.#start.state) return
    for (const stored of this.#start.state) {
      if (!selects(stored)) continue
      const frame = form.state(stored)
      if (this.#isEnough()) {
        yield* this.#breakOff(frame)
        return
      }
      this.#sent++
      yield frame
    }
    if (query.allowWatchBookmarks && query.marksInitialEventsEnd)
      yield this.#bookmark(this.#start.revision, true)
  }

  #offer(event: StorageEvent): void {
    if (event.revision <= this.#start.revision) return
    const type = this.#typeOf(event)
    if (!type) return
    const frame = this.#options.form.event(type, event)
    if (this.#isCutHere()) this.#truncate(frame)
    else this.#send(frame)
  }

  #send(frame: Uint8Array): void {
    this.#stream.push(frame)
    this.#sent++
    this.#checkFault()
  }

  /** What a write means for this view: an object may enter it or leave it by being changed. */
  #typeOf({ previous, current }: StorageEvent): 'ADDED' | 'MODIFIED' | 'DELETED' | undefined {
    const { selects } = this.#options
    const before = previous !== undefined && selects(previous)
    const after = current !== undefined && selects(current)
    if (after) return before ? 'MODIFIED' : 'ADDED'
    return before ? 'DELETED' : undefined
  }

  #scheduleBookmark(): void {
    if (!this.#options.query.allowWatchBookmarks) return
    const now = this.#options.clock.now()
    const next = Math.min(now + BOOKMARK_INTERVAL_MS, this.#deadline - BOOKMARK_BEFORE_END_MS)
    if (next <= now) return
    this.#after(next - now, () => {
      const revision = this.#options.current()
      // A bookmark never repeats where the watch started.
      if (revision > this.#start.revision) this.#stream.push(this.#bookmark(revision, false))
      this.#scheduleBookmark()
    })
  }

  #bookmark(revision: number, isInitialEventsEnd: boolean): Uint8Array {
    const { resource, form } = this.#options
    const annotations = isInitialEventsEnd ? { annotations: { 'k8s.io/initial-events-end': 'true' } } : {}
    return form.bookmark({
      kind: resource.kind,
      apiVersion: apiVersionOf(resource),
      metadata: { resourceVersion: String(revision), ...annotations },
    })
  }

  #after(delayMs: number, callback: () => void): void {
    const { clock } = this.#options
    const timer = clock.setTimeout(() => {
      this.#timers.delete(timer)
      callback()
    }, delayMs)
    this.#timers.add(timer)
  }

  #checkFault(): void {
    if (this.#options.fault?.type === 'end' && this.#isEnough()) this.end()
  }

  /** Whether a fault allows no more events. */
  #isEnough(): boolean {
    const { fault } = this.#options
    if (!fault || fault.afterMs !== undefined) return false
    return this.#sent >= (fault.afterEvents ?? 0)
  }

  #isCutHere(): boolean {
    return this.#options.fault?.type === 'truncate' && this.#isEnough()
  }

  /** Ends in the middle of the state; what was written since is not sent either. */
  *#breakOff(frame: Uint8Array): Generator<Uint8Array> {
    const isCut = this.#isCutHere()
    if (isCut) yield frame.subarray(0, frame.length >> 1)
    this.#stream.cut(isCut ? new TypeError('terminated') : undefined)
  }

  #truncate(frame: Uint8Array): void {
    this.#stream.push(frame.subarray(0, frame.length >> 1))
    this.#stream.end(new TypeError('terminated'))
  }

  #fail(): void {
    if (this.#options.fault?.type === 'truncate') this.#truncate(encodeText('{"type":"MODI'))
    else this.end()
  }
}

function startOf(options: WatchOptions): Start {
  const { query, collection, current, fault } = options
  const requested = watchRevision(query.resourceVersion)
  const now = current()
  if (fault?.type === 'expired') return refused(expired(tooOld(query.resourceVersion || '0', now)).status)
  if (query.sendInitialEvents) {
    if (requested > now) return refused(tooLargeResourceVersion(query.resourceVersion, now).status)
    return { events: [], state: stateOf(options, now), revision: now }
  }
  if (requested === 0) return { events: [], revision: now }
  if (requested < collection.watchFloor)
    return refused(expired(tooOld(query.resourceVersion, collection.watchFloor)).status)
  return { events: collection.eventsAfter(requested), revision: requested }
}

const refused = (error: Status): Start => ({ events: [], revision: 0, error })

const stateOf = ({ collection }: WatchOptions, revision: number): readonly StoredObject[] =>
  collection.snapshot(revision)

/** The second number is the oldest revision that a watch can start from. */
const tooOld = (requested: string, oldest: number): string =>
  `too old resource version: ${requested} (${oldest})`
