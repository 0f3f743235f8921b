import { describe, expect, test } from 'vitest'
import { FairScheduler } from './fair-scheduler.ts'

/** A host whose time passes with the work of steps only, and which gets control when a test says so. */
class Host {
  at = 0
  yields: (() => void)[] = []
  readonly ran: string[] = []
  readonly scheduler = new FairScheduler({ clock: this })

  now(): number {
    return this.at
  }

  yieldToHost(): Promise<void> {
    return new Promise(resolve => this.yields.push(resolve))
  }

  /** Adds a step that takes a millisecond, and adds itself again until it has run some times. */
  add(user: string, times = 1, ms = 1): void {
    let left = times
    const step = {
      run: () => {
        this.at += ms
        this.ran.push(user)
        if (--left > 0) this.scheduler.add(user, step)
      },
    }
    this.scheduler.add(user, step)
  }

  /** One turn of the event loop. Returns what ran in it. */
  async task(): Promise<readonly string[]> {
    const before = this.ran.length
    for (const resolve of this.yields.splice(0)) resolve()
    await new Promise<void>(resolve => setImmediate(resolve))
    return this.ran.slice(before)
  }
}

test('without waiting steps, a step runs at once', () => {
  const host = new Host()
  host.add('a')
  expect(host.ran).toEqual(['a'])
})

test('a slice ends after ten milliseconds, and the rest runs in later turns of the host', async () => {
  const host = new Host()
  host.add('a', 25)
  expect(host.ran).toHaveLength(10)
  expect(host.yields).toHaveLength(1)
  expect([(await host.task()).length, (await host.task()).length, (await host.task()).length]).toEqual([
    10, 5, 0,
  ])
  expect(host.yields).toEqual([])
})

test('a step that is added while a slice is over waits for the host, also if none waits', async () => {
  const host = new Host()
  host.add('a', 1, 30)
  host.add('b')
  expect(host.ran).toEqual(['a'])
  expect(await host.task()).toEqual(['b'])
})

describe('fairness', () => {
  test('among 900 unread watches of one user, the step of another one is the next but one', async () => {
    const host = new Host()
    for (let watch = 0; watch < 900; watch++) host.add('mallory', 40)
    await host.task()
    host.add('bob')
    expect((await host.task()).slice(0, 2)).toContain('bob')
  })

  test('users with steps take turns, whatever the number of their steps', async () => {
    const host = new Host()
    host.add('full', 1, 10)
    for (let watch = 0; watch < 100; watch++) host.add('a')
    for (let watch = 0; watch < 4; watch++) host.add('b')
    host.add('c')
    expect((await host.task()).join('')).toBe('abcabababa')
  })

  test('the steps of one user run in order', async () => {
    const host = new Host()
    const order: number[] = []
    host.add('a', 1, 10)
    for (let step = 0; step < 5; step++) host.scheduler.add('a', { run: () => order.push(step) })
    await host.task()
    expect(order).toEqual([0, 1, 2, 3, 4])
  })
})

test('turns for asynchronous work count: forty in a slice', async () => {
  const host = new Host()
  let done = 0
  for (let count = 0; count < 100; count++) void host.scheduler.wait('a').then(() => done++)
  const counts: number[] = []
  for (let count = 0; count < 3; count++) {
    await Promise.resolve()
    await host.task()
    counts.push(done)
  }
  expect(counts).toEqual([80, 100, 100])
})
