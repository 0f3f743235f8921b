import type { Clock } from '@kube-informer/core'
import { type Slice, subscriptionKey } from '../../api/subscription.ts'
import type { FirstPaintSnapshots } from '../../persistence/snapshot-disk.ts'
import { FirstPaintRecorder } from './first-paint-recorder.ts'

export interface FirstPaintRecordersOptions {
  /** Absent where nothing is persisted. */
  readonly firstPaint: FirstPaintSnapshots | undefined
  readonly clock: Clock
}

/** One use of a recorder. */
export interface HeldRecorder {
  readonly keeper: FirstPaintRecorder
  release(): void
}

/** The first-paint snapshots of one informer. Equal slices share one, also those of several tabs. */
export class FirstPaintRecorders {
  readonly #options: FirstPaintRecordersOptions
  readonly #shared = new Map<string, { readonly keeper: FirstPaintRecorder; users: number }>()

  constructor(options: FirstPaintRecordersOptions) {
    this.#options = options
  }

  /** Undefined for a slice that has no snapshot. */
  hold(slice: Slice): HeldRecorder | undefined {
    const { firstPaint, clock } = this.#options
    if (!firstPaint || slice.target?.type === 'status') return undefined
    const key = subscriptionKey({ resource: '', slice })
    const shared = this.#shared.get(key) ?? {
      keeper: new FirstPaintRecorder({ firstPaint, key, clock }),
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
