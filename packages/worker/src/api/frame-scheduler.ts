/** Decides when a batch of changes reaches the screen. */
export interface FrameScheduler {
  /** Calls back once, on the next frame, or soon where nobody sees one; returns its own undo. */
  schedule(callback: () => void): () => void
}
