import { holdsCredentials } from '@kube-informer/core'
import { type Scope, subscriptionKey } from '../../api/subscription.ts'
import type { CompiledDefinition } from '../definitions/compiled-definition.ts'
import { type PartSlice, WiderInformer, type WiderInformerOptions } from './wider-informer.ts'

export type WideningOptions = Omit<WiderInformerOptions, 'definition' | 'scope' | 'onUnused'>

/**
 * Starts the informer of a wider scope where slices of many parts of it are open, each with an informer of its own, if the
 * user may read all of it: of a namespace in place of its single objects, of the cluster in place of its namespaces. The
 * views of the parts change over once it has data.
 */
export class Widening {
  readonly #options: WideningOptions
  /** By definition and wider scope, while slices of its parts are open. */
  readonly #wider = new Map<string, WiderInformer>()

  constructor(options: WideningOptions) {
    this.#options = options
  }

  /** A slice of a part was opened. Returns the function that ends its use. */
  add(part: PartSlice): () => void {
    const { definition, wider } = part
    const { resource, watchScope } = definition
    const isWhole = resource.namespaced && wider.namespace === undefined
    // Credentials that no slice names are not requested.
    if ((isWhole && watchScope !== 'auto') || holdsCredentials(resource)) return () => {}
    return this.#find(part).add(part)
  }

  /**
   * Awaited before the first request of a part: the wider informer may be about to start, and to have its rows. The parts
   * that a page opens together count together.
   */
  async before({ definition, wider }: PartSlice, onHeld: () => void): Promise<void> {
    await this.#options.clock.yieldToHost()
    const attempt = this.#wider.get(keyOf(definition, wider))?.attempt
    if (!attempt) return
    onHeld()
    await attempt
  }

  /** Tries again at once what was denied: the token has changed, or a user has asked. */
  retry(): void {
    for (const each of this.#wider.values()) each.retry()
  }

  close(): void {
    for (const each of this.#wider.values()) each.close()
    this.#wider.clear()
  }

  #find({ definition, wider }: PartSlice): WiderInformer {
    const key = keyOf(definition, wider)
    const found = this.#wider.get(key)
    if (found) return found
    const onUnused = () => this.#wider.delete(key)
    const created = new WiderInformer({ ...this.#options, definition, scope: wider, onUnused })
    this.#wider.set(key, created)
    return created
  }
}

const keyOf = ({ id, resource }: CompiledDefinition, scope: Scope): string =>
  `${id} ${subscriptionKey({ resource, scope })}`
