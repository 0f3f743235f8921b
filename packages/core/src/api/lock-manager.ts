/** A lock that was granted. */
export interface GrantedLock {
  readonly name: string
}

/** How a lock is requested; a part of the options of the Web Locks API. */
export interface LockRequestOptions {
  /** Several agents can hold a `shared` lock at once. @default 'exclusive' */
  readonly mode?: 'exclusive' | 'shared' | undefined
  /** Calls back with null at once if another agent holds the lock. @default false */
  readonly ifAvailable?: boolean | undefined
  /** Takes the lock from its holder, whose request rejects with an AbortError. @default false */
  readonly steal?: boolean | undefined
  /** Aborts a waiting request. Not to be used with `ifAvailable` or `steal`. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Locks shared by the tabs and workers of an origin: the subset of the Web Locks API (`navigator.locks`) in use here. A
 * lock is held until the callback's promise settles or its agent terminates, so a request for another agent's lock is
 * granted when that agent has terminated.
 */
export interface LockManager {
  request<T>(
    name: string,
    options: LockRequestOptions,
    callback: (lock: GrantedLock | null) => Promise<T> | T,
  ): Promise<T>
}
