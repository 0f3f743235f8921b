import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import { sleep } from '../../api/clock.ts'
import { informerOver } from '../../test/informer-rig.ts'
import { podList } from '../../test/scripted-lister-watcher.ts'
import { SingleFileTracker } from './single-file-tracker.ts'
import { SyncResult, waitFor, waitForCacheSync } from './wait-for.ts'

const done = (name: string): SingleFileTracker => {
  const tracker = new SingleFileTracker(name)
  tracker.upstreamHasSynced()
  return tracker
}

describe('waitFor', () => {
  test('T-WAI-4: after an abort it answers at once, and gives credit to what is done', async () => {
    const result = await waitFor(AbortSignal.abort(), done('ready'), new SingleFileTracker('late'))
    expect(result.isSynced).toBe(false)
    expect([...result.synced]).toEqual([
      ['ready', true],
      ['late', false],
    ])
  })

  test('T-WAI-5: it ends with the cause of the abort, and names what is missing in order', async () => {
    const clock = new FakeClock()
    const controller = new AbortController()
    clock.setTimeout(() => controller.abort(new Error('go fish')), 5_000)
    const waiting = waitFor(
      controller.signal,
      new SingleFileTracker('second'),
      new SingleFileTracker('first'),
    )
    await clock.advance(5_000)
    const result = await waiting
    expect([result.missing, (result.cause as Error).message]).toEqual([['first', 'second'], 'go fish'])
  })

  test('it waits for all of them, without a timer', async () => {
    const { clock, informer, start } = informerOver(new FakeClock(), { lists: [podList(5)] })
    const registration = informer.addEventHandler({})
    const waiting = waitFor(
      new AbortController().signal,
      informer.hasSyncedChecker,
      registration.hasSyncedChecker,
    )
    void start()
    const result = await Promise.all([waiting, clock.settle()]).then(([first]) => first)
    expect([result.isSynced, result.asError(), result.cause]).toEqual([true, undefined, undefined])
  })

  test('two of one name count as done when both are', async () => {
    const result = await waitFor(AbortSignal.abort(), new SingleFileTracker('x'), done('x'))
    expect(result.missing).toEqual(['x'])
  })
})

test('T-WAI-7: a SyncResult as an error names what is missing, and why', () => {
  const cause = new Error('cause')
  expect(new SyncResult(new Map()).asError()).toBeUndefined()
  const one = new SyncResult(new Map([['string', false]]), cause).asError()
  expect([one?.message, one?.cause]).toEqual(['failed to sync all caches: string: cause', cause])
  const two = new SyncResult(
    new Map([
      ['string', false],
      ['int', false],
      ['bool', true],
    ]),
    cause,
  )
  expect(two.asError()?.message).toBe('failed to sync all caches: int, string: cause')
})

describe('waitForCacheSync', () => {
  test('asks at once and then every 100 ms', async () => {
    const clock = new FakeClock()
    let asked = 0
    const signal = new AbortController().signal
    const waiting = waitForCacheSync({ signal, clock }, () => ++asked > 2)
    expect(asked).toBe(1)
    await clock.advance(199)
    expect(asked).toBe(2)
    await clock.advance(1)
    expect([await waiting, asked, clock.pendingTimers]).toEqual([true, 3, 0])
  })

  test('S-62: what has synced counts, also after the stop', async () => {
    expect(await waitForCacheSync(AbortSignal.abort(), () => true)).toBe(true)
    expect(await waitForCacheSync(AbortSignal.abort(), () => false)).toBe(false)
  })

  test('S-39: a stop before the sync ends the waiting', async () => {
    const clock = new FakeClock()
    const controller = new AbortController()
    const { informer, start } = informerOver(clock, { lists: [new Error('down')] })
    void start()
    const waiting = waitForCacheSync({ signal: controller.signal, clock }, () => informer.hasSynced())
    void sleep(clock, 5_000).then(() => controller.abort())
    await clock.advance(5_000)
    expect([await waiting, informer.hasSynced()]).toEqual([false, false])
  })
})
