import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test, vi } from 'vitest'
import type { Slice } from '../../api/subscription.ts'
import { podRow } from '../../test/rows.ts'
import type { SliceContents } from '../slices/slice-contents.ts'
import { DenialPause } from './denial-pause.ts'
import { FirstPaintRecorder } from './first-paint-recorder.ts'
import { FirstPaintRecorders } from './first-paint-recorders.ts'
import { FirstRequest } from './first-request.ts'

const contents = (resourceVersion: string, more: Partial<SliceContents> = {}): SliceContents => ({
  ...{ rows: [], total: 0, resourceVersion },
  ...more,
})

function start() {
  const clock = new FakeClock()
  const snapshot = contents('1')
  const firstPaint = { load: vi.fn(async () => snapshot), save: vi.fn(async () => {}) }
  const saved = () => firstPaint.save.mock.calls.map(call => (call as unknown[])[1] as SliceContents)
  return { clock, firstPaint, snapshot, saved, versions: () => saved().map(each => each.resourceVersion) }
}

describe('what a slice shows', () => {
  function record() {
    const started = start()
    const { firstPaint, clock } = started
    return { ...started, recorder: new FirstPaintRecorder({ firstPaint, key: 'k', clock }) }
  }

  test('is saved after three seconds, then at most every 30, and always the latest', async () => {
    const { recorder, clock, versions } = record()
    recorder.shown(contents('1'))
    await clock.advance(1000)
    recorder.shown(contents('2'))
    await clock.advance(1999)
    expect(versions()).toEqual([])
    await clock.advance(1)
    expect(versions()).toEqual(['2'])
    recorder.shown(contents('3'))
    await clock.advance(29_999)
    expect(versions()).toEqual(['2'])
    recorder.shown(contents('4'))
    await clock.advance(1)
    expect(versions()).toEqual(['2', '4'])
    await clock.advance(100_000)
    recorder.shown(contents('5'))
    await clock.advance(0)
    expect([versions(), clock.pendingTimers]).toEqual([['2', '4', '5'], 0])
  })

  test('is saved once for one resourceVersion', async () => {
    const { recorder, clock, versions } = record()
    recorder.shown(contents('1'))
    await clock.advance(3000)
    recorder.shown(contents('1'))
    expect(clock.pendingTimers).toBe(0)
    recorder.close()
    expect(versions()).toEqual(['1'])
  })

  test('is saved when its last user leaves, without a timer', async () => {
    const { recorder, clock, versions } = record()
    recorder.shown(contents('1'))
    recorder.close()
    expect([versions(), clock.pendingTimers]).toEqual([['1'], 0])
    recorder.close()
    expect(versions()).toEqual(['1'])
  })

  test('has 500 rows at most, unless they are a window', () => {
    const rows = Array.from({ length: 501 }, (_, at) => podRow(`a/${at}`, 1))
    const { recorder, saved } = record()
    recorder.shown(contents('1', { rows, total: 501 }))
    recorder.close()
    expect(saved()).toEqual([])
    const window = { offset: 0, limit: 501 }
    const groups = [{ value: 'g', count: 1 }]
    for (const more of [
      { rows: rows.slice(1), total: 500, groups },
      { rows, total: 501, window },
    ]) {
      recorder.shown(contents(String(more.total), more))
      recorder.close()
      expect(saved().at(-1)).toEqual(contents(String(more.total), more))
    }
  })

  test('is loaded by its key', async () => {
    const { recorder, firstPaint, snapshot } = record()
    expect([await recorder.load(), firstPaint.load.mock.calls]).toEqual([snapshot, [['k']]])
  })
})

describe('equal slices', () => {
  test('share a recorder, which is closed by the last one', () => {
    const { firstPaint, clock, versions } = start()
    const recorders = new FirstPaintRecorders({ firstPaint, clock })
    const [one, two, other] = [{ sort: { by: '.a' } }, { sort: { by: '.a' } }, {}].map((slice: Slice) =>
      recorders.hold(slice),
    )
    expect([one?.keeper === two?.keeper, one?.keeper === other?.keeper]).toEqual([true, false])
    one?.keeper.shown(contents('1'))
    one?.release()
    expect(versions()).toEqual([])
    two?.release()
    expect(versions()).toEqual(['1'])
    expect(recorders.hold({ sort: { by: '.a' } })?.keeper).not.toBe(one?.keeper)
  })

  test('have none where nothing is persisted, or for a status', () => {
    const { firstPaint, clock } = start()
    expect(new FirstPaintRecorders({ firstPaint: undefined, clock }).hold({})).toBeUndefined()
    expect(
      new FirstPaintRecorders({ firstPaint, clock }).hold({ target: { type: 'status' } }),
    ).toBeUndefined()
  })
})

describe('the pause after a denial', () => {
  test.each([
    [0, 1],
    [1, 1.5],
  ])(
    'with the random number %d begins at 30 s and doubles up to 10 min, times %d',
    async (random, factor) => {
      const clock = new FakeClock()
      const onOver = vi.fn()
      const pause = new DenialPause({ clock, random: () => random, onOver })
      expect(pause.isPending).toBe(false)
      for (const [at, ms] of [30, 60, 120, 240, 480, 600, 600].entries()) {
        pause.start()
        await clock.advance(ms * 1000 * factor - 1)
        expect([pause.isPending, onOver.mock.calls.length]).toEqual([true, at])
        await clock.advance(1)
        expect([pause.isPending, onOver.mock.calls.length]).toEqual([false, at + 1])
      }
      pause.reset()
      pause.start()
      await clock.advance(30_000 * factor)
      expect(pause.isPending).toBe(false)
    },
  )

  test('that is started again or cancelled ends once, or not at all', async () => {
    const clock = new FakeClock()
    const onOver = vi.fn()
    const pause = new DenialPause({ clock, random: () => 0, onOver })
    pause.start()
    pause.start()
    expect(clock.pendingTimers).toBe(1)
    pause.cancel()
    await clock.advance(600_000)
    expect([pause.isPending, onOver.mock.calls.length]).toEqual([false, 0])
  })
})

describe('the first request of an informer', () => {
  const inner = { list: vi.fn(async () => 'listed'), watch: vi.fn(async () => 'watched') }
  const context = { signal: new AbortController().signal }
  const guarded = (first: FirstRequest) => first.guard(inner as never)
  const isSent = async (first: FirstRequest) => {
    let sent = false
    void first.sent.then(() => {
      sent = true
    })
    await new Promise<void>(resolve => setImmediate(resolve))
    return sent
  }

  test('is sent at once by default, and later ones wait for nothing', async () => {
    const first = new FirstRequest({})
    expect([await isSent(first), first.isHeld]).toEqual([false, false])
    expect(await guarded(first).list({}, context)).toBe('listed')
    expect([await isSent(first), await guarded(first).watch({}, context)]).toEqual([true, 'watched'])
  })

  test('waits for another informer, which is asked once', async () => {
    let go = () => {}
    const before = vi.fn((onHeld: () => void) => {
      onHeld()
      return new Promise<void>(resolve => {
        go = resolve
      })
    })
    const first = new FirstRequest({ before })
    const calls = inner.list.mock.calls.length
    const listed = guarded(first).list({}, context)
    expect([first.isHeld, await isSent(first), inner.list.mock.calls.length]).toEqual([true, true, calls])
    go()
    expect([await listed, first.isHeld]).toEqual(['listed', false])
    await guarded(first).list({}, context)
    expect(before).toHaveBeenCalledTimes(1)
  })

  test('of an informer that has stopped never will be sent', async () => {
    const first = new FirstRequest({})
    first.cancel()
    expect(await isSent(first)).toBe(true)
  })
})
