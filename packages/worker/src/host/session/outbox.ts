import type { Clock } from '@kube-informer/core'
import type { BatchMessage, SliceUpdate, SubscribeMessage } from '../../wire/protocol.ts'
import type { RelatedUpdate, RelateMessage } from '../../wire/related.ts'
import type { Cluster } from '../clusters/cluster.ts'
import { RelatedStream } from '../streams/related-stream.ts'
import { SliceStream } from '../streams/slice-stream.ts'
import type { InformerQuota } from '../views/counted-view.ts'

export interface OutboxOptions {
  readonly clock: Clock
  /** Counts the informers of the page. */
  readonly informers: InformerQuota
  readonly send: (batch: BatchMessage) => void
}

/** A subscription or a tree. */
interface Stream {
  /** Adds what has changed to a batch. */
  addTo(batch: Batch): void
  close(): void
}

/** What waits until the page has applied some batches. */
interface Waiting {
  batches: number
  readonly callback: () => void
}

interface Batch {
  readonly updates: SliceUpdate[]
  readonly related: RelatedUpdate[]
}

/**
 * The subscriptions and trees of a page. At most one batch is in flight. Meanwhile subscriptions are only marked as dirty, so
 * that a page that does not read costs one flag for each of them.
 */
export class Outbox {
  readonly #clock: Clock
  readonly #informers: InformerQuota
  readonly #send: (batch: BatchMessage) => void
  readonly #streams = new Map<number, Stream>()
  readonly #dirty = new Set<Stream>()
  #waiting: Waiting[] = []
  #batchUnderWay = false
  #flushing = false

  constructor({ clock, informers, send }: OutboxOptions) {
    this.#clock = clock
    this.#informers = informers
    this.#send = send
  }

  subscribe(cluster: Cluster, { type: _, ...slice }: SubscribeMessage): void {
    this.#add(slice.id, onDirty => {
      const [clock, informers] = [this.#clock, this.#informers]
      const stream = new SliceStream({ ...slice, cluster, informers, onDirty, clock })
      return {
        addTo: ({ updates }) => addIfAny(updates, stream.take()),
        close: () => stream.close(),
      }
    })
  }

  relate(cluster: Cluster, message: RelateMessage): void {
    this.#add(message.id, onDirty => {
      const [clock, informers] = [this.#clock, this.#informers]
      const stream = new RelatedStream({ message, cluster, informers, onDirty, clock })
      return {
        addTo: ({ related }) => addIfAny(related, stream.take()),
        close: () => stream.close(),
      }
    })
  }

  unsubscribe(id: number): void {
    const stream = this.#streams.get(id)
    if (!stream) return
    this.#streams.delete(id)
    this.#dirty.delete(stream)
    stream.close()
  }

  /** The page can receive another batch. */
  acknowledged(): void {
    this.#batchUnderWay = false
    this.#passed()
  }

  /** Calls back once the page has applied what has changed so far; at once if it has already. In the order of the calls. */
  whenApplied(callback: () => void): void {
    const batches = Number(this.#batchUnderWay) + Number(this.#dirty.size > 0)
    if (batches === 0) callback()
    else this.#waiting.push({ batches, callback })
  }

  /** Ends every subscription. Nothing is sent afterwards. */
  close(): void {
    for (const id of [...this.#streams.keys()]) this.unsubscribe(id)
  }

  #add(id: number, open: (onDirty: () => void) => Stream): void {
    this.unsubscribe(id)
    const onDirty = () => {
      // A view may change while it is opened: a cluster-wide informer that is denied already is replaced at once.
      const opened = this.#streams.get(id)
      if (opened) this.#markDirty(opened)
    }
    const stream = open(onDirty)
    this.#streams.set(id, stream)
    this.#markDirty(stream)
  }

  #markDirty(stream: Stream): void {
    this.#dirty.add(stream)
    this.#flushSoon()
  }

  /**
   * In a later task, so that the changes of one watch batch, and the subscriptions of one render, are sent together.
   */
  #flushSoon(): void {
    if (this.#flushing || this.#batchUnderWay || this.#dirty.size === 0) return
    this.#flushing = true
    void this.#clock.yieldToHost().then(() => this.#flush())
  }

  #flush(): void {
    this.#flushing = false
    const dirty = [...this.#dirty]
    this.#dirty.clear()
    const updates: SliceUpdate[] = []
    const related: RelatedUpdate[] = []
    for (const stream of dirty) stream.addTo({ updates, related })
    if (updates.length + related.length === 0) {
      this.#passed()
      return
    }
    this.#batchUnderWay = true
    this.#send({ type: 'batch', updates, ...(related.length > 0 && { related }) })
  }

  /** A batch was applied, or nothing had changed. A stream that was closed meanwhile changes nothing either. */
  #passed(): void {
    const isLast = this.#dirty.size === 0
    for (const waiting of this.#waiting) waiting.batches--
    const due = this.#waiting.filter(({ batches }) => isLast || batches <= 0)
    this.#waiting = this.#waiting.filter(({ batches }) => !isLast && batches > 0)
    for (const { callback } of due) callback()
    this.#flushSoon()
  }
}

function addIfAny<T>(items: T[], item: T | undefined): void {
  if (item) items.push(item)
}
