import { createFakeLocks, FakeClock } from '@kube-informer/testing'
import { describe, expect, it } from 'vitest'
import { fakeLifecycle } from '../test/fake-lifecycle.ts'
import { Watchdog } from './watchdog.ts'

function watch({ visible = true } = {}) {
  const clock = new FakeClock()
  const lifecycle = Object.assign(fakeLifecycle(), { visible })
  const locks = createFakeLocks()
  const [page, worker] = [locks.agent('page'), locks.agent('worker')]
  const reasons: string[] = []
  let pings = 0
  let lastHeardAt: number | undefined
  const receive = () => {
    lastHeardAt = clock.now()
  }
  const watchdog = new Watchdog({
    clock,
    lifecycle,
    locks: page,
    lastHeardAt: () => lastHeardAt,
    ping: () => pings++,
    onEnded: reason => reasons.push(reason),
  })
  const show = (now: boolean) => {
    lifecycle.visible = now
    lifecycle.emit('visibility')
  }
  const hostLock = async () => {
    void worker.request('host', {}, () => new Promise(() => {})).catch(() => {})
    await clock.advance(0)
    return 'host'
  }
  const pinged = () => pings
  return { clock, lifecycle, locks, worker, reasons, receive, watchdog, show, hostLock, pinged }
}

describe('a watchdog', () => {
  it('reports at once that the host has ended, on visible and hidden pages', async () => {
    const { clock, watchdog, worker, reasons, hostLock, show } = watch()
    watchdog.welcomed(await hostLock())
    show(false)
    await clock.advance(60_000)
    expect(reasons).toEqual([])
    worker.die()
    await clock.advance(0)
    expect(reasons).toEqual(['the worker has ended'])
    expect(clock.pendingTimers).toBe(0)
  })

  it('waits for the lock together with watchdogs of other tabs', async () => {
    const { clock, watchdog, worker, locks, reasons, hostLock } = watch()
    const other = locks.agent('other tab')
    watchdog.welcomed(await hostLock())
    void other.request('host', { mode: 'shared' }, () => new Promise(() => {}))
    worker.die()
    await clock.advance(0)
    expect(reasons).toHaveLength(1)
  })

  it('pings while the page is visible, and reports ten seconds without a message', async () => {
    const { clock, watchdog, reasons, pinged } = watch()
    watchdog.welcomed(undefined)
    await clock.advance(7_500)
    expect(pinged()).toBe(3)
    await clock.advance(2_499)
    expect(reasons).toEqual([])
    await clock.advance(1)
    expect(reasons).toEqual(['the worker does not respond'])
    await clock.advance(60_000)
    expect([reasons.length, clock.pendingTimers]).toEqual([1, 0])
  })

  it('restarts the timeout on every message', async () => {
    const { clock, watchdog, reasons, receive } = watch()
    watchdog.welcomed(undefined)
    for (let i = 0; i < 20; i++) {
      await clock.advance(9_000)
      receive()
    }
    expect(reasons).toEqual([])
  })

  it('waits 30 s for a host to start, without a ping', async () => {
    const { clock, reasons, pinged } = watch()
    await clock.advance(29_999)
    expect([reasons, pinged()]).toEqual([[], 0])
    await clock.advance(1)
    expect(reasons).toEqual(['the worker does not start'])
  })

  it('pauses while the page is hidden, and pings as soon as it is visible', async () => {
    const { clock, watchdog, reasons, show, pinged } = watch({ visible: false })
    watchdog.welcomed(undefined)
    await clock.advance(60_000)
    expect([reasons, pinged(), clock.pendingTimers]).toEqual([[], 0, 0])
    show(true)
    expect(pinged()).toBe(1)
    await clock.advance(9_999)
    expect(reasons).toEqual([])
    await clock.advance(1)
    expect(reasons).toEqual(['the worker does not respond'])
  })

  it('restarts the timeout after a freeze', async () => {
    const { clock, watchdog, reasons, lifecycle } = watch()
    watchdog.welcomed(undefined)
    await clock.advance(9_000)
    lifecycle.emit('freeze')
    lifecycle.emit('resume')
    await clock.advance(9_000)
    expect(reasons).toEqual([])
  })

  it('does not report a timeout if its own timer is late, because the page did not run', async () => {
    const late = new FakeClock()
    let lag = 0
    const clock = {
      now: () => late.now() + lag,
      setTimeout: late.setTimeout,
      clearTimeout: late.clearTimeout,
      yieldToHost: () => late.yieldToHost(),
    }
    const reasons: string[] = []
    const watchdog = new Watchdog({
      clock,
      lifecycle: fakeLifecycle(),
      locks: undefined,
      lastHeardAt: () => undefined,
      ping: () => {},
      onEnded: reason => reasons.push(reason),
    })
    watchdog.welcomed(undefined)
    await late.advance(2_000)
    lag = 20_000
    await late.advance(8_000)
    expect(reasons).toEqual([])
    await late.advance(10_000)
    expect(reasons).toEqual(['the worker does not respond'])
    watchdog.stop()
  })

  it('leaves no timer, lock or listener when it is stopped, and reports nothing after that', async () => {
    const { clock, watchdog, worker, lifecycle, locks, reasons, hostLock, show } = watch()
    watchdog.welcomed(await hostLock())
    await clock.advance(0)
    expect(locks.waiters('host')).toEqual(['page'])
    watchdog.stop()
    watchdog.stop()
    worker.die()
    show(true)
    await clock.advance(60_000)
    expect(locks.waiters('host')).toEqual([])
    expect([reasons, clock.pendingTimers, lifecycle.listeners]).toEqual([[], 0, 0])
  })

  it('uses only the timeout if Web Locks are denied', async () => {
    const clock = new FakeClock()
    const reasons: string[] = []
    const locks = { request: () => Promise.reject(new DOMException('no storage', 'SecurityError')) }
    const watchdog = new Watchdog({
      clock,
      lifecycle: fakeLifecycle(),
      locks,
      lastHeardAt: () => undefined,
      ping: () => {},
      onEnded: reason => reasons.push(reason),
    })
    watchdog.welcomed('host')
    await clock.advance(9_999)
    expect(reasons).toEqual([])
    await clock.advance(1)
    expect(reasons).toHaveLength(1)
  })
})
