import type { Connection, SliceObserver } from '@kube-informer/worker'
import { definedName, type Kind } from '../kinds/kind.ts'
import { kindId } from '../navigation/places.ts'

/** How many objects each kind of the sidebar has, without a watch for each of them. */
export interface KindCounts {
  /** Undefined until it is known, and where the user may not list the kind. */
  get(kind: Kind): number | undefined
  subscribe(kind: Kind, listener: () => void): () => void
  /** The kind is counted while an element that shows its count is on screen. */
  showIn(element: Element, kind: Kind): () => void
  /** The kind whose whole table is shown: its informer counts it. Undefined if there is none. */
  follow(kind: Kind | undefined): void
}

const TICK_MS = 1_000
/** The first rows of the page come before the counts. */
const FIRST_MS = 2_000
/** After this time a count is asked for again. */
const REFRESH_MS = 60_000

interface Entry {
  readonly kind: Kind
  readonly listeners: Set<() => void>
  /** The elements on screen that show the count. */
  readonly shownIn: Set<Element>
  count: number | undefined
  askedAt: number
}

/**
 * Counts the objects of kinds. The kind whose table is shown is counted by its informer, live: a subscription to the status
 * starts none. Of any other kind on screen one object is listed, since a page says how many objects remain: one request at a
 * time, once a minute, and none while the page is hidden.
 */
export function createKindCounts(connection: Connection): KindCounts {
  const entries = new Map<string, Entry>()
  const elements = new Map<Element, Entry>()
  const startedAt = Date.now()
  let timer: ReturnType<typeof setInterval> | undefined
  let isAsking = false
  let followed:
    | { readonly id: string; readonly observer: StatusObserver; readonly stop: () => void }
    | undefined

  const set = (entry: Entry, count: number | undefined): void => {
    if (entry.count === count) return
    entry.count = count
    for (const listener of entry.listeners) listener()
  }
  const entryOf = (kind: Kind): Entry => {
    const id = kindId(kind)
    const entry = entries.get(id) ?? newEntry(kind)
    entries.set(id, entry)
    return entry
  }
  const live = (entry: Entry): number | undefined =>
    followed?.id === kindId(entry.kind) ? liveCount(followed.observer) : undefined

  const askNext = async (): Promise<void> => {
    const now = Date.now()
    if (isAsking || document.hidden || now - startedAt < FIRST_MS) return
    const due = [...entries.values()].find(
      entry => entry.shownIn.size > 0 && now - entry.askedAt > REFRESH_MS && live(entry) === undefined,
    )
    if (due === undefined) return
    isAsking = true
    due.askedAt = now
    set(due, await listedCount(connection, due.kind))
    isAsking = false
    await askNext()
  }
  const tick = (): void => {
    for (const entry of entries.values()) {
      const count = live(entry)
      if (count === undefined) continue
      set(entry, count)
      entry.askedAt = Date.now()
    }
    void askNext()
  }
  const onScreen = new IntersectionObserver(changes => {
    for (const { target, isIntersecting } of changes) {
      const entry = elements.get(target)
      if (isIntersecting) entry?.shownIn.add(target)
      else entry?.shownIn.delete(target)
    }
  })

  return {
    get: kind => entries.get(kindId(kind))?.count,
    subscribe(kind, listener) {
      const entry = entryOf(kind)
      entry.listeners.add(listener)
      timer ??= setInterval(tick, TICK_MS)
      return () => {
        entry.listeners.delete(listener)
        if ([...entries.values()].some(({ listeners }) => listeners.size > 0)) return
        clearInterval(timer)
        timer = undefined
      }
    },
    showIn(element, kind) {
      const entry = entryOf(kind)
      elements.set(element, entry)
      onScreen.observe(element)
      return () => {
        onScreen.unobserve(element)
        elements.delete(element)
        entry.shownIn.delete(element)
      }
    },
    follow(kind) {
      followed?.stop()
      followed = undefined
      if (kind === undefined) return
      // Its informer is about to know.
      entryOf(kind).askedAt = Date.now()
      const observer = statusOf(connection, kind)
      followed = { id: kindId(kind), observer, stop: observer.subscribe(() => {}) }
    },
  }
}

const newEntry = (kind: Kind): Entry => ({
  ...{ kind, count: undefined, askedAt: 0 },
  ...{ listeners: new Set(), shownIn: new Set() },
})

type StatusObserver = Pick<SliceObserver<unknown>, 'getState' | 'subscribe'>

function statusOf(connection: Connection, kind: Kind): StatusObserver {
  const name = definedName(kind)
  const slice = { target: { type: 'status' } } as const
  return name === undefined
    ? connection.observe({ resource: kind, form: 'table', slice })
    : connection.observe({ resource: name, slice })
}

/** Undefined until the informer has all objects. */
function liveCount(observer: StatusObserver): number | undefined {
  const { data, link, counters } = observer.getState().status
  return data === 'complete' && link === 'live' ? counters.objects : undefined
}

/** Undefined if the user may not list the kind, or there is no connection: the table of the kind says why. */
async function listedCount({ client }: Connection, kind: Kind): Promise<number | undefined> {
  try {
    const { items, metadata } = await client.list(definedName(kind) ?? kind, { limit: 1 })
    return items.length + (metadata?.remainingItemCount ?? 0)
  } catch {
    return undefined
  }
}
