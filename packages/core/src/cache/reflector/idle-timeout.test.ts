import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import type { WatchContext } from '../../client/lister-watcher.ts'
import { reflectorOver } from '../../test/reflector-rig.ts'
import { podList, ScriptedListerWatcher } from '../../test/scripted-lister-watcher.ts'
import { IdleTimeout } from './idle-timeout.ts'

const guardWith = (timeoutMs: number) => {
  const clock = new FakeClock()
  return { clock, guard: new IdleTimeout({ clock, timeoutMs, signal: new AbortController().signal }) }
}

describe('IdleTimeout', () => {
  test('waiting for a connection is no silence; that begins with the connection', async () => {
    const { clock, guard } = guardWith(90_000)
    guard.wait(true)
    await clock.advance(600_000)
    expect(guard.expired).toBe(false)
    guard.wait(false)
    await clock.advance(89_999)
    expect(guard.expired).toBe(false)
    await clock.advance(1)
    expect([guard.expired, guard.signal.aborted, clock.pendingTimers]).toEqual([true, true, 0])
  })

  test('how much silence is allowed may change while it watches', async () => {
    const { clock, guard } = guardWith(0)
    expect(clock.pendingTimers).toBe(0)
    guard.restart(5_000)
    await clock.advance(4_000)
    guard.heard()
    await clock.advance(4_000)
    guard.restart(90_000)
    await clock.advance(60_000)
    expect(guard.expired).toBe(false)
    guard.release()
    expect(clock.pendingTimers).toBe(0)
  })
})

test('a Reflector whose watch waits in line for minutes does not ask again, and reports nothing', async () => {
  const clock = new FakeClock()
  let told: WatchContext['onWaiting']
  const source = new ScriptedListerWatcher({ lists: [podList(1)] })
  let asked = 0
  const listerWatcher = Object.assign(source, {
    watch: (_: unknown, { signal, onWaiting }: WatchContext) => {
      asked++
      told = onWaiting
      onWaiting?.(true)
      return new Promise<never>((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      )
    },
  })
  const { errors, controller, done } = reflectorOver(
    clock,
    { lists: [] },
    { listerWatcher, watchIdleTimeoutMs: 90_000 },
  )
  await clock.advance(300_000)
  expect([asked, errors]).toEqual([1, []])
  told?.(false)
  await clock.advance(90_000)
  expect([asked, errors]).toEqual([2, []])
  controller.abort()
  await done
  expect(clock.pendingTimers).toBe(0)
})
