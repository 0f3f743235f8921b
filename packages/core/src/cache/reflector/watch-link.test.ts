import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import type { OpenWatch } from './open-watch.ts'
import type { WatchEnd } from './watch-end.ts'
import { SilenceError, WatchLink } from './watch-link.ts'

function rig() {
  const clock = new FakeClock({ now: 1_000 })
  const calls: unknown[] = []
  const observer = {
    onProof: (at: number) => calls.push(['proof', at]),
    onWatchOpen: () => calls.push('open'),
    onWatchEnd: () => calls.push('end'),
    onHeldHeaders: (notice: string | undefined) => calls.push(notice?.slice(0, 25) ?? 'not held'),
  } as unknown as ConstructorParameters<typeof WatchLink>[0]['observer']
  const link = new WatchLink({ clock, observer, watchIdleTimeoutMs: 90_000, description: 'watch pods' })
  const taken = () => calls.splice(0)
  const ended = (end: WatchEnd) =>
    link.silenceAfter({ end, isProven: false, firstByteAt: undefined } as OpenWatch<unknown>)
  return { clock, link, taken, ended }
}

test('a watch is reported as open once something has arrived', () => {
  const { link, taken } = rig()
  expect(link.opened({ isHeld: true })).toBe(true)
  expect([link.isUnproven, taken()]).toEqual([true, []])
  link.prove()
  expect([link.isUnproven, taken()]).toEqual([false, [['proof', 1_000], 'open']])
  link.prove()
  expect(taken()).toEqual([['proof', 1_000]])
})

test('the next watch is reported at once, unless there was an error in between', () => {
  const { link, taken } = rig()
  link.prove()
  expect(link.opened({ isHeld: false })).toBe(false)
  link.closed()
  expect([link.isUnproven, taken()]).toEqual([false, [['proof', 1_000], 'not held', 'open', 'end']])
  link.failed()
  expect(link.opened({ isHeld: true })).toBe(false)
  expect([link.isUnproven, taken()]).toEqual([true, []])
  link.closed()
  link.prove()
  expect([link.isUnproven, taken()]).toEqual([false, ['end', ['proof', 1_000]]])
})

describe('response headers that a proxy holds', () => {
  const held = async (prepare: (link: WatchLink) => void, ms = 9_000) => {
    const { clock, link, taken } = rig()
    prepare(link)
    taken()
    link.held('proxy')
    await clock.advance(ms)
    return { clock, link, taken }
  }

  test('are noted after nine seconds', async () => {
    const { clock, taken } = await held(link => link.prove(), 8_999)
    expect(taken()).toEqual([])
    await clock.advance(1)
    expect(taken()).toEqual(['watch pods: lists are ans'])
  })

  test('are not noted before anything was answered, nor if a watch had headers before', async () => {
    expect((await held(() => {})).taken()).toEqual([])
    const { clock, taken } = await held(link => {
      link.prove()
      link.opened({ isHeld: false })
    })
    expect([taken(), clock.pendingTimers]).toEqual([[], 0])
  })

  test.each([
    ['they arrive', (link: WatchLink) => link.held(undefined)],
    ['the watch ends', (link: WatchLink) => link.closed()],
    ['the host holds them', (link: WatchLink) => link.held('host')],
  ])('are not noted after %s', async (_, end) => {
    const { clock, link, taken } = await held(each => each.prove(), 5_000)
    end(link)
    await clock.advance(9_000)
    expect(taken().filter(call => call !== 'end')).toEqual([])
  })
})

test('silence is an error with its beginning, and later one that needs a list', async () => {
  const { clock, link, ended } = rig()
  expect(ended('idle')).toBeUndefined()
  const first = ended('idle')
  expect(first).toBeInstanceOf(SilenceError)
  expect(first).toMatchObject({ needsList: false, message: 'watch pods: nothing arrived so far' })
  link.prove()
  expect([ended('idle')?.message, ended('idle')?.needsList]).toEqual([
    'watch pods: nothing arrived since 1970-01-01T00:00:01.000Z',
    true,
  ])
  link.listing()
  expect(ended('idle')?.needsList).toBe(false)
  await clock.advance(300_000)
  expect(ended('idle')?.needsList).toBe(true)
  expect(ended('closed')).toBeUndefined()
})

test('a watch after a silent one requests a short timeout', () => {
  const { link, ended } = rig()
  expect([link.timeoutMs(300_000, 0), link.timeoutMs(300_000, 0.5)]).toEqual([300_000, 450_000])
  ended('idle')
  expect([link.timeoutMs(300_000, 0), link.timeoutMs(300_000, 1)].map(Math.round)).toEqual([70_000, 75_000])
})
