import { StatusError } from '../../api/errors.ts'
import type { KubernetesObject, WatchEvent } from '../../api/object.ts'
import { checkListSize } from '../../client/decoding/list-limits.ts'
import type { OpenWatch } from './open-watch.ts'
import type { WatchEnd } from './watch-end.ts'

/** The annotation of the bookmark that ends the initial events (KEP-3157). */
const INITIAL_EVENTS_END = 'k8s.io/initial-events-end'

/** Whether a bookmark ends the initial events: the annotation's value counts, not its presence. */
const endsInitialEvents = (object: KubernetesObject): boolean =>
  object.metadata?.annotations?.[INITIAL_EVENTS_END] === 'true'

/** The outcome of {@link readInitialEvents}. */
export type InitialEventsResult<T> =
  | { readonly type: 'complete'; readonly items: readonly T[]; readonly resourceVersion: string }
  /** The stream ended before the end bookmark. */
  | { readonly type: 'truncated'; readonly end: WatchEnd }
  /** The stream had an ERROR event. */
  | { readonly type: 'failed'; readonly error: StatusError }

export interface InitialEventsOptions<T> {
  readonly keyOf: (object: T) => string
  /** The store's transform. Applied here too, so that what it removes takes no memory meanwhile. */
  readonly transform: (object: T) => T
  /** The watch in words, for error messages. */
  readonly description: string
  /** Whether to skip an event: its type is unknown, or its object is of another kind than the watch requested. */
  readonly isSkipped: (event: WatchEvent<T>) => boolean
  readonly onReceived: (received: number) => void
  readonly signal: AbortSignal
}

/**
 * Collects the initial list that a watch-list sends (KEP-3157), so that the store changes only once it is complete. Changes
 * during that time are included. Afterwards the same watch continues with newer events.
 */
export async function readInitialEvents<T>(
  watch: OpenWatch<T>,
  { keyOf, transform, description, isSkipped, onReceived, signal }: InitialEventsOptions<T>,
): Promise<InitialEventsResult<T>> {
  const objects = new Map<string, T>()
  for (let read = await watch.next(); read !== undefined; read = await watch.next()) {
    if (signal.aborted) break
    for (const [index, event] of read.entries()) {
      if (event.type === 'ERROR') return { type: 'failed', error: new StatusError(event.object, description) }
      if (isSkipped(event)) continue
      if (event.type === 'BOOKMARK' && endsInitialEvents(event.object)) {
        watch.putBack(read.slice(index + 1))
        const resourceVersion = event.object.metadata?.resourceVersion ?? ''
        return { type: 'complete', items: [...objects.values()], resourceVersion }
      }
      collect(event, objects, { keyOf, transform })
    }
    checkListSize({ items: objects.size })
    onReceived(objects.size)
  }
  return { type: 'truncated', end: watch.end }
}

function collect<T>(
  event: Exclude<WatchEvent<T>, { type: 'ERROR' }>,
  objects: Map<string, T>,
  { keyOf, transform }: Pick<InitialEventsOptions<T>, 'keyOf' | 'transform'>,
): void {
  if (event.type === 'BOOKMARK') return
  if (event.type === 'DELETED') objects.delete(keyOf(event.object))
  else objects.set(keyOf(event.object), transform(event.object))
}
