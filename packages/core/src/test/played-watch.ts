import { type Clock, sleep } from '../api/clock.ts'
import type { WatchContext, WatchOptions } from '../api/lister-watcher.ts'
import type { KubernetesObject, WatchEvent } from '../api/object.ts'

type Event = WatchEvent<KubernetesObject>

/** How a {@link PlayedWatch} answers. */
export interface PlayedWatchOptions {
  /** The history. A watch delivers what is newer than its version, and each ERROR once. */
  readonly events: readonly Event[]
  /** What the first requests end with; undefined is an answer without a watch. */
  readonly failures?: readonly (Error | undefined)[]
  /** Closes each watch after so many events. @default watches stay open */
  readonly closeAfter?: number
  /** Closes each watch after this time. */
  readonly closeAfterMs?: number
  readonly clock?: Clock
}

/** A server of watches over a fixed history. */
export class PlayedWatch {
  readonly queries: WatchOptions[] = []
  /** When each request arrived. */
  readonly times: number[] = []
  /** The number of open watches. */
  open = 0
  readonly #options: PlayedWatchOptions
  readonly #failures: (Error | undefined)[]
  readonly #sentErrors = new Set<Event>()

  constructor(options: PlayedWatchOptions) {
    this.#options = options
    this.#failures = [...(options.failures ?? [])]
  }

  async watch(query: WatchOptions, { signal }: WatchContext): Promise<AsyncIterable<readonly Event[]>> {
    this.queries.push(query)
    this.times.push(this.#options.clock?.now() ?? 0)
    if (this.#failures.length > 0) {
      const failure = this.#failures.shift()
      if (failure) throw failure
      return undefined as unknown as AsyncIterable<readonly Event[]>
    }
    return this.#play(Number(query.resourceVersion), signal)
  }

  async *#play(from: number, signal: AbortSignal): AsyncGenerator<readonly Event[]> {
    const { events, closeAfter, closeAfterMs, clock } = this.#options
    this.open++
    try {
      const due = this.#due(events, from).slice(0, closeAfter)
      if (due.length > 0) yield due
      if (due.length === closeAfter) return
      if (clock && closeAfterMs !== undefined) return void (await sleep(clock, closeAfterMs, signal))
      if (!signal.aborted)
        await new Promise(resolve => signal.addEventListener('abort', resolve, { once: true }))
    } finally {
      this.open--
    }
  }

  #due(events: readonly Event[], from: number): readonly Event[] {
    const due: Event[] = []
    for (const event of events) {
      if (event.type !== 'ERROR') {
        const version = event.object?.metadata?.resourceVersion
        if (version === undefined || Number(version) > from) due.push(event)
      } else if (!this.#sentErrors.has(event)) {
        this.#sentErrors.add(event)
        return [...due, event, ...events.slice(events.indexOf(event) + 1)]
      }
    }
    return due
  }
}
