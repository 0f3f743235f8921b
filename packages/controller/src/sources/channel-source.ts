import { type KubernetesObject, UsageError } from '@kube-informer/core'
import { onAbort } from '@kube-informer/core/internal'
import type { EventHandler } from '../api/event-handler.ts'
import type { GenericEvent } from '../api/object-event.ts'
import type { Predicate } from '../api/predicate.ts'
import type { RequestQueue } from '../api/request-queue.ts'
import type { Source, SourceContext } from '../api/source.ts'
import { TimeSlice } from '../api/time-slice.ts'
import { EventBuffer } from './event-buffer.ts'
import { handleEvents } from './handle-events.ts'

/** The handler and the predicates of the events. */
export interface ChannelSourceOptions<T extends KubernetesObject> {
  /** The objects, each of which becomes a generic event. `EventChannel` is one to push into. */
  readonly channel: AsyncIterable<T>
  readonly handler: EventHandler<T>
  /** All must pass an event; asked in order. @default none */
  readonly predicates?: readonly Predicate<T>[] | undefined
  /** How many events each queue may be late before the channel is read no further. @default 1024 */
  readonly bufferSize?: number | undefined
}

/**
 * Events from outside the cluster (controller-runtime `source.Channel`). Several controllers may watch one channel source:
 * each receives all events that are read from then on. The channel is read until it ends, or no controller watches it.
 *
 * @example controller.watch(channelSource({ channel: webhookCalls(), handler: enqueueRequestForObject }))
 */
export const channelSource = <T extends KubernetesObject>(options: ChannelSourceOptions<T>): Source =>
  new ChannelSource(options)

class ChannelSource<T extends KubernetesObject> implements Source {
  readonly description = 'channel source'
  readonly #options: ChannelSourceOptions<T>
  readonly #buffers = new Set<EventBuffer<GenericEvent<T>>>()
  #iterator: AsyncIterator<T> | undefined

  constructor(options: ChannelSourceOptions<T>) {
    this.#options = options
  }

  start(queue: RequestQueue, signal: AbortSignal, context: SourceContext): void {
    const { channel, handler, predicates = [], bufferSize: capacity = 1024 } = this.#options
    if (!channel) throw new UsageError('must specify Channel.Source')
    if (!handler) throw new UsageError('must specify Channel.Handler')
    if (!(capacity >= 1)) throw new UsageError(`bufferSize must be at least 1, not ${capacity}`)
    if (signal.aborted) return
    const handle = handleEvents({
      handler,
      predicates,
      queue,
      context,
      signal,
      description: this.description,
    })
    const buffer = new EventBuffer<GenericEvent<T>>({ capacity, slice: new TimeSlice(context.clock), handle })
    this.#buffers.add(buffer)
    onAbort(signal, () => this.#remove(buffer))
    if (!this.#iterator) void this.#read(channel[Symbol.asyncIterator](), context)
  }

  async #read(iterator: AsyncIterator<T>, { log }: SourceContext): Promise<void> {
    this.#iterator = iterator
    try {
      while (this.#iterator === iterator) {
        for (const buffer of this.#buffers) await buffer.room()
        const next = await iterator.next()
        if (next.done) return
        for (const buffer of this.#buffers) buffer.push({ type: 'generic', object: next.value })
      }
    } catch (error) {
      log.error('a channel has failed', error, { source: this.description })
    } finally {
      if (this.#iterator === iterator) this.#iterator = undefined
    }
  }

  #remove(buffer: EventBuffer<GenericEvent<T>>): void {
    this.#buffers.delete(buffer)
    buffer.close()
    if (this.#buffers.size > 0) return
    const iterator = this.#iterator
    this.#iterator = undefined
    // A generator ends once its pending step has settled; an error of that end concerns no controller.
    void iterator?.return?.().catch(() => {})
  }
}
