import type { Clock, PageLifecycle } from '@kube-informer/core'
import type { FrameScheduler } from '../api/frame-scheduler.ts'

export interface FrameSchedulerOptions {
  readonly clock: Clock
  readonly lifecycle: PageLifecycle
  /** `requestAnimationFrame`; absent where there are no frames. */
  readonly requestFrame?: ((callback: () => void) => number) | undefined
  readonly cancelFrame?: ((handle: number) => void) | undefined
  /** How long a change waits without a frame, in ms, so that several changes are applied together. @default 16 */
  readonly timerMs?: number | undefined
}

/**
 * Uses frames while the page is visible, and a timer otherwise. A hidden page gets no frames, and a page that is hidden
 * while it waits for a frame would not get it until it is visible again.
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
