import { sleep } from '@kube-informer/core'
import { withResolvers } from '@kube-informer/core/internal'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import type { Logger } from '../api/logger.ts'
import type { Runnable } from '../api/runnable.ts'
import { LeaseLostError } from '../leader-election/lease-lost-error.ts'
import { alwaysLeading, type Election, type ElectionCallbacks } from './election.ts'
import { GracePeriodError } from './grace-period-error.ts'
import { Lifecycle, type LifecycleOptions } from './lifecycle.ts'

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))

/** An election that the test decides. */
class ScriptedElection implements Election {
  readonly #callbacks: ElectionCallbacks
  readonly #lead = new AbortController()
  readonly #isOver = withResolvers<void>()
  #work: Promise<void> | undefined

  constructor(callbacks: ElectionCallbacks) {
    this.#callbacks = callbacks
  }

  async run(signal: AbortSignal): Promise<void> {
    await Promise.race([untilAborted(signal), this.#isOver.promise])
    await this.#work
  }

  win(): void {
    this.#work = this.#callbacks.onStartedLeading(this.#lead.signal)
  }

  lose(): void {
    const error = new LeaseLostError('another process holds the lease')
    this.#lead.abort(error)
    this.#isOver.reject(error)
  }
}

function setup(options: Partial<LifecycleOptions> = {}) {
  const clock = new FakeClock({ now: 0 })
  const seen: string[] = []
  const logged: unknown[] = []
  const log: Logger = {
    debug: () => {},
    info: () => {},
    error: (message, error) => void logged.push([message, error]),
    with: () => log,
  }
  const lifecycle = new Lifecycle({
    clock,
    log,
    gracePeriodMs: 30_000,
    createElection: alwaysLeading,
    shutDown: () => void seen.push('shut down'),
    ...options,
  })
  const note = (what: string) => void seen.push(`${what}@${clock.now()}`)
  /** Notes its start, and its end, which takes some time after the abort. */
  const runnable = (
    name: string,
    { endsAfterMs = 0, ...more }: Partial<Runnable> & { endsAfterMs?: number } = {},
  ) => ({
    run: async (signal: AbortSignal) => {
      note(`${name} starts`)
      await untilAborted(signal)
      if (endsAfterMs > 0) await sleep(clock, endsAfterMs)
      note(`${name} ends`)
    },
    ...more,
  })
  const stop = new AbortController()
  /** Runs the manager; `outcome` has what became of it. */
  const start = () => {
    const outcome: { settled?: true; error?: unknown; atMs?: number } = {}
    void lifecycle
      .run(stop.signal)
      .catch((error: unknown) => Object.assign(outcome, { error }))
      .finally(() => Object.assign(outcome, { settled: true, atMs: clock.now() }))
    return outcome
  }
  return { clock, seen, logged, lifecycle, note, runnable, stop, start }
}

function withElection(options: Partial<LifecycleOptions> = {}) {
  let election: ScriptedElection | undefined
  const createElection = (callbacks: ElectionCallbacks) => {
    election = new ScriptedElection(callbacks)
    return election
  }
  return {
    ...setup({ createElection, ...options }),
    win: () => election?.win(),
    lose: () => election?.lose(),
  }
}

describe('the start', () => {
  test('C-MGR-2: groups start one after the other, each when the one before it is ready', async () => {
    const { clock, seen, lifecycle, runnable, note, stop, start } = setup()
    const cache = (name: string, syncsAfterMs: number) =>
      runnable(name, { group: 'caches', waitForSync: signal => sleep(clock, syncsAfterMs, signal) })
    const leader = runnable('leader', { warmup: async () => note('warmup starts') })
    lifecycle.add(leader)
    lifecycle.add(runnable('other', { needsLeaderElection: false }))
    lifecycle.add(cache('cache', 100))
    lifecycle.add(runnable('webhook', { group: 'webhooks' }))
    lifecycle.add(cache('cache of a second cluster', 150))
    lifecycle.add(runnable('server', { group: 'servers' }))
    start()
    await clock.advance(1000)
    expect(seen).toEqual([
      'server starts@0',
      'webhook starts@0',
      'cache starts@0',
      'cache of a second cluster starts@0',
      'other starts@150',
      'warmup starts@150',
      'leader starts@150',
    ])
    stop.abort()
    await clock.settle()
    expect(clock.pendingTimers).toBe(0)
  })

  test('a runnable that asks its signal asks whether this process still leads', async () => {
    const lost = new AbortController()
    let isOver = false
    let isAborted = false
    // As the signal of an elector whose process was suspended: the answer itself ends the leadership.
    Object.defineProperty(lost.signal, 'aborted', {
      get: () => {
        if (isOver) lost.abort(new LeaseLostError('suspended'))
        return isOver
      },
    })
    const { clock, lifecycle, start } = setup({
      createElection: ({ onStartedLeading }) => ({ run: () => onStartedLeading(lost.signal) }),
    })
    lifecycle.add({
      run: async signal => {
        await sleep(clock, 100)
        isOver = true
        isAborted = signal.aborted
      },
    })
    const outcome = start()
    await clock.advance(100)
    expect(isAborted).toBe(true)
    expect(outcome.error).toBeInstanceOf(LeaseLostError)
  })

  test('C-MGR-3: what is added while the manager runs starts at once; nothing is added to one that stops', async () => {
    const { clock, seen, lifecycle, runnable, stop, start } = setup()
    const stopError = "can't accept new runnable as stop procedure is already engaged"
    lifecycle.add(runnable('slow', { endsAfterMs: 1000 }))
    start()
    await clock.settle()
    lifecycle.add(runnable('late'))
    lifecycle.add(
      runnable('late cache', {
        group: 'caches',
        waitForSync: async () => void seen.push('late cache synced'),
      }),
    )
    await clock.settle()
    expect(seen).toEqual(['slow starts@0', 'late starts@0', 'late cache starts@0', 'late cache synced'])
    stop.abort()
    await clock.advance(500)
    expect(() => lifecycle.add(runnable('later'))).toThrow(stopError)
    expect(() => lifecycle.add(runnable('later', { group: 'servers' }))).toThrow(stopError)
    await clock.advance(1000)
    expect(() => lifecycle.add(runnable('after the end'))).toThrow(stopError)
  })

  test('C-MGR-1: a manager runs once', async () => {
    const { clock, lifecycle, stop, start } = setup()
    start()
    await expect(lifecycle.run(stop.signal)).rejects.toThrow('manager already started')
    stop.abort()
    await clock.settle()
    await expect(lifecycle.run(stop.signal)).rejects.toThrow('manager already started')
  })

  test('a signal that has aborted starts nothing', async () => {
    const { clock, seen, lifecycle, runnable, stop, start } = setup()
    lifecycle.add(runnable('server', { group: 'servers' }))
    stop.abort()
    const outcome = start()
    await clock.settle()
    expect({ seen, outcome }).toEqual({ seen: ['shut down'], outcome: { settled: true, atMs: 0 } })
  })

  test('an abort during the sync of caches ends the wait, and nothing starts after it', async () => {
    const { clock, seen, lifecycle, runnable, stop, start } = setup()
    lifecycle.add(runnable('cache', { group: 'caches', waitForSync: () => new Promise(() => {}) }))
    lifecycle.add(runnable('other', { needsLeaderElection: false }))
    const outcome = start()
    await clock.advance(10)
    stop.abort()
    await clock.settle()
    expect(seen).toEqual(['cache starts@0', 'cache ends@10', 'shut down'])
    expect(outcome).toEqual({ settled: true, atMs: 10 })
  })
})

describe('the election', () => {
  test('C-MGR-12: without leadership only what needs no election runs', async () => {
    const { clock, seen, lifecycle, runnable, start, win } = withElection()
    let isElected = false
    void lifecycle.elected.then(() => {
      isElected = true
    })
    lifecycle.add(runnable('server', { group: 'servers' }))
    lifecycle.add(runnable('webhook', { group: 'webhooks' }))
    lifecycle.add(runnable('cache', { group: 'caches' }))
    lifecycle.add(runnable('other', { needsLeaderElection: false }))
    lifecycle.add(runnable('controller'))
    start()
    await clock.advance(60_000)
    const before = ['server starts@0', 'webhook starts@0', 'cache starts@0', 'other starts@0']
    expect({ seen, isElected }).toEqual({ seen: before, isElected: false })
    win()
    await clock.settle()
    expect({ seen, isElected }).toEqual({ seen: [...before, 'controller starts@60000'], isElected: true })
  })

  test('C-MGR-12: without an election all runs at once, and elected resolves', async () => {
    const { clock, seen, lifecycle, runnable, start } = setup()
    lifecycle.add(runnable('controller'))
    start()
    await lifecycle.elected
    await clock.settle()
    expect(seen).toEqual(['controller starts@0'])
  })

  test('C-MGR-14: a manager that stops does not become the leader', async () => {
    const { clock, seen, lifecycle, runnable, stop, start, win } = withElection()
    lifecycle.add(runnable('other', { needsLeaderElection: false, endsAfterMs: 1000 }))
    lifecycle.add(runnable('controller'))
    const outcome = start()
    await clock.settle()
    stop.abort()
    await clock.advance(500)
    win()
    await clock.advance(1000)
    expect(seen).toEqual(['other starts@0', 'other ends@1000', 'shut down'])
    expect(outcome).toEqual({ settled: true, atMs: 1000 })
  })

  test('a lost lease aborts everything at once, and the run rejects without a wait', async () => {
    const { clock, seen, lifecycle, runnable, start, win, lose } = withElection()
    lifecycle.add(runnable('cache', { group: 'caches' }))
    lifecycle.add(runnable('other', { needsLeaderElection: false }))
    lifecycle.add(runnable('controller', { endsAfterMs: 5000 }))
    const outcome = start()
    await clock.settle()
    win()
    await clock.advance(10)
    lose()
    await clock.settle()
    expect(outcome).toEqual({ settled: true, atMs: 10, error: expect.any(LeaseLostError) })
    expect(String(outcome.error)).toContain('leader election lost')
    expect(seen.slice(3).toSorted()).toEqual(['cache ends@10', 'other ends@10', 'shut down'])
    await clock.advance(5000)
    expect(seen.at(-1)).toBe('controller ends@5010')
  })

  test('the signal of the work aborts in the turn in which the lease is lost', async () => {
    const { clock, lifecycle, start, win, lose } = withElection()
    let work: AbortSignal | undefined
    lifecycle.add({
      run: signal => {
        work = signal
        return untilAborted(signal)
      },
    })
    start()
    await clock.settle()
    win()
    await clock.settle()
    expect(work?.aborted).toBe(false)
    lose()
    expect(work?.aborted).toBe(true)
  })

  test('a lease that is lost during the stop ends the wait for the work', async () => {
    const { clock, lifecycle, runnable, stop, start, win, lose } = withElection()
    lifecycle.add(runnable('controller', { endsAfterMs: 20_000 }))
    const outcome = start()
    await clock.settle()
    win()
    stop.abort()
    await clock.advance(1000)
    lose()
    await clock.settle()
    expect(outcome).toEqual({ settled: true, atMs: 1000, error: expect.any(LeaseLostError) })
  })

  test('an election that fails is the error of the run', async () => {
    const failure = new Error('no lease')
    const { clock, start } = setup({ createElection: () => ({ run: () => Promise.reject(failure) }) })
    const outcome = start()
    await clock.settle()
    expect(outcome.error).toBe(failure)
  })

  test('C-MGR-18: an election that cannot be created starts nothing', async () => {
    const { clock, seen, lifecycle, runnable, start } = setup({
      createElection: () => {
        throw new Error('leaseDuration must be greater than renewDeadline')
      },
    })
    lifecycle.add(runnable('server', { group: 'servers' }))
    const outcome = start()
    await clock.settle()
    expect(outcome.error).toEqual(new Error('leaseDuration must be greater than renewDeadline'))
    expect(seen).toEqual([])
  })
})

describe('the stop', () => {
  test('C-MGR-4: resolves, also if a runnable has ended early', async () => {
    const { clock, lifecycle, runnable, stop, start } = setup()
    lifecycle.add({ run: async () => {} })
    lifecycle.add(runnable('controller'))
    const outcome = start()
    await clock.advance(1000)
    expect(outcome).toEqual({})
    stop.abort()
    await clock.settle()
    expect(outcome).toEqual({ settled: true, atMs: 1000 })
  })

  test('stops one group after the other, the leader election group before the caches', async () => {
    const { clock, seen, lifecycle, runnable, stop, start } = setup()
    const slow = { endsAfterMs: 1000 }
    lifecycle.add(runnable('server', { ...slow, group: 'servers' }))
    lifecycle.add(runnable('webhook', { ...slow, group: 'webhooks' }))
    lifecycle.add(runnable('cache', { ...slow, group: 'caches' }))
    lifecycle.add(runnable('other', { ...slow, needsLeaderElection: false }))
    const warmup = async (signal: AbortSignal) => {
      await untilAborted(signal)
      seen.push(`warmup ends@${clock.now()}`)
    }
    lifecycle.add(runnable('controller', { ...slow, warmup }))
    start()
    await clock.settle()
    seen.length = 0
    stop.abort()
    await clock.advance(10_000)
    expect(seen).toEqual([
      'warmup ends@0',
      'other ends@1000',
      'controller ends@2000',
      'cache ends@3000',
      'webhook ends@4000',
      'server ends@5000',
      'shut down',
    ])
    expect(clock.pendingTimers).toBe(0)
  })

  test('C-MGR-7: rejects when the grace period is over, and aborts the rest', async () => {
    const { clock, seen, lifecycle, runnable, stop, start } = setup({ gracePeriodMs: 1000 })
    lifecycle.add(runnable('stuck', { endsAfterMs: 60_000 }))
    lifecycle.add(runnable('cache', { group: 'caches' }))
    const outcome = start()
    await clock.settle()
    stop.abort()
    await clock.advance(999)
    expect(outcome).toEqual({})
    await clock.advance(1)
    expect(outcome).toEqual({ settled: true, atMs: 1000, error: expect.any(GracePeriodError) })
    expect(outcome.error).toHaveProperty(
      'message',
      'failed waiting for all runnables to end within grace period of 1s: context deadline exceeded',
    )
    expect(seen.slice(2).toSorted()).toEqual(['cache ends@1000', 'shut down'])
  })

  test('C-MGR-8: a grace period of 0 does not wait', async () => {
    const { clock, lifecycle, runnable, stop, start } = setup({ gracePeriodMs: 0 })
    lifecycle.add(runnable('slow', { endsAfterMs: 60_000 }))
    const outcome = start()
    await clock.settle()
    stop.abort()
    await clock.settle()
    expect(outcome).toEqual({ settled: true, atMs: 0 })
  })

  test('C-MGR-8: a negative grace period waits for the end', async () => {
    const { clock, lifecycle, runnable, stop, start } = setup({ gracePeriodMs: -1 })
    lifecycle.add(runnable('slow', { endsAfterMs: 60_000 }))
    const outcome = start()
    await clock.settle()
    stop.abort()
    await clock.advance(59_999)
    expect(outcome).toEqual({})
    await clock.advance(1)
    expect(outcome).toEqual({ settled: true, atMs: 60_000 })
    expect(clock.pendingTimers).toBe(0)
  })
})

describe('errors of runnables', () => {
  test('C-MGR-5: one fails, the others are aborted and awaited, and the run rejects with that error', async () => {
    const { clock, seen, lifecycle, runnable, start } = setup()
    const failure = new Error('expected error')
    lifecycle.add({
      run: async () => {
        await sleep(clock, 100)
        throw failure
      },
    })
    lifecycle.add(runnable('second', { endsAfterMs: 50 }))
    lifecycle.add(runnable('third', { endsAfterMs: 200 }))
    const outcome = start()
    await clock.advance(1000)
    expect(outcome.error).toBe(failure)
    expect(outcome.atMs).toBe(300)
    expect(seen.slice(2)).toEqual(['second ends@150', 'third ends@300', 'shut down'])
  })

  test.each([
    [
      'run rejects',
      { run: () => Promise.reject(new Error('expected error')), waitForSync: () => new Promise(() => {}) },
    ],
    ['waitForSync rejects', { waitForSync: () => Promise.reject(new Error('expected error')) }],
  ])('C-MGR-5: a cache fails to start (%s), and no runnable starts', async (_, broken) => {
    const { clock, seen, lifecycle, runnable, start } = setup()
    lifecycle.add(runnable('cache', { group: 'caches', ...broken }))
    lifecycle.add(runnable('other', { needsLeaderElection: false }))
    lifecycle.add(runnable('controller'))
    const outcome = start()
    await clock.settle()
    expect(outcome.error).toHaveProperty('message', 'failed to start caches: expected error')
    expect(seen.filter(what => what.startsWith('other') || what.startsWith('controller'))).toEqual([])
  })

  test('a runnable that throws at once, without a promise, fails in the same way', async () => {
    const { clock, lifecycle, start } = setup()
    lifecycle.add({
      run: () => {
        throw new Error('thrown')
      },
    })
    const outcome = start()
    await clock.settle()
    expect(outcome.error).toHaveProperty('message', 'thrown')
  })

  test('both the error of a runnable and that of the stop are reported, the runnable first', async () => {
    const { clock, lifecycle, runnable, start } = setup({ gracePeriodMs: 1000 })
    const failure = new Error('expected error')
    lifecycle.add({ run: () => Promise.reject(failure) })
    lifecycle.add(runnable('stuck', { endsAfterMs: 60_000 }))
    const outcome = start()
    await clock.advance(1000)
    expect(outcome.error).toBeInstanceOf(AggregateError)
    expect(outcome.error).toHaveProperty('errors', [failure, expect.any(GracePeriodError)])
  })

  test('C-MGR-10: abort reasons are no errors; others that come during the stop are logged', async () => {
    const { clock, logged, lifecycle, stop, start } = setup()
    const late = new Error('too late')
    const rejecting = (reason: (signal: AbortSignal) => unknown) => ({
      run: async (signal: AbortSignal) => {
        await untilAborted(signal)
        throw reason(signal)
      },
    })
    lifecycle.add(rejecting(signal => signal.reason))
    lifecycle.add(rejecting(() => new DOMException('aborted elsewhere', 'AbortError')))
    lifecycle.add(rejecting(() => late))
    const outcome = start()
    await clock.settle()
    stop.abort()
    await clock.settle()
    expect(outcome).toEqual({ settled: true, atMs: 0 })
    expect(logged).toEqual([['error received after stop sequence was engaged', late]])
  })

  test('what is still to be written when the grace period ends is no error', async () => {
    const { clock, seen, lifecycle, runnable, stop, start } = setup({
      gracePeriodMs: 1000,
      shutDown: async signal => {
        await untilAborted(signal)
        seen.push(`gave up@${clock.now()}`)
      },
    })
    lifecycle.add(runnable('controller'))
    const outcome = start()
    await clock.settle()
    stop.abort()
    await clock.advance(2000)
    expect(outcome).toEqual({ settled: true, atMs: 1000 })
    expect(seen.at(-1)).toBe('gave up@1000')
  })

  test('an error of the shutdown is logged', async () => {
    const failure = new Error('events')
    const { clock, logged, stop, start } = setup({ shutDown: () => Promise.reject(failure) })
    const outcome = start()
    await clock.settle()
    stop.abort()
    await clock.settle()
    expect(outcome).toEqual({ settled: true, atMs: 0 })
    expect(logged).toHaveLength(1)
  })
})
