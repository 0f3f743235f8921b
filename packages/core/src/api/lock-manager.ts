/** A lock that was granted. */
export interface GrantedLock {
  readonly name: string
}

/** Options of {@link LockManager.request}. */
export interface LockRequestOptions {
  /** `shared` locks are held side by side. @default 'exclusive' */
  readonly mode?: 'exclusive' | 'shared' | undefined
  /** Calls back with null at once where the lock is held by somebody else. @default false */
  readonly ifAvailable?: boolean | undefined
  /** Takes the lock away from whoever holds it; their request rejects with an AbortError. @default false */
  readonly steal?: boolean | undefined
  /** Gives up waiting. Not to be used with `ifAvailable` or `steal`. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Locks between the tabs and workers of an origin, as far as we need them: the platform's `navigator.locks` (Web Locks
 * API) fits. A lock is held until the callback's promise settles or its agent is gone, however it went: that is how a
 * tab learns that another one, or a worker, has died.
 */
export interface LockManager {
  request<T>(
    name: string,
    options: LockRequestOptions,
    callback: (lock: GrantedLock | null) => Promise<T> | T,
  ): Promise<T>
}
