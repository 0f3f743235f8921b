import { createFakeLocks, FakeClock } from '@kube-informer/testing'
import { describe, expect, it } from 'vitest'
import { fakeLifecycle } from '../test/fake-lifecycle.ts'
import { Watchdog } from './watchdog.ts'

function watch({ visible = true } = {}) {
  const clock = new FakeClock()
  const lifecycle = Object.assign(fakeLifecycle(), { visible })
  const locks = createFakeLocks()
  const [page, worker] = [locks.agent('page'), locks.agent('worker')]
  const barks: string[] = []
  let pings = 0
  let heardAt: number | undefined
  const heard = () => {
    heardAt = clock.now()
  }
  const watchdog = new Watchdog({
    ...{ clock, lifecycle, locks: page, lastHeardAt: () => heardAt },
    ping: () => pings++,
    onDead: reason => barks.push(reason),
  })
  const show = (now: boolean) => {
    lifecycle.visible = now
    lifecycle.tell('visibility')
  }
  const hostLock = async () => {
    void worker.request('host', {}, () => new Promise(() => {})).catch(() => {})
    await clock.advance(0)
    return 'host'
  }
  const pinged = () => pings
  return { clock, lifecycle, locks, worker, barks, heard, watchdog, show, hostLock, pinged }
}

describe('a watchdog', () => {
  it('tells at once that the host has died, whether anybody looks or not', async () => {
    const { clock, watchdog, worker, barks, hostLock, show } = watch()
    watchdog.welcomed(await hostLock())
    show(false)
    await clock.advance(60_000)
    expect(barks).toEqual([])
    worker.die()
    await clock.advance(0)
    expect(barks).toEqual(['the worker has ended'])
    expect(clock.pendingTimers).toBe(0)
  })

  it('waits beside the watchdogs of other tabs', async () => {
    const { clock, watchdog, worker, locks, barks, hostLock } = watch()
    const other = locks.agent('other tab')
    watchdog.welcomed(await hostLock())
    void other.request('host', { mode: 'shared' }, () => new Promise(() => {}))
    worker.die()
    await clock.advance(0)
    expect(barks).toHaveLength(1)
  })

  it('pings while somebody looks, and tells of ten seconds of silence', async () => {
    const { clock, watchdog, barks, pinged } = watch()
    watchdog.welcomed(undefined)
    await clock.advance(7_500)
    expect(pinged()).toBe(3)
    await clock.advance(2_499)
    expect(barks).toEqual([])
    await clock.advance(1)
    expect(barks).toEqual(['the worker does not respond'])
    await clock.advance(60_000)
    expect([barks.length, clock.pendingTimers]).toEqual([1, 0])
  })

  it('takes any word for a sign of life', async () => {
    const { clock, watchdog, barks, heard } = watch()
    watchdog.welcomed(undefined)
    for (let i = 0; i < 20; i++) {
      await clock.advance(9_000)
      heard()
    }
    expect(barks).toEqual([])
  })

  it('gives a host half a minute to come up, without a ping', async () => {
    const { clock, barks, pinged } = watch()
    await clock.advance(29_999)
    expect([barks, pinged()]).toEqual([[], 0])
    await clock.advance(1)
    expect(barks).toEqual(['the worker does not start'])
  })

  it('judges nobody while it is hidden, and asks as soon as it is shown', async () => {
    const { clock, watchdog, barks, show, pinged } = watch({ visible: false })
    watchdog.welcomed(undefined)
    await clock.advance(60_000)
    expect([barks, pinged(), clock.pendingTimers]).toEqual([[], 0, 0])
    show(true)
    expect(pinged()).toBe(1)
    await clock.advance(9_999)
    expect(barks).toEqual([])
    await clock.advance(1)
    expect(barks).toEqual(['the worker does not respond'])
  })

  it('starts to count anew after a freeze', async () => {
    const { clock, watchdog, barks, lifecycle } = watch()
    watchdog.welcomed(undefined)
    await clock.advance(9_000)
    lifecycle.tell('freeze')
    lifecycle.tell('resume')
    await clock.advance(9_000)
    expect(barks).toEqual([])
  })

  it('blames nobody for a page that did not run: its own timer is late then', async () => {
    const late = new FakeClock()
    let lag = 0
    const clock = {
      now: () => late.now() + lag,
      setTimeout: late.setTimeout,
      clearTimeout: late.clearTimeout,
      yieldToHost: () => late.yieldToHost(),
    }
    const barks: string[] = []
    const watchdog = new Watchdog({
      ...{ clock, lifecycle: fakeLifecycle(), locks: undefined },
      lastHeardAt: () => undefined,
      ping: () => {},
      onDead: reason => barks.push(reason),
    })
    watchdog.welcomed(undefined)
    await late.advance(2_000)
    lag = 20_000
    await late.advance(8_000)
    expect(barks).toEqual([])
    await late.advance(10_000)
    expect(barks).toEqual(['the worker does not respond'])
    watchdog.stop()
  })

  it('leaves nothing behind when it is stopped, and says nothing after that', async () => {
    const { clock, watchdog, worker, lifecycle, locks, barks, hostLock, show } = watch()
    watchdog.welcomed(await hostLock())
    await clock.advance(0)
    expect(locks.waiters('host')).toEqual(['page'])
    watchdog.stop()
    watchdog.stop()
    worker.die()
    show(true)
    await clock.advance(60_000)
    expect(locks.waiters('host')).toEqual([])
    expect([barks, clock.pendingTimers, lifecycle.listeners]).toEqual([[], 0, 0])
  })

  it('goes by silence alone where there are no locks', async () => {
    const clock = new FakeClock()
    const barks: string[] = []
    const locks = { request: () => Promise.reject(new DOMException('no storage', 'SecurityError')) }
    const watchdog = new Watchdog({
      ...{ clock, lifecycle: fakeLifecycle(), locks },
      lastHeardAt: () => undefined,
      ping: () => {},
      onDead: reason => barks.push(reason),
    })
    watchdog.welcomed('host')
    await clock.advance(9_999)
    expect(barks).toEqual([])
    await clock.advance(1)
    expect(barks).toHaveLength(1)
  })
})
