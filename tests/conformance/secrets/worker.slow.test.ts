import type { Fetch } from '@kube-informer/core'
import { createFakeApiserver, FakeClock } from '@kube-informer/testing'
import type { Connection } from '@kube-informer/worker'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { watchBroadcasts } from './broadcast-spy.ts'
import { watchConsole } from './console-spy.ts'
import { Evidence } from './evidence.ts'
import { carryOut, type HostileReply, hostileReply } from './hostile-reply.ts'
import type { informers } from './informers.ts'
import { Origin } from './origin.ts'
import { recordingDisk } from './recording-disk.ts'
import { type Secrets, secrets } from './secrets.ts'

const RUNS = process.env.LONG ? 2_000 : 100

const TIMEOUT_MS = process.env.LONG ? 1_800_000 : 120_000

type Client = Connection<typeof informers>['client']

const AT = { namespace: 'default', name: 'a' }

const VERBS: Readonly<Record<string, (client: Client, payload: string) => Promise<unknown>>> = {
  get: client => client.get('secrets', AT),
  list: client => client.list('secrets'),
  create: (client, payload) => client.create('secrets', secretOf('new', payload)),
  replace: (client, payload) => client.replace('secrets', secretOf('a', payload)),
  patch: (client, payload) => client.patch('secrets', AT, { data: { value: btoa(payload) } }),
  delete: client => client.delete('secrets', AT),
}

const secretOf = (name: string, payload: string) => ({
  apiVersion: 'v1' as const,
  kind: 'Secret' as const,
  metadata: { namespace: 'default', name },
  type: 'Opaque',
  data: { value: btoa(payload) },
})

const scenario = fc.record({
  secrets,
  host: fc.constantFrom('dedicated', 'leader', 'shared'),
  seed: fc.nat(),
  replies: fc.array(fc.option(hostileReply), { minLength: 1, maxLength: 12 }),
  steps: fc.array(
    fc.oneof(
      fc.record({ tab: fc.nat(1), do: fc.constantFrom(...Object.keys(VERBS)) }),
      fc.record({ tab: fc.nat(1), do: fc.constantFrom('close', 'signOut', 'wait') }),
    ),
    { minLength: 2, maxLength: 8 },
  ),
})

/** A fake apiserver behind a hostile proxy, which answers some requests itself. */
function proxiedFetch(
  server: { readonly fetch: Fetch },
  given: Secrets,
  replies: readonly (HostileReply | null)[],
  evidence: Evidence,
): Fetch {
  let sent = 0
  return async (url, init = {}) => {
    evidence.add('URL', url)
    const authorization = new Headers(init.headers).get('authorization') ?? ''
    const reply = replies[sent++]
    if (!reply) return server.fetch(url, init)
    const planted = {
      authorization,
      credential: authorization.replace('Bearer ', ''),
      payload: given.payload,
    }
    return carryOut(reply, validBody(url, given.payload), planted)
  }
}

/** What an apiserver sends. Only Secrets contain the payload: the informer of ConfigMaps may store what it receives. */
function validBody(url: string, payload: string): string {
  if (url.includes('/configmaps'))
    return JSON.stringify({
      kind: 'ConfigMapList',
      apiVersion: 'v1',
      metadata: { resourceVersion: '2' },
      items: [],
    })
  const object = { ...secretOf('a', payload), metadata: { ...AT, uid: 'u', resourceVersion: '2' } }
  if (url.includes('watch=')) return `${JSON.stringify({ type: 'MODIFIED', object })}\n`
  if (url.includes('/a?') || url.endsWith('/a')) return JSON.stringify(object)
  return JSON.stringify({
    kind: 'SecretList',
    apiVersion: 'v1',
    metadata: { resourceVersion: '2' },
    items: [object],
  })
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && !(value instanceof ArrayBuffer)

/** A copy of a message, in which `keeps` decides about each member. */
function filtered(message: unknown, keeps: (name: string, owner: object) => boolean): unknown {
  if (!isPlain(message)) return message
  if (Array.isArray(message)) return message.map(each => filtered(each, keeps))
  const members = Object.entries(message).filter(([name]) => keeps(name, message))
  return Object.fromEntries(members.map(([name, value]) => [name, filtered(value, keeps)]))
}

/** Without the token that a page sends to its own worker, which needs it. */
const withoutToken = (message: unknown): unknown =>
  filtered(message, (name, owner) => name !== 'token' || !('type' in owner && owner.type === 'token'))

/** Without the objects that a page has asked for or writes. */
const withoutObjects = (message: unknown): unknown =>
  filtered(message, name => !['rows', 'object', 'patch'].includes(name))

/** What is observed in one run. */
class Observations {
  /** Must contain neither a credential nor a payload. */
  readonly outputs = new Evidence()
  /** Must contain no credential. */
  readonly messages = new Evidence()
  broadcasts = 0
  failures = 0

  readonly onBroadcast = (message: unknown): void => {
    this.broadcasts++
    this.onMessage(message, 'broadcast')
  }

  readonly onMessage = (message: unknown, way: string): void => {
    this.messages.add(way, message)
    this.outputs.add(way, withoutObjects(message))
  }

  readonly onFailure = (error: unknown): void => {
    this.failures++
    this.outputs.add('a call', error)
  }

  expectNone({ token, otherToken, payload }: Secrets): void {
    this.outputs.expectNone({ token, otherToken, payload })
    this.messages.expectNone({ token, otherToken })
  }
}

type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never

/** Two tabs of one identity with different tokens, while the server answers as planned. */
async function play(
  { secrets: given, host, seed, replies, steps }: Scenario,
  seen: Observations,
): Promise<void> {
  const clock = new FakeClock()
  const objects = [secretOf('a', given.payload), secretOf('b', given.payload)]
  const origin = new Origin({
    host,
    clock,
    seed,
    fetch: proxiedFetch(createFakeApiserver({ clock, objects }), given, replies, seen.outputs),
    // Secrets are not persisted.
    disk: recordingDisk((what, value) => seen.outputs.add(`disk: ${what}`, value)),
    onMessage: (message, way) => seen.onMessage(withoutToken(message), way),
  })
  const tabs = [origin.open('tab 1', given.token), origin.open('tab 2', given.otherToken)]
  for (const tab of tabs) {
    tab.subscribeStatus(status => seen.outputs.add('status of a connection', status))
    for (const resource of ['secrets', 'configMaps'] as const) {
      tab.subscribe({ resource, slice: {} }, ({ status }) =>
        seen.outputs.add(`status of ${resource}`, status),
      )
    }
  }
  const pending: Promise<unknown>[] = []
  for (const step of steps) {
    const tab = tabs[step.tab]
    const verb = VERBS[step.do]
    if (tab && verb) pending.push(verb(tab.client, given.payload).catch(seen.onFailure))
    if (step.do === 'close') tab?.close()
    if (tab && step.do === 'signOut') pending.push(tab.signOut().catch(seen.onFailure))
    await clock.advance(step.do === 'wait' ? 60_000 : 500)
  }
  await clock.advance(60_000)
  for (const tab of tabs) tab.close()
  await clock.advance(120_000)
  await Promise.all(pending)
}

test(
  'no credential and no payload gets from one tab to another, to the disk, or into an error, a status or a log',
  async () => {
    let failures = 0
    let broadcasts = 0
    await fc.assert(
      fc.asyncProperty(scenario, async given => {
        const seen = new Observations()
        const stopWatching = watchConsole(seen.outputs)
        // Every tab can read broadcasts, so they contain no token either.
        const stopListening = watchBroadcasts(seen.onBroadcast)
        try {
          await play(given, seen)
        } finally {
          stopWatching()
          stopListening()
        }
        failures += seen.failures
        broadcasts += seen.broadcasts
        seen.expectNone(given.secrets)
      }),
      { numRuns: RUNS },
    )
    expect(failures).toBeGreaterThan(RUNS / 10)
    expect(broadcasts).toBeGreaterThan(RUNS)
  },
  TIMEOUT_MS,
)
