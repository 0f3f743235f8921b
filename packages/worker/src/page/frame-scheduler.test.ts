import type { PageLifecycle } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, it } from 'vitest'
import { createFrameScheduler } from './frame-scheduler.ts'

function page() {
  const clock = new FakeClock()
  const listeners = new Set<() => void>()
  const frames = new Map<number, () => void>()
  let visible = true
  let lastFrame = 0
  const lifecycle: PageLifecycle = {
    get visible() {
      return visible
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const scheduler = createFrameScheduler({
    clock,
    lifecycle,
    requestFrame(callback) {
      frames.set(++lastFrame, callback)
      return lastFrame
    },
    cancelFrame: handle => frames.delete(handle),
  })
  return {
    clock,
    scheduler,
    listeners,
    frames,
    show(now: boolean) {
      visible = now
      for (const listener of [...listeners]) listener()
    },
    frame() {
      const waiting = [...frames.values()]
      frames.clear()
      for (const callback of waiting) callback()
    },
  }
}

describe('createFrameScheduler', () => {
  it('waits for the frame of a visible page', async () => {
    const { scheduler, clock, frame } = page()
    let calls = 0
    scheduler.schedule(() => calls++)
    await clock.advance(1000)
    expect(calls).toBe(0)
    frame()
    expect(calls).toBe(1)
  })

  it('uses a timer in a hidden page, which gets no frames', async () => {
    const { scheduler, clock, frames, show } = page()
    show(false)
    let calls = 0
    scheduler.schedule(() => calls++)
    expect(frames.size).toBe(0)
    await clock.advance(16)
    expect(calls).toBe(1)
  })

  it('falls back to the timer when the page becomes hidden while a frame is pending', async () => {
    const { scheduler, clock, frames, show, frame } = page()
    let calls = 0
    scheduler.schedule(() => calls++)
    show(false)
    expect(frames.size).toBe(0)
    await clock.advance(16)
    expect(calls).toBe(1)
    show(true)
    frame()
    expect(calls).toBe(1)
  })

  it('returns to the frame when the page becomes visible before the timer', async () => {
    const { scheduler, clock, show, frame } = page()
    let calls = 0
    show(false)
    scheduler.schedule(() => calls++)
    show(true)
    expect(clock.pendingTimers).toBe(0)
    frame()
    expect(calls).toBe(1)
  })

  it('leaves no listener, frame or timer, whether it ran or was cancelled', async () => {
    const { scheduler, clock, listeners, frames, show, frame } = page()
    scheduler.schedule(() => {})
    frame()
    const cancel = scheduler.schedule(() => expect.unreachable())
    cancel()
    frame()
    show(false)
    expect([listeners.size, frames.size, clock.pendingTimers]).toEqual([0, 0, 0])
  })
})
