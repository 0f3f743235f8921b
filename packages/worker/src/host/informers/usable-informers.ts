import type { CompiledDefinition } from '../definitions/compiled-definition.ts'
import type { ScopedInformer } from './scoped-informer.ts'

/** The informers that have data and that the server does not refuse. */
export class UsableInformers {
  readonly #usable = new Set<ScopedInformer>()
  readonly #listeners = new Map<() => void, CompiledDefinition>()

  update(informer: ScopedInformer, isUsable: boolean): void {
    if (!isUsable) this.#usable.delete(informer)
    if (!isUsable || this.#usable.has(informer)) return
    this.#usable.add(informer)
    for (const [listener, each] of [...this.#listeners]) if (each === informer.definition) listener()
  }

  /** Calls back when an informer of the definition has become usable. Returns the unsubscribe function. */
  subscribe(definition: CompiledDefinition, listener: () => void): () => void {
    this.#listeners.set(listener, definition)
    return () => this.#listeners.delete(listener)
  }
}
