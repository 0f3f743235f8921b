import { createKubeClient } from '@kube-informer/core'
import {
  configMaps,
  createFakeApiserver,
  type FakeApiserver,
  type FakeApiserverOptions,
  FakeClock,
  namespaces,
  seededRandom,
} from '@kube-informer/testing'
import { UNPRIVILEGED } from './access.suite.ts'
import type { Cluster, Target } from './target.ts'
import { defineWidgets } from './widgets-definition.ts'

/** A fake apiserver for each test, in this process, in virtual time. */
export const fakeTarget: Target = {
  name: 'the fake apiserver',
  lacks: {
    'a wire': 'the fake responds within this process',
    'raw paths': 'a Request normalizes its path',
  },
  open: async defer => openFake(createFake(), defer),
}

/** The accepted credentials. */
export const TOKEN = 'protocol'

/** A fake apiserver and the clock that drives it. */
export interface FakeParts {
  readonly server: FakeApiserver
  readonly clock: FakeClock
  rigChance(outcome: number): void
}

/** Options of a fake apiserver for a test. */
export interface FakeSettings {
  /** Event loop iterations without activity until no request is in flight. */
  readonly quietTicks?: number
  readonly features?: NonNullable<FakeApiserverOptions['features']>
}

/** Creates a fake apiserver in virtual time. */
export function createFake({ quietTicks, features = {} }: FakeSettings = {}): FakeParts {
  const clock = new FakeClock(quietTicks === undefined ? {} : { quietTicks })
  const random = seededRandom(1)
  let rigged: number | undefined
  const server = createFakeApiserver({
    clock,
    random: () => rigged ?? random(),
    auth: { token: TOKEN },
    authorize: ({ user }) => user !== UNPRIVILEGED,
    features,
    controllers: { namespaces: true },
    // Small enough for a test to fill.
    watchBuffer: 200,
  })
  return {
    server,
    clock,
    rigChance: outcome => {
      rigged = outcome
    },
  }
}

/** A cluster for one test; it sends requests through `fetch` to `baseUrl`. */
export async function openFake(
  { server, clock, rigChance }: FakeParts,
  defer: Cluster['defer'],
  {
    baseUrl = 'http://fake',
    fetch = server.fetch,
  }: { baseUrl?: string; fetch?: FakeApiserver['fetch'] } = {},
): Promise<Cluster> {
  const client = createKubeClient({ baseUrl, fetch, clock, getToken: () => TOKEN })
  await defineWidgets(client)
  let bumps = 0
  return {
    client,
    clock,
    fake: server,
    rigChance,
    namespace: async (name = 'n') => {
      if (!server.get(namespaces, name)) await client.create(namespaces, { metadata: { name } })
      return name
    },
    nameOf: namespace => namespace ?? '',
    fetch: (path, init = {}) => {
      const headers = new Headers(init.headers)
      if (!headers.has('authorization')) headers.set('authorization', `Bearer ${TOKEN}`)
      return fetch(`${baseUrl}${path}`, { ...init, headers })
    },
    rv: async () => server.rv,
    bump: async () => {
      server.create({ metadata: { name: `bump-${++bumps}` } }, configMaps)
      return server.rv
    },
    compact: async rv => server.compact(rv, { keepsWatchHistory: true }),
    relist: async () => server.relist(),
    elapse: ms => clock.advance(ms),
    defer,
  }
}
