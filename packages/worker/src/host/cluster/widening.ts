import type { AccessReviews } from '../access/access-reviews.ts'
import type { CompiledDefinition } from '../view/compiled-definition.ts'
import { isRefused } from './denial-gate.ts'
import type { HeldView } from './held-view.ts'
import { mayRead } from './may-read.ts'
import type { RunningInformers, WantedSlice } from './running-informers.ts'

/** Options of {@link Widening}. */
export interface WideningOptions {
  readonly access: AccessReviews
  readonly informers: RunningInformers
}

/** With more namespaces, one cluster-wide informer takes less of the server and of the connections. */
const MOST_NAMESPACES = 8
const NO_ROWS = { window: { offset: 0, limit: 0 } }

/**
 * Starts the cluster-wide informer of a resource where many informers of single namespaces run, if the user may read all of
 * it. Their views change over once it has data.
 */
export class Widening {
  readonly #options: WideningOptions
  readonly #end = new AbortController()
  /** The definitions whose right is reviewed, or whose cluster-wide informer starts. */
  readonly #starting = new Set<CompiledDefinition>()

  constructor(options: WideningOptions) {
    this.#options = options
  }

  /** A view of a namespace was opened. */
  consider({ definition, scope }: WantedSlice): void {
    const { labelSelector, fieldSelector } = scope
    const wide = { definition, scope: { labelSelector, fieldSelector }, slice: NO_ROWS }
    if (definition.watchScope !== 'auto' || this.#starting.has(definition)) return
    if (this.#options.informers.countNamespaces(wide) > MOST_NAMESPACES) void this.#start(wide)
  }

  close(): void {
    this.#end.abort()
  }

  async #start(wide: WantedSlice): Promise<void> {
    const { definition } = wide
    const { resource } = definition
    const { access } = this.#options
    const { signal } = this.#end
    this.#starting.add(definition)
    const answer = await mayRead({ access, resource, signal }).catch(() => 'denied')
    if (answer !== 'allowed' || signal.aborted) this.#starting.delete(definition)
    else this.#hold(wide)
  }

  /** The informer runs until it has data. From then on, it runs while a view uses it. */
  #hold(wide: WantedSlice): void {
    const settle = () => {
      const { status } = held
      if (status.data !== 'complete' && !isRefused(status)) return
      this.#starting.delete(wide.definition)
      held.release()
    }
    const held: HeldView = this.#options.informers.open(wide, { onRows() {}, onStatus: settle })
    settle()
  }
}
