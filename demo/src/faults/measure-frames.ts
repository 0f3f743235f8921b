/** What a meter shows. */
export interface FrameRate {
  /** Frames per second. */
  readonly rate: number
  /** The longest time between two frames, in ms. */
  readonly longest: number
}

const EVERY_MS = 500

/** Calls back twice a second. Returns the function that stops it. */
export function measureFrames(onRate: (rate: FrameRate) => void): () => void {
  let frames = 0
  let longest = 0
  let last = performance.now()
  let from = last
  const next = (now: number): void => {
    frames++
    longest = Math.max(longest, now - last)
    last = now
    if (now - from > EVERY_MS) {
      onRate({ rate: (frames * 1_000) / (now - from), longest })
      frames = 0
      from = now
    }
    handle = requestAnimationFrame(next)
  }
  let handle = requestAnimationFrame(next)
  return () => cancelAnimationFrame(handle)
}
