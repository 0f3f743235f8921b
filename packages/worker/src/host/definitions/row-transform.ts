import {
  encodeRow,
  type KubernetesObject,
  type ListerWatcher,
  type Row,
  readObject,
  type SnapshotStore,
  UsageError,
  type WatchEvent,
} from '@kube-informer/core'
import { errorMessage } from '@kube-informer/core/internal'

/** A definition's transform. */
export type Transform = (object: KubernetesObject) => KubernetesObject

/**
 * Applies a definition's transform between the server and one informer. An object for which it throws is not in the
 * cache, and is reported.
 */
export class RowTransform {
  readonly #transform: Transform
  readonly #onFailure: () => void
  /** By key: the message of the error. */
  readonly #failures = new Map<string, string>()
  #failure: Error | undefined

  /** @param onFailure called when {@link failure} has changed */
  constructor(transform: Transform, onFailure: () => void) {
    this.#transform = transform
    this.#onFailure = onFailure
  }

  /** Names the missing objects and the error; undefined when there are none. */
  get failure(): Error | undefined {
    const [first] = this.#failures
    if (!first) return undefined
    const [key, message] = first
    const others = this.#failures.size > 1 ? ` and ${this.#failures.size - 1} more are` : ' is'
    const text = `${key}${others} not shown, since the definition's transform failed: ${message}`
    if (this.#failure?.message !== text) this.#failure = new UsageError(text)
    return this.#failure
  }

  /** Returns a ListerWatcher of transformed objects. */
  over(inner: ListerWatcher<Row>): ListerWatcher<Row> {
    return {
      ...inner,
      list: async (options, context) => {
        const list = await inner.list(options, context)
        // Later pages belong to the first one.
        if (!options.continue) this.#forget()
        return { ...list, items: list.items.flatMap(row => this.#try(row) ?? []) }
      },
      watch: async (options, context) => {
        const events = await inner.watch(options, context)
        return mapReads(events, event => this.#change(event))
      },
    }
  }

  /**
   * Returns a store that does not save while an object is missing, so that the persisted resourceVersion stays before
   * it.
   */
  keeping(store: SnapshotStore<Row>): SnapshotStore<Row> {
    return {
      load: signal => store.load(signal),
      save: async (change, signal) => (this.#failures.size > 0 ? 'not-owner' : store.save(change, signal)),
    }
  }

  /** An object that can no longer be transformed is deleted from the cache. */
  #change(event: WatchEvent<Row>): WatchEvent<Row> {
    if (event.type === 'ERROR' || event.type === 'BOOKMARK') return event
    if (event.type === 'DELETED') {
      if (this.#failures.delete(event.object.key)) this.#onFailure()
      return event
    }
    const object = this.#try(event.object)
    return object ? { type: event.type, object } : { type: 'DELETED', object: event.object }
  }

  #try(row: Row): Row | undefined {
    try {
      const changed = sameObject(row, encodeRow(objectOf(this.#transform(readObject(row)))))
      if (this.#failures.delete(row.key)) this.#onFailure()
      return changed
    } catch (error) {
      this.#failures.set(row.key, errorMessage(error))
      this.#onFailure()
      return undefined
    }
  }

  #forget(): void {
    if (this.#failures.size === 0) return
    this.#failures.clear()
    this.#onFailure()
  }
}

function objectOf(answer: unknown): KubernetesObject {
  if (typeof answer === 'object' && answer !== null) return answer
  throw new UsageError(`it answered ${String(answer)} instead of an object`)
}

/** The cache, the page and the disk identify an object by these members. */
function sameObject(before: Row, after: Row): Row {
  const isSame =
    before.key === after.key && before.uid === after.uid && before.resourceVersion === after.resourceVersion
  if (isSame) return after
  throw new UsageError('it must not change the name, namespace, uid or resourceVersion of an object')
}

async function* mapReads<T>(
  reads: AsyncIterable<readonly WatchEvent<T>[]>,
  change: (event: WatchEvent<T>) => WatchEvent<T>,
): AsyncGenerator<readonly WatchEvent<T>[], void, undefined> {
  for await (const events of reads) yield events.map(change)
}
