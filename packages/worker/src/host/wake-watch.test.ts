import type { Clock } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, it } from 'vitest'
import { WakeWatch } from './wake-watch.ts'

/** A clock that advances while timers are suspended. */
class SleepyClock implements Clock {
  readonly fake = new FakeClock()
  #slept = 0
  readonly now = () => this.fake.now() + this.#slept
  readonly setTimeout = this.fake.setTimeout
  readonly clearTimeout = this.fake.clearTimeout
  readonly yieldToHost = this.fake.yieldToHost

  sleep(ms: number): void {
    this.#slept += ms
  }
}

function rig() {
  const clock = new SleepyClock()
  const network = new EventTarget()
  let wakes = 0
  const watch = new WakeWatch({ clock, network, onWake: () => wakes++ })
  watch.start()
  return { clock, network, watch, wakes: () => wakes, advance: (ms: number) => clock.fake.advance(ms) }
}

describe('WakeWatch', () => {
  it('detects within five seconds that the machine has slept', async () => {
    const { clock, wakes, advance } = rig()
    await advance(60_000)
    expect(wakes()).toBe(0)
    clock.sleep(9_999)
    await advance(60_000)
    expect(wakes()).toBe(0)
    clock.sleep(10_000)
    await advance(5_000)
    expect(wakes()).toBe(1)
    await advance(60_000)
    expect(wakes()).toBe(1)
  })

  it('reacts to the online event', () => {
    const { network, wakes } = rig()
    network.dispatchEvent(new Event('online'))
    expect(wakes()).toBe(1)
  })

  it('combines simultaneous wake calls, and wakes once more for later ones', async () => {
    const { watch, wakes, advance } = rig()
    watch.wake()
    watch.wake()
    await advance(1_000)
    watch.wake()
    expect(wakes()).toBe(1)
    await advance(2_000)
    expect(wakes()).toBe(2)
    await advance(60_000)
    expect(wakes()).toBe(2)
  })

  it('leaves no timer and ignores events once it has stopped', async () => {
    const { clock, network, watch, wakes, advance } = rig()
    watch.wake()
    watch.wake()
    watch.stop()
    watch.stop()
    network.dispatchEvent(new Event('online'))
    watch.wake()
    await advance(60_000)
    expect([wakes(), clock.fake.pendingTimers]).toEqual([1, 0])
    watch.start()
    watch.wake()
    expect(wakes()).toBe(2)
  })
})
