import { InformerError } from '../api/errors.ts'
import type { WatchEvent } from '../api/object.ts'

/** A wait ended before its conditions were met. `cause` is the signal's reason. */
export class UntilError<T> extends InformerError {
  override readonly name = 'UntilError'
  /**
   * - `Interrupted`: the signal aborted
   * - `WatchClosed`: the watch ended
   * - `NotSynced`: the signal aborted before the cache had the initial list
   */
  readonly code: 'Interrupted' | 'WatchClosed' | 'NotSynced'
  /** Not a field, so that a log of the error does not contain the object. */
  readonly #lastEvent: WatchEvent<T> | undefined

  constructor(code: UntilError<T>['code'], message: string, lastEvent?: WatchEvent<T>, cause?: unknown) {
    super(message, { cause })
    this.code = code
    this.#lastEvent = lastEvent
  }

  /** The last event that arrived. */
  get lastEvent(): WatchEvent<T> | undefined {
    return this.#lastEvent
  }
}
