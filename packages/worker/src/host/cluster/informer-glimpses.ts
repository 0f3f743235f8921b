import type { Clock } from '@kube-informer/core'
import type { Glimpses } from '../../persistence/snapshot-disk.ts'
import { type Slice, subscriptionKey } from '../../subscription.ts'
import { GlimpseKeeper } from './glimpse-keeper.ts'

/** What {@link InformerGlimpses} takes. */
export interface InformerGlimpsesOptions {
  /** Absent where nothing is on disk. */
  readonly glimpses: Glimpses | undefined
  readonly clock: Clock
}

/** What a user of a slice holds; `release` is its undo. */
export interface HeldGlimpse {
  readonly keeper: GlimpseKeeper
  release(): void
}

/** The glimpses of one informer: equal slices, of several tabs perhaps, leave one. */
export class InformerGlimpses {
  readonly #options: InformerGlimpsesOptions
  readonly #shared = new Map<string, { readonly keeper: GlimpseKeeper; users: number }>()

  constructor(options: InformerGlimpsesOptions) {
    this.#options = options
  }

  /** Undefined for what leaves none. */
  hold(slice: Slice): HeldGlimpse | undefined {
    const { glimpses, clock } = this.#options
    if (!glimpses || slice.target?.type === 'status') return undefined
    const key = subscriptionKey({ resource: '', slice })
    const shared = this.#shared.get(key) ?? {
      keeper: new GlimpseKeeper({ glimpses, key, window: slice.window, clock }),
      users: 0,
    }
    this.#shared.set(key, shared)
    shared.users++
    return {
      keeper: shared.keeper,
      release: () => {
        if (--shared.users > 0) return
        this.#shared.delete(key)
        shared.keeper.close()
      },
    }
  }
}
