import { type Clock, type Random, sleep } from '@kube-informer/core'
import { type Scope, subscriptionKey } from '../../api/subscription.ts'
import type { AccessReviews } from '../access/access-reviews.ts'
import type { CompiledDefinition } from '../definitions/compiled-definition.ts'
import { isRefused } from '../held-view/denials.ts'
import type { HeldView } from '../held-view/held-view.ts'
import { DenialPause } from '../informers/denial-pause.ts'
import type { InformerRegistry } from '../informers/informer-registry.ts'
import type { WantedSlice } from '../informers/wanted-slice.ts'
import { mayRead } from '../namespaces/may-read.ts'

/** A slice of a part of a resource, and the next wider scope. */
export interface PartSlice extends WantedSlice {
  readonly wider: Scope
}

export interface WiderInformerOptions {
  readonly clock: Clock
  readonly random: Random
  readonly access: AccessReviews
  readonly informers: InformerRegistry
  readonly definition: CompiledDefinition
  readonly scope: Scope
  /** No slice of a part is open any longer. */
  readonly onUnused: () => void
}

/** With more parts, one informer of the wider scope takes less of the server and of the connections. */
const MOST_PARTS = 8
/** How long the first requests of parts wait for the wider informer. */
const MOST_HOLD_MS = 10_000
const NO_ROWS = { window: { offset: 0, limit: 0 } }

/**
 * The informer that replaces those of many parts of its scope. It is started if the user may read all of the scope, and
 * held until it has data; from then on, it runs while a view uses it. What is denied is tried again after a pause.
 */
export class WiderInformer {
  readonly #options: WiderInformerOptions
  readonly #pause: DenialPause
  /** By part, the number of its open slices. */
  readonly #parts = new Map<string, number>()
  /** Set from the review of the user's right until the informer has data. */
  #attempt: AbortController | undefined
  #held: HeldView | undefined

  constructor(options: WiderInformerOptions) {
    this.#options = options
    this.#pause = new DenialPause({ ...options, onOver: () => this.#consider() })
  }

  /** Resolves when the present attempt to start it is over, or takes too long; undefined if there is none. */
  get attempt(): Promise<void> | undefined {
    return this.#attempt && sleep(this.#options.clock, MOST_HOLD_MS, this.#attempt.signal)
  }

  /** A slice of a part was opened. Returns the function that ends its use. */
  add(part: PartSlice): () => void {
    const key = subscriptionKey({ resource: '', scope: part.scope })
    this.#parts.set(key, (this.#parts.get(key) ?? 0) + 1)
    if (!this.#options.informers.hasWider(part)) this.#consider()
    return () => this.#remove(key)
  }

  /** Tries again at once. */
  retry(): void {
    if (!this.#pause.isPending) return
    this.#pause.cancel()
    this.#pause.reset()
    this.#consider()
  }

  close(): void {
    this.#pause.cancel()
    this.#end()
  }

  #remove(key: string): void {
    const left = (this.#parts.get(key) ?? 0) - 1
    if (left > 0) this.#parts.set(key, left)
    else this.#parts.delete(key)
    if (this.#parts.size > 0) return
    this.close()
    this.#options.onUnused()
  }

  #consider(): void {
    if (this.#parts.size > MOST_PARTS && !this.#attempt && !this.#pause.isPending) void this.#start()
  }

  async #start(): Promise<void> {
    const { access, definition, scope } = this.#options
    const { resource } = definition
    const attempt = new AbortController()
    this.#attempt = attempt
    const question = { access, resource, namespace: scope.namespace, signal: attempt.signal }
    const answer = await mayRead(question).catch(() => 'denied')
    if (this.#attempt !== attempt) return
    if (answer === 'allowed') this.#hold()
    else this.#giveUp()
  }

  #hold(): void {
    const { informers, definition, scope } = this.#options
    const user = { onRows() {}, onStatus: () => this.#settle() }
    this.#held = informers.open({ definition, scope, slice: NO_ROWS }, user)
    this.#settle()
  }

  #settle(): void {
    const status = this.#held?.status
    if (!status) return
    if (isRefused(status)) this.#giveUp()
    else if (status.data === 'complete') this.#end()
  }

  #giveUp(): void {
    this.#end()
    this.#pause.start()
  }

  #end(): void {
    this.#attempt?.abort()
    this.#attempt = undefined
    this.#held?.release()
    this.#held = undefined
  }
}
