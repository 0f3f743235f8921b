/**
 * A lifecycle event of a page. `resume` follows a freeze, a return from the back/forward cache or a clock jump: open
 * connections may be broken. `leave` precedes an unload or the entry into that cache.
 */
export type PageLifecycleChange = 'visibility' | 'freeze' | 'resume' | 'leave' | 'online' | 'offline'

/** Lifecycle events of a page; `@kube-informer/worker` implements it for browsers. */
export interface PageLifecycle {
  /** False while the page is hidden. */
  readonly visible: boolean
  /** False while the machine has no network. @default true */
  readonly online?: boolean | undefined
  /** Calls back after something changed; returns the unsubscribe function. */
  subscribe(listener: (change?: PageLifecycleChange) => void): () => void
}
