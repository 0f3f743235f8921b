import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test, vi } from 'vitest'
import type { StorageStatus } from '../../api/storage-status.ts'
import type { SnapshotDisk } from '../../persistence/snapshot-disk.ts'
import type { SubscribeMessage } from '../../wire/protocol.ts'
import type { RelateMessage } from '../../wire/related.ts'
import { resolveLimits } from './host-limits.ts'
import { PageQuota } from './page-quota.ts'
import { StorageReporter } from './storage-reporter.ts'

const isRefused = (run: () => unknown): boolean => {
  try {
    run()
    return false
  } catch {
    return true
  }
}
function start(limits: Parameters<typeof resolveLimits>[0]) {
  const clock = new FakeClock()
  const quota = new PageQuota({ clock, limits: resolveLimits(limits) })
  const subscribe = (id: number, resource = 'pods', namespace?: string) =>
    isRefused(() =>
      quota.subscribe({
        ...{ type: 'subscribe', id },
        subscription: { resource, ...(namespace !== undefined && { scope: { namespace } }) },
      } as SubscribeMessage),
    )
  const relate = (id: number, resources: readonly string[], namespace = 'a') =>
    isRefused(() =>
      quota.relate({ type: 'relate', id, related: { root: { namespace } } } as RelateMessage, resources),
    )
  return { clock, quota, subscribe, relate }
}

describe('what a page may ask of a host', () => {
  test('are so many messages within ten seconds', async () => {
    const { clock, quota } = start({ messages: 3 })
    const receive = () => isRefused(() => quota.receive())
    expect([receive(), receive(), receive(), receive()]).toEqual([false, false, false, true])
    await clock.advance(9999)
    expect(receive()).toBe(true)
    await clock.advance(1)
    expect([receive(), receive(), receive(), receive()]).toEqual([false, false, false, true])
    quota.uncountMessage()
    quota.uncountMessage()
    expect([receive(), receive()]).toEqual([false, true])
    expect(() => quota.receive()).toThrow('the page has sent more than 3 messages in 10 seconds')
  })

  test('are so many subscriptions; one that is repeated or has ended does not count', () => {
    const { quota, subscribe, relate } = start({ subscriptions: 2 })
    expect([subscribe(1), subscribe(2), subscribe(1), subscribe(3)]).toEqual([false, false, false, true])
    quota.unsubscribe(2)
    quota.unsubscribe(2)
    expect([relate(4, ['pods']), subscribe(5)]).toEqual([false, true])
  })

  test('are so many scopes within a minute, where those in use count once', () => {
    const { subscribe } = start({ scopes: 2 })
    expect([subscribe(1), subscribe(2), subscribe(3, 'pods', 'a'), subscribe(4, 'pods', 'b')]).toEqual([
      ...[false, false, false, true],
    ])
  })

  test('are the scopes of all resources of a tree', async () => {
    const { quota, subscribe, relate, clock } = start({ scopes: 2 })
    expect([relate(1, ['pods', 'jobs']), subscribe(2, 'pods', 'a'), subscribe(3, 'pods', 'b')]).toEqual([
      ...[false, false, true],
    ])
    quota.unsubscribe(1)
    quota.unsubscribe(2)
    await clock.advance(61_000)
    expect([subscribe(4, 'pods', 'b'), subscribe(5, 'pods', 'c'), relate(6, ['pods'])]).toEqual([
      false,
      false,
      true,
    ])
  })

  test('are so many calls in flight', () => {
    const { quota } = start({ calls: 1 })
    const run = (id: number) =>
      isRefused(() => quota.startCall({ type: 'hostCall', id, verb: 'discovery' } as never))
    expect([run(1), run(2)]).toEqual([false, true])
    quota.endCall(1)
    quota.endCall(1)
    expect([run(3), run(4)]).toEqual([false, true])
  })
})

describe('the status of persistence', () => {
  const owner = { server: 's', identity: 'i' }
  function disk() {
    const state: { status: StorageStatus; changed: () => void } = {
      status: { state: 'off', reason: 'a' },
      changed: () => {},
    }
    const unsubscribe = vi.fn()
    const subscribed = {
      status: () => state.status,
      subscribeStatus: (listener: () => void) => {
        state.changed = listener
        return unsubscribe
      },
    } as unknown as SnapshotDisk
    const change = (reason: string) => {
      state.status = { state: 'off', reason }
      state.changed()
    }
    return { disk: subscribed, unsubscribe, change }
  }
  function report(options: Partial<ConstructorParameters<typeof StorageReporter>[0]>) {
    const clock = new FakeClock()
    const reports: string[] = []
    const reporter = new StorageReporter({
      ...{ disk: undefined, owner: undefined, clock },
      report: status => reports.push(status.reason ?? ''),
      ...options,
    })
    return { clock, reports, reporter }
  }

  test('is off without an identity, or without a disk', () => {
    expect(report({ disk: disk().disk }).reports).toEqual([
      'the connection has no identity, which persistence requires',
    ])
    expect(report({ owner }).reports).toEqual(['this host keeps nothing on disk'])
  })

  test('is reported at once, and after each change, at most once a second', async () => {
    const { disk: of, change, unsubscribe } = disk()
    const { clock, reports, reporter } = report({ disk: of, owner })
    expect(reports).toEqual(['a'])
    change('b')
    change('c')
    expect(reports).toEqual(['a'])
    await clock.advance(999)
    expect(reports).toEqual(['a'])
    await clock.advance(1)
    expect(reports).toEqual(['a', 'c'])
    await clock.advance(5000)
    expect(clock.pendingTimers).toBe(0)
    change('c')
    expect([reports.length, clock.pendingTimers]).toEqual([2, 0])
    change('d')
    expect([reports.at(-1), clock.pendingTimers]).toEqual(['d', 1])
    reporter.close()
    expect([unsubscribe.mock.calls.length, clock.pendingTimers]).toEqual([1, 0])
  })
})
