import { abortable, withResolvers } from '@kube-informer/core/internal'

/**
 * What a write affects: an object; an object whose name the server chooses; or any objects of a namespace, or of all if
 * that is "".
 */
export type WriteTarget =
  | { readonly type: 'object'; readonly key: string; readonly namespace: string }
  | { readonly type: 'new' | 'any'; readonly namespace: string }

/** What a read returns: an object, or those of a namespace, or of all if that is "". */
export type ReadTarget =
  | { readonly type: 'object'; readonly key: string; readonly namespace: string }
  | { readonly type: 'list'; readonly namespace: string }

interface Flight {
  readonly target: WriteTarget
  readonly landed: Promise<void>
}

/** The writes that have not been answered yet. */
export class WritesInFlight {
  readonly #flights = new Set<Flight>()

  get size(): number {
    return this.#flights.size
  }

  /** Starts a write. Returns the function that ends it. */
  start(target: WriteTarget): () => void {
    const { promise: landed, resolve } = withResolvers<void>()
    const flight = { target, landed }
    this.#flights.add(flight)
    return () => {
      this.#flights.delete(flight)
      resolve()
    }
  }

  /** The writes of now that affect a read. */
  affecting(read: ReadTarget): readonly Promise<void>[] {
    return [...this.#flights].filter(({ target }) => affects(target, read)).map(({ landed }) => landed)
  }
}

/** Waits for writes, whether they succeed or not. */
export const untilLanded = async (
  landed: readonly Promise<void>[],
  signal: AbortSignal | undefined,
): Promise<void> => {
  if (landed.length > 0) await abortable(Promise.all(landed), signal)
}

function affects(write: WriteTarget, read: ReadTarget): boolean {
  if (write.type === 'object' && read.type === 'object') return write.key === read.key
  // A get names its object, so that it cannot mean one whose name is not known yet.
  if (write.type === 'new' && read.type === 'object') return false
  return isWithin(write.namespace, read.namespace)
}

/** Whether two namespaces have objects in common. */
export const isWithin = (a: string, b: string): boolean => a === '' || b === '' || a === b
