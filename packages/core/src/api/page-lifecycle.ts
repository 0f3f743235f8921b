/** What a page tells about itself; the browser's implementation lives in `@kube-informer/worker`. */
export interface PageLifecycle {
  /** False while the page is hidden: nobody sees a frame. */
  readonly visible: boolean
  /** Calls back after `visible` changed; returns its own undo. */
  subscribe(listener: () => void): () => void
}
