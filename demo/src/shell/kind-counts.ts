import type { ResourceDefinition } from '@kube-informer/core'
import type { Connection, SliceObserver } from '@kube-informer/worker'
import { definedName, type Kind } from '../kinds/kind.ts'

/** How many objects each kind of the sidebar has, without a watch for each of them. */
export interface KindCounts {
  /** Undefined until it is known, and where the user may not list the kind. */
  get(kind: Kind): number | undefined
  subscribe(kind: Kind, listener: () => void): () => void
}

const TICK_MS = 1_000
/** The first rows of the page come before the counts. */
const FIRST_MS = 2_000
/** After this time a count is asked for again. */
const REFRESH_MS = 60_000

interface Entry {
  readonly kind: Kind
  readonly observer: Pick<SliceObserver<unknown>, 'getState' | 'subscribe'>
  readonly listeners: Set<() => void>
  count: number | undefined
  askedAt: number
  stop: () => void
}

/**
 * Counts the objects of kinds. A kind whose informer runs is counted there, live: a subscription to the status starts no
 * informer. Of any other kind one object is listed, since a page says how many objects remain; one request at a time, once a
 * minute, and none while the page is hidden.
 */
export function createKindCounts(connection: Connection): KindCounts {
  const entries = new Map<string, Entry>()
  let timer: ReturnType<typeof setInterval> | undefined
  let isAsking = false
  const startedAt = Date.now()

  const set = (entry: Entry, count: number | undefined): void => {
    if (entry.count === count) return
    entry.count = count
    for (const listener of entry.listeners) listener()
  }
  const ask = async (entry: Entry): Promise<void> => {
    isAsking = true
    entry.askedAt = Date.now()
    try {
      const { items, metadata } = await connection.client.list(target(entry.kind), { limit: 1 })
      set(entry, items.length + (metadata?.remainingItemCount ?? 0))
    } catch {
      // The user may not list the kind, or there is no connection: the count stays unknown, and the table says why.
      set(entry, undefined)
    } finally {
      isAsking = false
    }
  }
  const askNext = async (): Promise<void> => {
    for (;;) {
      const now = Date.now()
      if (isAsking || document.hidden || now - startedAt < FIRST_MS) return
      const isDue = (entry: Entry): boolean =>
        now - entry.askedAt > REFRESH_MS && liveCount(entry) === undefined
      const due = [...entries.values()].find(isDue)
      if (due === undefined) return
      await ask(due)
    }
  }
  const tick = (): void => {
    for (const entry of entries.values()) {
      const count = liveCount(entry)
      if (count !== undefined) set(entry, count)
    }
    void askNext()
  }

  return {
    get: kind => entries.get(idOf(kind))?.count,
    subscribe(kind, listener) {
      const id = idOf(kind)
      const entry = entries.get(id) ?? newEntry(connection, kind)
      entries.set(id, entry)
      if (entry.listeners.size === 0) entry.stop = entry.observer.subscribe(() => {})
      entry.listeners.add(listener)
      timer ??= setInterval(tick, TICK_MS)
      return () => {
        entry.listeners.delete(listener)
        if (entry.listeners.size > 0) return
        entry.stop()
        if ([...entries.values()].some(({ listeners }) => listeners.size > 0)) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}

const idOf = ({ group, plural }: ResourceDefinition): string => `${plural}.${group}`
const target = (kind: Kind): ResourceDefinition | string => definedName(kind) ?? kind

function newEntry(connection: Connection, kind: Kind): Entry {
  const name = definedName(kind)
  const slice = { target: { type: 'status' } } as const
  const observer =
    name === undefined
      ? connection.observe({ resource: kind, form: 'table', slice })
      : connection.observe({ resource: name, slice })
  return { kind, observer, listeners: new Set(), count: undefined, askedAt: 0, stop: () => {} }
}

/** Undefined if the kind has no informer that runs. */
function liveCount({ observer, listeners }: Entry): number | undefined {
  const { data, link, counters } = observer.getState().status
  return listeners.size > 0 && data !== 'none' && link !== 'stopped' ? counters.objects : undefined
}
