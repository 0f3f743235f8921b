/** Decides when a batch of changes is applied. */
export interface FrameScheduler {
  /** Calls back once, on the next frame, or soon where there are no frames. Returns a cancel function. */
  schedule(callback: () => void): () => void
}
