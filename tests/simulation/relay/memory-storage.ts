import type { KubernetesObject, Row } from '@kube-informer/core'
import type { StoredEvent } from '@kube-informer/core/snapshot'
import type { RelayStorage } from '@kube-informer/relay'

/** The log after the checkpoint is kept between these lengths. */
const MAX_EVENTS = 4000
const MIN_EVENTS = 2000

/** The storage of a node, which survives its processes. */
export class MemoryStorage {
  readonly #rows = new Map<string, Row<KubernetesObject>>()
  #resourceVersion = ''
  #events: StoredEvent[] = []
  #process = 0

  /** The storage for a new process. What an earlier one writes from now on is lost. */
  open(): RelayStorage {
    const process = ++this.#process
    const stored = this.#resourceVersion && {
      resourceVersion: this.#resourceVersion,
      rows: [...this.#rows.values()],
      events: [...this.#events],
    }
    return {
      ...(stored && { stored }),
      log: {
        replace: (rows, resourceVersion) => {
          if (process === this.#process) this.#replace(rows, resourceVersion)
        },
        append: events => {
          if (process === this.#process) this.#append(events)
        },
      },
    }
  }

  /** The process has ended. */
  freeze(): void {
    this.#process++
  }

  #replace(rows: Iterable<Row<KubernetesObject>>, resourceVersion: string): void {
    this.#rows.clear()
    for (const row of rows) this.#rows.set(row.key, row)
    this.#resourceVersion = resourceVersion
    this.#events = []
  }

  #append(events: readonly StoredEvent[]): void {
    this.#events.push(...events)
    if (this.#events.length < MAX_EVENTS) return
    for (const event of this.#events.splice(0, this.#events.length - MIN_EVENTS)) {
      if (event.type === 'BOOKMARK') this.#resourceVersion = event.resourceVersion
      else {
        if (event.type === 'DELETED') this.#rows.delete(event.row.key)
        else this.#rows.set(event.row.key, event.row)
        this.#resourceVersion = event.row.resourceVersion
      }
    }
  }
}
