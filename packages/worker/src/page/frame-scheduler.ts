import type { Clock, PageLifecycle } from '@kube-informer/core'
import type { FrameScheduler } from '../api/frame-scheduler.ts'

/** What {@link createFrameScheduler} takes. */
export interface FrameSchedulerOptions {
  readonly clock: Clock
  readonly lifecycle: PageLifecycle
  /** `requestAnimationFrame`; absent where there are no frames. */
  readonly requestFrame?: ((callback: () => void) => number) | undefined
  readonly cancelFrame?: ((handle: number) => void) | undefined
  /** How long a change waits without a frame, so that several become one. @default 16 */
  readonly timerMs?: number | undefined
}

/**
 * Frames while the page is visible, a timer otherwise: a hidden page gets no frames at all, and one that
 * turns hidden while it waits for its frame would wait until somebody looks again.
 */
export function createFrameScheduler(options: FrameSchedulerOptions): FrameScheduler {
  const { clock, lifecycle, requestFrame, cancelFrame, timerMs = 16 } = options
  const wait = (callback: () => void): (() => void) => {
    if (requestFrame && lifecycle.visible) {
      const frame = requestFrame(callback)
      return () => cancelFrame?.(frame)
    }
    const timer = clock.setTimeout(callback, timerMs)
    return () => clock.clearTimeout(timer)
  }
  return {
    schedule(callback) {
      let done = false
      const end = () => {
        done = true
        stopWaiting()
        stopListening()
      }
      const run = () => {
        if (done) return
        end()
        callback()
      }
      let stopWaiting = wait(run)
      const stopListening = lifecycle.subscribe(() => {
        if (done) return
        stopWaiting()
        stopWaiting = wait(run)
      })
      return end
    },
  }
}
