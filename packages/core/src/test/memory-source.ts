import { StatusError } from '../api/errors.ts'
import type { ListerWatcher, WatchContext, WatchOptions } from '../api/lister-watcher.ts'
import type { KubernetesObject, List, WatchEvent } from '../api/object.ts'
import { errorEvent, pod, podList } from './scripted-lister-watcher.ts'

type Event = WatchEvent<KubernetesObject>

/** One open watch: its unread events and its pending read. */
interface OpenWatch {
  readonly events: Event[]
  ended: boolean
  wake(): void
}

/**
 * The smallest server that a Reflector can live with: a counter for versions, a log for watches (client-go's
 * `FakeControllerSource`). Every write is one version.
 */
export class MemorySource implements ListerWatcher<KubernetesObject> {
  readonly objects: Map<string, KubernetesObject> = new Map()
  #version = 1
  /** The resourceVersion before the first log entry. */
  #logStart = 1
  #log: { readonly version: number; readonly event: Event }[] = []
  readonly #watches = new Set<OpenWatch>()

  /** Creates or updates an object. */
  write(name: string): void {
    const type = this.objects.has(name) ? 'MODIFIED' : 'ADDED'
    const uid = this.objects.get(name)?.metadata?.uid ?? `uid-${name}-${this.#version}`
    const object = pod(name, ++this.#version, uid)
    this.objects.set(name, object)
    this.#tell({ type, object })
  }

  delete(name: string): void {
    const last = this.objects.get(name)
    if (!last) return
    this.objects.delete(name)
    this.#tell({ type: 'DELETED', object: pod(name, ++this.#version, last.metadata?.uid) })
  }

  /** Ends every watch; they can resume. */
  dropWatches(): void {
    for (const watch of this.#watches) this.#end(watch)
  }

  /** Clears the log and ends every watch with 410, so that all clients must list. */
  expire(): void {
    this.#log = []
    this.#logStart = this.#version
    for (const watch of this.#watches) {
      watch.events.length = 0
      watch.events.push(errorEvent(410, 'Expired'))
      this.#end(watch)
    }
  }

  async list(): Promise<List<KubernetesObject>> {
    return podList(this.#version, ...this.objects.values())
  }

  async watch(
    { resourceVersion }: WatchOptions,
    { signal }: WatchContext,
  ): Promise<AsyncIterable<readonly Event[]>> {
    const from = Number(resourceVersion)
    if (from < this.#logStart) throw new StatusError({ code: 410, reason: 'Expired', message: 'too old' })
    const missed = this.#log.filter(({ version }) => version > from).map(({ event }) => event)
    const watch: OpenWatch = { events: missed, ended: false, wake: () => {} }
    this.#watches.add(watch)
    signal.addEventListener('abort', () => this.#end(watch), { once: true })
    return this.#read(watch)
  }

  async *#read(watch: OpenWatch): AsyncGenerator<readonly Event[]> {
    try {
      while (watch.events.length > 0 || !watch.ended) {
        if (watch.events.length > 0) yield watch.events.splice(0)
        else {
          await new Promise<void>(resolve => {
            watch.wake = resolve
          })
        }
      }
    } finally {
      this.#watches.delete(watch)
    }
  }

  #tell(event: Event): void {
    this.#log.push({ version: this.#version, event })
    for (const watch of this.#watches) {
      watch.events.push(event)
      watch.wake()
    }
  }

  #end(watch: OpenWatch): void {
    watch.ended = true
    watch.wake()
  }
}
