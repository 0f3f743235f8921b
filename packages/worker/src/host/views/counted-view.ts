import { UsageError } from '@kube-informer/core'
import type { HeldView } from '../held-view/held-view.ts'
import { ForwardedView } from './forwarded-view.ts'
import { NOT_RUNNING, StatusView } from './status-view.ts'

/** Counts the informers of a page. */
export interface InformerQuota {
  /**
   * The page uses the informer with this key. Throws a UsageError if it uses too many. Returns the function that ends the
   * use.
   */
  open(key: string): () => void
}

/** A view of an informer that counts towards the quota of a page until it is released. */
class CountedView extends ForwardedView {
  readonly #held: HeldView
  #leave: (() => void) | undefined

  constructor(held: HeldView, leave: () => void) {
    super()
    this.#held = held
    this.#leave = leave
  }

  protected get shown(): HeldView {
    return this.#held
  }

  release(): void {
    this.#leave?.()
    this.#leave = undefined
    this.#held.release()
  }
}

/** Opens a view of the informer with a key. Beyond the quota, it is not opened, and the view has the error and no rows. */
export function openCounted(quota: InformerQuota, key: string, open: () => HeldView): HeldView {
  const leave = enter(quota, key)
  if (leave instanceof UsageError) return refusedView(leave)
  try {
    return new CountedView(open(), leave)
  } catch (error) {
    leave()
    throw error
  }
}

function enter(quota: InformerQuota, key: string): (() => void) | UsageError {
  try {
    return quota.open(key)
  } catch (error) {
    if (error instanceof UsageError) return error
    throw error
  }
}

function refusedView(error: UsageError): HeldView {
  const status = { ...NOT_RUNNING, error }
  return new StatusView({ read: () => status, onReleased() {} })
}
