import type { Status } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test, vi } from 'vitest'
import type { AccessDecision } from '../api/access-attributes.ts'
import type { Identity } from '../api/identity.ts'
import { attributesOf, deliveries, InnerWatch } from '../test/inner-watch.ts'
import { AccessCheck } from './access-check.ts'
import { FlushWindows } from './flush-windows.ts'
import type { ReaderContext } from './reader-context.ts'
import { RelayWatch } from './relay-watch.ts'
import { RunningWatches } from './running-watches.ts'

const HOUR_MS = 3_600_000
const RECHECK_MS = 1000

/** Running watches, with readers whose rights a test sets. */
class Fixture {
  readonly clock = new FakeClock()
  readonly authenticate = vi.fn(async (): Promise<Identity | undefined> => ({ username: 'alice' }))
  readonly authorize = vi.fn(async (): Promise<AccessDecision> => ({ allowed: true }))
  readonly statuses: unknown[] = []
  readonly running: RunningWatches
  readonly host = { windows: new FlushWindows(this.clock, 0), events: { add: () => {} }, closed: () => {} }

  constructor() {
    const { clock, authenticate, authorize } = this
    this.running = new RunningWatches({
      clock,
      check: new AccessCheck({ authenticate, authorize, recheckMs: RECHECK_MS, clock }),
      statusOf: (problem, attributes): Status => {
        this.statuses.push(problem)
        return { kind: 'Status', apiVersion: 'v1', message: attributes.resource }
      },
    })
  }

  get checks(): number {
    return this.authenticate.mock.calls.length
  }

  open(inMs = HOUR_MS, { context, host = this.host, epoch }: OpenOptions = {}): RelayWatch {
    const watch = new RelayWatch({
      ...{ inner: new InnerWatch(), host, request: new Request('http://relay/'), context },
      ...{ username: 'alice', attributes: attributesOf() },
    })
    this.running.add(watch, this.clock.now() + inMs, epoch ?? this.running.epoch)
    return watch
  }

  get nextInMs(): number {
    return this.running.nextCheckAt - this.clock.now()
  }
}

interface OpenOptions {
  readonly context?: ReaderContext
  readonly host?: Fixture['host']
  readonly epoch?: number
}

const typesOf = (watch: RelayWatch) => watch.take().map(({ type }) => type)

describe('the access of a running watch', () => {
  test('is checked again when the earlier answers no longer hold, and then after each answer', async () => {
    const fixture = new Fixture()
    fixture.open(500)
    expect([fixture.running.size, fixture.nextInMs]).toEqual([1, 500])
    await fixture.clock.advance(499)
    expect(fixture.checks).toBe(0)
    await fixture.clock.advance(1)
    expect([fixture.checks, fixture.nextInMs]).toEqual([1, RECHECK_MS])
    await fixture.clock.advance(RECHECK_MS - 1)
    expect(fixture.checks).toBe(1)
    await fixture.clock.advance(1)
    expect([fixture.checks, fixture.running.size]).toEqual([2, 1])
  })

  test('is checked in the order in which answers end, with one timer', async () => {
    const fixture = new Fixture()
    for (const inMs of [300, 100, 200]) fixture.open(inMs)
    expect([fixture.nextInMs, fixture.clock.pendingTimers]).toEqual([100, 1])
    for (const [after, checks] of [
      [99, 0],
      [1, 1],
      [99, 1],
      [1, 2],
      [99, 2],
      [1, 3],
    ] as const) {
      await fixture.clock.advance(after)
      expect(fixture.checks).toBe(checks)
    }
  })

  test('that is denied ends the watch with the decision', async () => {
    const fixture = new Fixture()
    const decision = { allowed: false, reason: 'no longer' }
    fixture.authorize.mockResolvedValue(decision)
    const watch = fixture.open(100)
    await fixture.clock.advance(100)
    expect([typesOf(watch), fixture.running.size, fixture.clock.pendingTimers]).toEqual([['ERROR'], 0, 0])
    expect(fixture.statuses).toEqual([expect.objectContaining({ decision, identity: { username: 'alice' } })])
    expect(fixture.nextInMs).toBe(Number.POSITIVE_INFINITY)
  })

  test('of a reader that is not known any more ends the watch', async () => {
    const fixture = new Fixture()
    fixture.authenticate.mockResolvedValue(undefined)
    const watch = fixture.open(100)
    await fixture.clock.advance(100)
    expect([typesOf(watch), fixture.statuses, fixture.authorize.mock.calls.length]).toEqual([
      ['ERROR'],
      ['unknown'],
      0,
    ])
  })

  test('that is not answered four times ends the watch; an answer starts the count again', async () => {
    const fixture = new Fixture()
    const watch = fixture.open(100)
    fixture.authorize.mockRejectedValue(new Error('down'))
    await fixture.clock.advance(100)
    for (const failures of [1, 2, 3]) {
      expect([watch.failures, fixture.checks, fixture.nextInMs]).toEqual([failures, failures, 1000])
      if (failures < 3) await fixture.clock.advance(1000)
    }
    fixture.authorize.mockResolvedValue({ allowed: true })
    await fixture.clock.advance(1000)
    expect([watch.failures, watch.isOver]).toEqual([0, false])
    fixture.authorize.mockRejectedValue(new Error('down'))
    await fixture.clock.advance(3999)
    expect(watch.hasUnread).toBe(false)
    await fixture.clock.advance(1)
    expect([typesOf(watch), fixture.statuses, fixture.running.size]).toEqual([['ERROR'], ['unchecked'], 0])
  })

  test('with an answer that has already ended is checked after a millisecond at the earliest', async () => {
    const fixture = new Fixture()
    fixture.authorize.mockImplementation(async () => ({ allowed: true, checkedUntil: 0 }))
    fixture.open(100)
    await fixture.clock.advance(100)
    expect([fixture.checks, fixture.nextInMs]).toEqual([1, 1])
    await fixture.clock.advance(10)
    expect(fixture.checks).toBe(11)
  })

  test('of a watch that opened with answers from before a change is checked at once', async () => {
    const fixture = new Fixture()
    const { epoch } = fixture.running
    fixture.running.checkAll()
    fixture.open(HOUR_MS, { epoch })
    expect(fixture.nextInMs).toBe(0)
    await fixture.clock.advance(0)
    expect(fixture.checks).toBe(1)
  })
})

describe('checks', () => {
  /** A fixture whose answers a test gives. */
  function held() {
    const fixture = new Fixture()
    const answers: ((decision: AccessDecision) => void)[] = []
    fixture.authorize.mockImplementation(() => new Promise(resolve => answers.push(resolve)))
    const answer = async (count = answers.length, allowed = true) => {
      for (const resolve of answers.splice(0, count)) resolve({ allowed })
      await fixture.clock.settle()
    }
    return { fixture, answers, answer }
  }

  test('are at most 64 at the same time; the next one starts when one is answered', async () => {
    const { fixture, answers, answer } = held()
    for (let each = 0; each < 70; each++) fixture.open(100)
    await fixture.clock.advance(100)
    expect([answers.length, fixture.running.areDrained]).toEqual([64, false])
    await answer(1)
    expect(answers.length).toBe(64)
    await answer()
    expect(answers.length).toBe(5)
    await answer()
    expect([answers.length, fixture.running.areDrained, fixture.running.size]).toEqual([0, true, 70])
  })

  test('of all watches start with a change of rights, whatever was answered before', async () => {
    const { fixture, answers, answer } = held()
    const { epoch } = fixture.running
    for (let each = 0; each < 3; each++) fixture.open()
    fixture.running.checkAll()
    await fixture.clock.settle()
    expect([answers.length, fixture.running.epoch]).toEqual([3, epoch + 1])
    await answer()
    expect([answers.length, fixture.nextInMs]).toEqual([0, RECHECK_MS])
  })

  test('that are in flight are repeated after a change of rights', async () => {
    const { fixture, answers, answer } = held()
    fixture.open(100)
    await fixture.clock.advance(100)
    fixture.running.checkAll()
    await fixture.clock.settle()
    expect(answers.length).toBe(1)
    await answer()
    await fixture.clock.advance(0)
    expect([answers.length, fixture.checks]).toEqual([1, 2])
  })

  test('of a watch that was removed meanwhile change nothing', async () => {
    const { fixture, answer } = held()
    const watch = fixture.open(100)
    await fixture.clock.advance(100)
    fixture.running.remove(watch)
    await answer(1, false)
    expect([typesOf(watch), fixture.running.size, fixture.statuses]).toEqual([[], 0, []])
  })

  test('have no result after the relay has stopped, and none starts', async () => {
    const { fixture, answer } = held()
    const [first, second] = [fixture.open(100), fixture.open(200)]
    await fixture.clock.advance(100)
    fixture.running.stop()
    await fixture.clock.settle()
    expect([first.isOver, second.isOver, fixture.clock.pendingTimers]).toEqual([true, true, 0])
    await answer(1, false)
    await fixture.clock.advance(HOUR_MS)
    expect([fixture.checks, fixture.statuses, fixture.clock.pendingTimers]).toEqual([1, [], 0])
    fixture.open(10)
    await fixture.clock.advance(20)
    expect(fixture.checks).toBe(1)
  })
})

describe('the open watches', () => {
  test('are those that were not removed; without any there is no timer', () => {
    const fixture = new Fixture()
    const [first, second] = [fixture.open(100), fixture.open(200)]
    fixture.running.remove(first)
    fixture.running.remove(first)
    expect([fixture.running.size, fixture.nextInMs, fixture.clock.pendingTimers, first.slot]).toEqual([
      1, 200, 1, -1,
    ])
    fixture.running.remove(second)
    expect([fixture.running.size, fixture.clock.pendingTimers]).toEqual([0, 0])
  })

  test('are drained once every reader has taken all events and no watch is ending', () => {
    const fixture = new Fixture()
    expect(fixture.running.areDrained).toBe(true)
    const watch = fixture.open()
    expect(fixture.running.areDrained).toBe(true)
    watch.fail({ kind: 'Status', apiVersion: 'v1' })
    expect(fixture.running.areDrained).toBe(false)
    watch.take()
    expect(fixture.running.areDrained).toBe(false)
    fixture.running.remove(watch)
    expect(fixture.running.areDrained).toBe(true)
  })

  test('with events to read are not drained', () => {
    const fixture = new Fixture()
    const inner = new InnerWatch()
    const watch = new RelayWatch({
      ...{ inner, host: fixture.host, request: new Request('http://relay/'), context: undefined },
      ...{ username: 'alice', attributes: attributesOf() },
    })
    fixture.running.add(watch, HOUR_MS, fixture.running.epoch)
    inner.queue.push(...deliveries(1))
    expect(fixture.running.areDrained).toBe(false)
    watch.take()
    expect(fixture.running.areDrained).toBe(true)
  })

  test('name what identifies their readers', () => {
    const fixture = new Fixture()
    const context: ReaderContext = {}
    fixture.open(HOUR_MS, { context })
    fixture.open(HOUR_MS, { context })
    fixture.open()
    expect(fixture.running.contexts).toEqual(new Set([context, undefined]))
  })

  test('of one host fail together', () => {
    const fixture = new Fixture()
    const [own, other] = [fixture.open(), fixture.open(HOUR_MS, { host: { ...fixture.host } })]
    fixture.running.failAll(fixture.host, { kind: 'Status', apiVersion: 'v1' })
    expect([own, other].map(typesOf)).toEqual([['ERROR'], []])
  })
})
