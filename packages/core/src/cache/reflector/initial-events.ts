import { StatusError } from '../../api/errors.ts'
import type { KubernetesObject, WatchEvent } from '../../api/object.ts'
import type { OpenWatch } from './open-watch.ts'

/** The annotation of the bookmark that ends the initial events (KEP-3157). */
const INITIAL_EVENTS_END = 'k8s.io/initial-events-end'

/** Whether a bookmark says that the whole state has been sent; its value counts, not its presence. */
const endsInitialEvents = (object: KubernetesObject): boolean =>
  object.metadata?.annotations?.[INITIAL_EVENTS_END] === 'true'

/** What the initial events came to. */
export type InitialEventsResult<T> =
  | { readonly type: 'complete'; readonly items: readonly T[]; readonly resourceVersion: string }
  /** The stream ended before its marker. */
  | { readonly type: 'ended'; readonly veryShort: boolean }
  | { readonly type: 'failed'; readonly error: StatusError }

/** What {@link readInitialEvents} takes. */
export interface InitialEventsOptions<T> {
  readonly keyOf: (object: T) => string
  /** What the store will do to each object too: what it strips need not be gathered first. */
  readonly transform: (object: T) => T
  /** What is asked, in words, for error messages. */
  readonly what: string
  /** Whether to skip an event: its type is unknown, or its object is of another kind than the watch asked for. */
  readonly isSkipped: (event: WatchEvent<T>) => boolean
  readonly onReceived: (received: number) => void
  readonly signal: AbortSignal
}

/**
 * Reads the state that a watch-list sends first (KEP-3157) aside, so that nothing is seen before all of it is there.
 * Changes on the way count too. Afterwards the same watch goes on with what happened since.
 */
export async function readInitialEvents<T>(
  watch: OpenWatch<T>,
  { keyOf, transform, what, isSkipped, onReceived, signal }: InitialEventsOptions<T>,
): Promise<InitialEventsResult<T>> {
  const state = new Map<string, T>()
  for (let read = await watch.next(); read !== undefined; read = await watch.next()) {
    if (signal.aborted) break
    for (const [index, event] of read.entries()) {
      if (event.type === 'ERROR') return { type: 'failed', error: new StatusError(event.object, what) }
      if (isSkipped(event)) continue
      if (event.type === 'BOOKMARK' && endsInitialEvents(event.object)) {
        watch.putBack(read.slice(index + 1))
        const resourceVersion = event.object.metadata?.resourceVersion ?? ''
        return { type: 'complete', items: [...state.values()], resourceVersion }
      }
      keep(event, state, { keyOf, transform })
    }
    onReceived(state.size)
  }
  return { type: 'ended', veryShort: watch.wasVeryShort }
}

function keep<T>(
  event: Exclude<WatchEvent<T>, { type: 'ERROR' }>,
  state: Map<string, T>,
  { keyOf, transform }: Pick<InitialEventsOptions<T>, 'keyOf' | 'transform'>,
): void {
  if (event.type === 'BOOKMARK') return
  if (event.type === 'DELETED') state.delete(keyOf(event.object))
  else state.set(keyOf(event.object), transform(event.object))
}
