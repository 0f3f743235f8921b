import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import type { WatchContext } from '../../api/lister-watcher.ts'
import { reflectorOver } from '../../test/reflector-rig.ts'
import { podList, ScriptedListerWatcher } from '../../test/scripted-lister-watcher.ts'
import { IdleTimeout } from './idle-timeout.ts'

const timeoutOf = (timeoutMs: number) => {
  const clock = new FakeClock()
  return { clock, idleTimeout: new IdleTimeout({ clock, timeoutMs, signal: new AbortController().signal }) }
}

describe('IdleTimeout', () => {
  test('is suspended while a request waits for a connection', async () => {
    const { clock, idleTimeout } = timeoutOf(90_000)
    idleTimeout.suspend(true)
    await clock.advance(600_000)
    expect(idleTimeout.cause).toBeUndefined()
    idleTimeout.suspend(false)
    await clock.advance(89_999)
    expect(idleTimeout.cause).toBeUndefined()
    await clock.advance(1)
    expect([idleTimeout.cause, idleTimeout.signal.aborted, clock.pendingTimers]).toEqual(['idle', true, 0])
  })

  test('restarts with another timeout', async () => {
    const { clock, idleTimeout } = timeoutOf(0)
    expect(clock.pendingTimers).toBe(0)
    idleTimeout.restart(5_000)
    await clock.advance(4_000)
    idleTimeout.refresh()
    await clock.advance(4_000)
    idleTimeout.restart(90_000)
    await clock.advance(60_000)
    expect(idleTimeout.cause).toBeUndefined()
    idleTimeout.dispose()
    expect(clock.pendingTimers).toBe(0)
  })
})

test('a Reflector whose watch waits for a connection for minutes sends no second request, and reports nothing', async () => {
  const clock = new FakeClock()
  let onWaiting: WatchContext['onWaiting']
  const source = new ScriptedListerWatcher({ lists: [podList(1)] })
  let requests = 0
  const listerWatcher = Object.assign(source, {
    watch: (_: unknown, context: WatchContext) => {
      requests++
      onWaiting = context.onWaiting
      onWaiting?.(true)
      return new Promise<never>((_resolve, reject) =>
        context.signal.addEventListener('abort', () => reject(context.signal.reason)),
      )
    },
  })
  const { errors, controller, done } = reflectorOver(
    clock,
    { lists: [] },
    { listerWatcher, watchIdleTimeoutMs: 90_000 },
  )
  await clock.advance(300_000)
  expect([requests, errors]).toEqual([1, []])
  onWaiting?.(false)
  await clock.advance(90_000)
  expect([requests, errors]).toEqual([2, []])
  controller.abort()
  await done
  expect(clock.pendingTimers).toBe(0)
})
