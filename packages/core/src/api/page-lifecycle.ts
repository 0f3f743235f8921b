/**
 * What happened to a page. `resume` is the end of a freeze, a page that comes back out of the back/forward cache, or a
 * clock that jumped: whatever was open before may be dead. `leave` is a page that is unloaded, or goes into that cache.
 */
export type PageLifecycleChange = 'visibility' | 'freeze' | 'resume' | 'leave' | 'online' | 'offline'

/** What a page tells about itself; the browser's implementation lives in `@kube-informer/worker`. */
export interface PageLifecycle {
  /** False while the page is hidden: nobody sees a frame. */
  readonly visible: boolean
  /** False while the machine has no network. @default true */
  readonly online?: boolean | undefined
  /** Calls back after something changed; returns its own undo. */
  subscribe(listener: (change?: PageLifecycleChange) => void): () => void
}
