import { isExpired } from './is-expired.ts'
import type { WatchEnd } from './watch-end.ts'

/**
 * The resourceVersion that a Reflector's store is at, and what is known about it: it decides where the next list or watch
 * starts. The only owner of this state.
 */
export class SyncPosition {
  #resourceVersion: string
  /** Whether the store already has the objects of the initial resourceVersion. */
  #canResume: boolean
  /** Whether the server no longer has the resourceVersion, or does not have it yet. */
  #isUnavailable = false
  /** The resourceVersion of the last request that failed with 410. */
  #expiredResourceVersion = ''
  /** Whether the watch still sends its initial events. They arrive in any order of resourceVersions. */
  #isReceivingInitialEvents = false
  /** Consecutive watches without an event. */
  #idleWatches: number

  /** `initialResourceVersion` is that of the objects that the store has already; "" without any. */
  constructor(initialResourceVersion = '') {
    this.#resourceVersion = initialResourceVersion
    this.#canResume = initialResourceVersion !== ''
    // The server may have been replaced since the objects were saved, so the first idle watch counts as the second.
    this.#idleWatches = this.#canResume ? 1 : 0
  }

  /** The resourceVersion that a watch resumes from; "" before the initial list. */
  get resourceVersion(): string {
    return this.#resourceVersion
  }

  /**
   * The resourceVersion that a list requests (client-go's Reflector): "0" the first time, since the watch cache answers it
   * without a read from etcd; then the last one, so that the cache does not go back in time; "" (the newest state) only
   * when the server does not have that one.
   */
  get listResourceVersion(): string {
    return this.#isUnavailable ? '' : this.#resourceVersion || '0'
  }

  /** The resourceVersion that an initial list by watch requests. */
  get watchListResourceVersion(): string {
    return this.#isUnavailable ? '' : this.#resourceVersion
  }

  /** Whether the next round can skip its list. True at most once, after a start from a saved resourceVersion. */
  takeResume(): boolean {
    const canResume = this.#canResume
    this.#canResume = false
    return canResume
  }

  /** The server does not have the resourceVersion: the next list requests the newest state. Returns whether it is news. */
  markUnavailable(): boolean {
    const isNew = !this.#isUnavailable
    this.#isUnavailable = true
    return isNew
  }

  /** The server answered with an initial list or a relist. */
  markAvailable(): void {
    this.#isUnavailable = false
  }

  /** The store's whole content is that of a list at this resourceVersion. */
  moveTo(resourceVersion: string): void {
    this.#isReceivingInitialEvents = false
    this.#resourceVersion = resourceVersion
  }

  /** Returns the resourceVersion for a watch that starts now. */
  startWatch(): string {
    // A watch without a resourceVersion, or from "0", sends every object as ADDED before it sends changes.
    this.#isReceivingInitialEvents = this.#resourceVersion === '' || this.#resourceVersion === '0'
    return this.#resourceVersion
  }

  /** An event arrived. A change without a resourceVersion leaves the position as it is. */
  advance(type: string, resourceVersion: string | undefined): void {
    if (type === 'MODIFIED' || type === 'DELETED' || type === 'BOOKMARK')
      this.#isReceivingInitialEvents = false
    if (!this.#isReceivingInitialEvents && resourceVersion) this.#resourceVersion = resourceVersion
  }

  /**
   * A list or a watch failed. A resourceVersion that expired (410) leads to a list at the same one. Where the server reads
   * that list as of then, as it does for pages, the watch after it fails again: the second time, the next list requests
   * the newest state. Returns whether this is routine: a resourceVersion has expired that had not expired before.
   */
  failed(error: unknown): boolean {
    if (!isExpired(error)) return false
    const isRoutine = this.#resourceVersion !== this.#expiredResourceVersion
    if (!isRoutine) this.markUnavailable()
    this.#expiredResourceVersion = this.#resourceVersion
    return isRoutine
  }

  /**
   * A watch ended without an error. Returns whether to verify that the server has the resourceVersion: one watch without an
   * event is a dead connection or an idle server, but several may also be a server that never had it. That is verified
   * after the second, the fourth, the eighth … consecutive one, since they may as well mean that nothing happens.
   */
  watchEnded(end: WatchEnd): boolean {
    const isSilent = end === 'idle-from-start' || end === 'closed-empty'
    if (!isSilent && end !== 'closed' && end !== 'idle') return false
    this.#idleWatches = isSilent ? this.#idleWatches + 1 : 0
    return this.#idleWatches > 1 && Number.isInteger(Math.log2(this.#idleWatches))
  }
}
