import { describe, expect, test } from 'vitest'
import type { WatchEnd } from './watch-end.ts'
import { WatchSilence } from './watch-silence.ts'

const IDLE_MS = 90_000

/** A silence that begins at 0 with proof, and the ends of watches in seconds from then. */
function silence(idleTimeoutMs = IDLE_MS) {
  const tested = new WatchSilence(idleTimeoutMs, 0)
  tested.prove(0)
  const end = (seconds: number, reason: WatchEnd, more: { proven?: true; firstByte?: number } = {}) =>
    tested.ended(
      {
        end: reason,
        isProven: more.proven === true,
        firstByteAt: more.firstByte === undefined ? undefined : more.firstByte * 1000,
      },
      seconds * 1000,
    )
  /** The timeouts that the next watch may request, in seconds. */
  const timeouts = () => [0, 0.999].map(random => Math.floor(tested.timeoutMs(300_000, random) / 1000))
  return { tested, end, timeouts }
}

describe('WatchSilence', () => {
  test('T-SIL-1: after an idle watch the next one requests 70 to 75 seconds instead of 5 to 10 minutes', () => {
    const { end, timeouts } = silence()
    expect(timeouts()).toEqual([300, 599])
    expect(end(90, 'idle', { proven: true })).toBe('watch')
    expect(timeouts()).toEqual([70, 74])
  })

  test('T-SIL-2: a short watch without proof is an error, and later ones list at most every five minutes', () => {
    const { tested, end } = silence()
    const after = [90, 180, 270, 360, 450, 540, 630].map(at => {
      const next = end(at, 'idle-from-start')
      if (next === 'list') tested.listing(at * 1000)
      return next
    })
    expect(after).toEqual(['watch', 'report', 'list', 'report', 'report', 'report', 'list'])
  })

  test('T-SIL-3: a byte more than five seconds before the end of a watch restores long ones, and a late one does not', () => {
    const { end, timeouts } = silence()
    end(90, 'idle', { proven: true })
    end(162, 'closed', { proven: true, firstByte: 160 })
    expect(timeouts()).toEqual([70, 74])
    end(234, 'closed', { proven: true, firstByte: 222 })
    expect(timeouts()).toEqual([300, 599])
  })

  test('T-SIL-4: the end of an empty watch at its own timeout is proof, and the next one is short again', () => {
    const { tested, end, timeouts } = silence()
    end(90, 'idle-from-start')
    for (let watch = 1; watch < 50; watch++) expect(end(90 + 72 * watch, 'closed-empty')).toBe('watch')
    expect([tested.isProven, tested.provenAt, timeouts()]).toEqual([true, (90 + 72 * 49) * 1000, [70, 74]])
  })

  test('T-SIL-5: a watch that left its connection to another one counts once it is silent for the idle timeout', () => {
    const { end } = silence()
    const ends = [20, 40, 60, 80, 100, 120, 180, 200].map(at => end(at, 'yielded'))
    expect(ends).toEqual(['watch', 'watch', 'watch', 'watch', 'watch', 'watch', 'watch', 'report'])
  })

  test('T-SIL-6: a sleep does not count, and an error ends what was proven', () => {
    const { tested, end } = silence()
    end(90, 'idle-from-start')
    expect(end(40_000, 'slept')).toBe('watch')
    expect(tested.isProven).toBe(true)
    expect(end(40_090, 'idle-from-start')).toBe('report')
    tested.failed()
    expect(tested.isProven).toBe(false)
    tested.prove(40_100_000)
    expect([tested.isProven, end(40_190, 'idle-from-start')]).toEqual([true, 'report'])
  })

  test('without an idle timeout no watch is silent', () => {
    const { end, timeouts } = silence(0)
    expect([end(90, 'lost'), end(900, 'yielded'), timeouts()]).toEqual(['watch', 'watch', [300, 599]])
  })
})
