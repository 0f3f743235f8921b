import { createFakeBroadcasts, createFakeLocks, FakeClock, seededRandom } from '@kube-informer/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FakeTab, LEADERSHIP } from '../test/fake-tab.ts'

const RUNS = process.env.LONG ? 5000 : 300

/** An event of an origin, of one of its tabs, or a wait. */
type Step =
  | { readonly type: 'open' }
  | { readonly type: 'wait'; readonly ms: number }
  | {
      readonly type:
        | 'close'
        | 'crash'
        | 'freeze'
        | 'warn'
        | 'cache'
        | 'thaw'
        | 'show'
        | 'hide'
        | 'kill'
        | 'hang'
      readonly tab: number
    }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Step>({ type: 'open' }) },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 20_000 }) }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      type: fc.constantFrom(
        ...([
          'close',
          'crash',
          'freeze',
          'freeze',
          'warn',
          'cache',
          'thaw',
          'show',
          'hide',
          'kill',
          'hang',
        ] as const),
      ),
      tab: fc.nat(5),
    }),
  },
)

class World {
  readonly clock = new FakeClock({ quietTicks: 2 })
  readonly locks = createFakeLocks()
  readonly tabs: FakeTab[] = []
  readonly #broadcasts = createFakeBroadcasts()
  readonly #random = seededRandom(7)

  get live(): FakeTab[] {
    return this.tabs.filter(({ isLive }) => isLive)
  }

  /** The running workers of all open tabs. */
  get serving() {
    return this.live.flatMap(({ workers }) => workers.filter(({ agent }) => agent.state === 'live'))
  }

  async take(step: Step): Promise<void> {
    if (step.type === 'wait') await this.clock.advance(step.ms)
    else if (step.type === 'open') this.#open()
    else {
      const tab = this.live[step.tab % Math.max(1, this.live.length)]
      if (tab) await this.#applyTo(tab, step.type)
    }
    await this.clock.settle()
  }

  #open(): void {
    const name = `tab${this.tabs.length}`
    this.tabs.push(
      new FakeTab({ clock: this.clock, locks: this.locks, broadcasts: this.#broadcasts }, name, this.#random),
    )
  }

  async #applyTo(
    tab: FakeTab,
    type: Exclude<Step, { type: 'open' } | { type: 'wait' }>['type'],
  ): Promise<void> {
    const isRunning = tab.page.state === 'live'
    switch (type) {
      case 'close':
        if (!isRunning) return
        tab.close()
        tab.crash()
        break
      case 'crash':
        tab.crash()
        break
      case 'freeze':
        await tab.freeze()
        break
      case 'warn':
        await tab.freeze('freeze')
        break
      case 'cache':
        await tab.freeze('leave')
        break
      case 'thaw':
        tab.thaw()
        break
      case 'show':
      case 'hide':
        tab.show(type === 'show')
        break
      case 'kill':
        tab.worker?.agent.die()
        break
      case 'hang':
        tab.worker?.hang()
        break
    }
  }
}

/** Expects that one tab leads, and that its worker serves all tabs. */
function expectOneLeader(world: World, tabs: readonly FakeTab[]): void {
  const leaders = tabs.filter(({ role }) => role === 'leader')
  expect(leaders).toHaveLength(1)
  const [leader] = leaders
  const worker = leader?.worker
  expect(world.locks.holders(LEADERSHIP)).toEqual([leader?.page.locks.name])
  expect(tabs.map(({ host }) => host)).toEqual(tabs.map(() => `host ${worker?.agent.locks.name}`))
  expect(worker?.sessions).toBeGreaterThanOrEqual(tabs.length)
}

test('after any history one tab leads, and its worker serves all open tabs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async steps => {
      const world = new World()
      for (const step of steps) {
        await world.take(step)
        // Two workers can exist at the same time, but only one of them runs as the leader's.
        expect(world.serving.filter(({ lead }) => lead).length).toBeLessThanOrEqual(1)
      }
      const running = world.live.filter(({ page }) => page.state === 'live')
      const [seen] = running
      if (seen) {
        seen.show(true)
        await world.clock.advance(120_000)
        expectOneLeader(world, running)
      }
      for (const tab of world.live) {
        tab.show(true)
        tab.thaw()
      }
      await world.clock.advance(120_000)
      if (world.live.length > 0) expectOneLeader(world, world.live)
      for (const tab of world.live) tab.close()
      await world.clock.settle()
      expect([world.locks.holders(LEADERSHIP), world.locks.waiters(LEADERSHIP)]).toEqual([[], []])
      for (const { page } of world.tabs) expect(page.broadcasts.openCount).toBe(0)
    }),
    { numRuns: RUNS },
  )
}, 600_000)
