import { expect, onTestFinished } from 'vitest'
import { EVERYTHING, type History } from './history.ts'
import type { HostedRelay, HostUnderTest } from './host-under-test.ts'
import { Reader, type ReaderOptions } from './reader.ts'
import type { RelaySettings } from './relay-settings.ts'
import { tokenOf, Upstream } from './upstream.ts'

/** Users whom the trees of the tests divide between both leaves. */
export const USERS = ['alice', 'bob', 'carol', 'dave', 'erin', 'frank', 'grace', 'heidi'] as const

const LONG_MS = 600_000

/** A relay under test, its apiserver and its readers. Ends with the test. */
export class World {
  readonly upstream: Upstream
  readonly relay: HostedRelay
  readonly readers: Reader[] = []

  private constructor(upstream: Upstream, relay: HostedRelay) {
    this.upstream = upstream
    this.relay = relay
  }

  /** Starts everything. Users may read all Pods. */
  static async open(host: HostUnderTest, settings: Partial<RelaySettings> = {}): Promise<World> {
    const upstream = await Upstream.start()
    onTestFinished(() => upstream.close())
    for (const user of USERS) upstream.grant(user)
    const { url: server, relayToken: token } = upstream
    const relay = await host.start({ server, token, reviewsHoldMs: LONG_MS, watchesRbac: false, ...settings })
    onTestFinished(() => relay.dispose())
    const world = new World(upstream, relay)
    onTestFinished(() => world.leave())
    return world
  }

  /** Starts a reader at the relay. */
  read(options: Partial<ReaderOptions> = {}): Reader {
    const url = () => this.relay.url
    const user = USERS[this.readers.length % USERS.length] ?? ''
    const reader = new Reader({ scope: EVERYTHING, user, url, ...options })
    this.readers.push(reader)
    return reader.start()
  }

  async get(path: string, user: string = USERS[0]): Promise<Response> {
    const headers = { Authorization: `Bearer ${tokenOf(user)}`, 'Accept-Encoding': 'identity' }
    return await fetch(this.relay.url + path, { headers })
  }

  /** A value of the metrics of the relay, or of the leaf of a user. */
  async metric(name: string, user?: string): Promise<number> {
    const text = await (await this.get('/metrics', user)).text()
    const lines = text.split('\n').filter(line => line.startsWith(name))
    return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
  }

  /** Waits until all readers have a watch. */
  async watching(): Promise<void> {
    await expect.poll(() => this.readers.filter(({ isWatching }) => !isWatching).length).toBe(0)
  }

  /** Writes a number of times. */
  write(times: number): void {
    for (let i = 0; i < times; i++) this.upstream.write()
  }

  /** Waits until all readers have received exactly what happened since they listed. */
  async settled(readers: readonly Reader[] = this.readers): Promise<void> {
    const { history } = this.upstream
    await expect
      .poll(() => readers.flatMap(reader => differencesOf(reader, history)), { interval: 10 })
      .toEqual([])
  }

  /** Stops all readers. */
  async leave(): Promise<void> {
    await Promise.all(this.readers.map(reader => reader.stop()))
  }
}

/** What a reader has seen first that is not what happened. */
function differencesOf({ scope, since, listed, events }: Reader, history: History): readonly object[] {
  if (since === '') return [{ scope: scope.title, problem: 'it has not listed' }]
  const state = history.stateAt(scope, since)
  if (listed && listed.join() !== state.join()) return [{ scope: scope.title, since, listed, state }]
  const expected = history.eventsAfter(scope, since)
  const at = expected.findIndex((event, index) => event !== events[index])
  if (at < 0 && events.length === expected.length) return []
  const index = at < 0 ? expected.length : at
  return [{ scope: scope.title, since, index, received: events[index], expected: expected[index] }]
}
