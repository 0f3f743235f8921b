/** What a meter shows. */
export interface FrameRate {
  /** Frames per second, lately. */
  readonly rate: number
  /** The number of frames since the start that a screen with 60 frames a second would have shown besides. */
  readonly dropped: number
  /** The time since the start, in ms. */
  readonly elapsed: number
  /** The longest time between two frames, in ms. */
  readonly longest: number
}

const EVERY_MS = 500
const FRAME_MS = 1_000 / 60

/** Calls back twice a second. Returns the function that stops it. */
export function measureFrames(onRate: (rate: FrameRate) => void): () => void {
  let [frames, dropped, longest, reported] = [0, 0, 0, 0]
  let last = performance.now()
  const start = last
  let from = last
  const next = (now: number): void => {
    frames++
    dropped += Math.max(0, Math.round((now - last) / FRAME_MS) - 1)
    longest = Math.max(longest, now - last)
    last = now
    if (now - from > EVERY_MS) {
      onRate({ rate: ((frames - reported) * 1_000) / (now - from), dropped, longest, elapsed: now - start })
      reported = frames
      from = now
    }
    handle = requestAnimationFrame(next)
  }
  let handle = requestAnimationFrame(next)
  return () => cancelAnimationFrame(handle)
}
