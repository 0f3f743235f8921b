import { type ObjectAccess, objectAccess } from '../../api/object-access.ts'
import type { ResourceEventHandler } from '../handlers/event-handler.ts'
import { DeltaFIFO } from '../queue/delta-fifo.ts'
import type { Indexers } from '../store/index-function.ts'
import { Indexer } from '../store/indexer.ts'
import { Controller, type ControllerOptions } from './controller.ts'
import { processDeltas, processDeltasInBatch } from './process-with-handler.ts'

/** What the informer follows, and its handler. */
export interface InformerOptions<T> extends Omit<ControllerOptions<T>, 'queue' | 'process'> {
  /**
   * Called synchronously while deltas are processed: it must be quick, and an error ends the informer. Promises that it
   * returns are not awaited, and their rejections are not handled.
   */
  readonly handler: ResourceEventHandler<T>
  readonly indexers?: Indexers<T> | undefined
  /** Applied to each object before it is cached. */
  readonly transform?: ((object: T) => T) | undefined
}

/** An informer with one handler. */
export interface Informer<T> {
  /** The cache. Write to it only before the start. */
  readonly store: Indexer<T>
  readonly controller: Controller<T>
}

/**
 * A minimal informer: one cache and one handler, without a queue between them (client-go
 * `cache.NewInformerWithOptions`). Use {@link SharedIndexInformer} unless the handler must run synchronously.
 *
 * @example
 * const { store, controller } = createInformer({ listerWatcher, handler: { onAdd: pod => sawFirst(pod) } })
 * await controller.run(signal)
 */
export function createInformer<T>({
  handler,
  indexers = {},
  transform,
  ...options
}: InformerOptions<T>): Informer<T> {
  const access = options.listerWatcher.access ?? (objectAccess as ObjectAccess<T>)
  const store = new Indexer<T>({ access, indexers })
  // Transforms may change objects in place.
  if (transform) options.listerWatcher.unshare?.()
  const queue = new DeltaFIFO<T>({ knownObjects: store, transformer: transform, access, atomic: true })
  const controller = new Controller<T>({
    ...options,
    queue,
    process: (deltas, isInInitialList) => {
      const target = { indexer: store, access, isInInitialList, handler }
      const atomic = deltas.some(delta => !('object' in delta))
      if (atomic || options.batch === false) processDeltas(deltas, target)
      else processDeltasInBatch(deltas, target)
    },
  })
  return { store, controller }
}
