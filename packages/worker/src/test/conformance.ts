import {
  ConnectionError,
  isConflict,
  isForbidden,
  isNotFound,
  isUnauthorized,
  type KubernetesObject,
  listTable,
  StatusError,
} from '@kube-informer/core'
import type { Pod } from '@kube-informer/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AccessRequest, AccessState } from '../api/access.ts'
import type { Connection, ConnectionOptions, ConnectionStatus } from '../api/connection.ts'
import type { Slice, SliceState, Subscription } from '../api/subscription.ts'
import { INITIAL_STATE } from '../page/replica.ts'
import { BASE_URL, type informers, pod, type ServerControl, TOKEN } from './informers.ts'

/** A connection under test and its server. */
export interface Opened {
  readonly connection: Connection<typeof informers>
  readonly server: ServerControl
  /** One more connection of the same origin to the same server. */
  another(options: ConnectionOptions): Connection<typeof informers>
  /** Terminates the host without notice, like a crash; absent if the host cannot terminate alone. */
  readonly kill?: (() => void) | undefined
  /** Releases what was created for the connection, after it is closed. */
  readonly end?: (() => void) | undefined
}

export type Open = (options: ConnectionOptions) => Promise<Opened> | Opened

/** An identity that no other test uses, because a sign-out applies to the whole origin. */
const newIdentity = (): string => `user-${crypto.randomUUID()}`

/** The names of the Pods in a state. */
const names = (state: SliceState<KubernetesObject>): (string | undefined)[] =>
  state.data.map(object => object.metadata?.name)

/** A slice of the Pods of the tests. */
type PodSlice = NonNullable<Subscription<typeof informers, 'pods'>['slice']>

const inDefault: PodSlice = { target: { type: 'index', index: 'namespace', value: 'default' } }
const ofPods = (slice: PodSlice = {}) => ({ resource: 'pods', slice }) as const

/** A slice of Pods with names that need not exist. */
const unchecked = (slice: Slice): Subscription => ({ resource: 'pods', slice })

/** Resolves when the state of a slice matches. */
export function reaches(
  connection: Connection,
  subscription: Subscription,
  done: (state: SliceState<Pod>) => boolean,
): Promise<SliceState<Pod>> {
  return new Promise(resolve => {
    const stop = connection.subscribe(subscription, shown => {
      const state = shown as SliceState<Pod>
      if (!done(state)) return
      stop()
      resolve(state)
    })
  })
}

/** Resolves with the answer to a question about access. */
function decided(connection: Connection, request: AccessRequest): Promise<AccessState> {
  const access = connection.access(request)
  return new Promise(resolve => {
    const stop = access.subscribe(() => {
      stop()
      resolve(access.getState())
    })
  })
}

/** Resolves when the status of the connection matches. */
export function becomes(
  connection: Connection,
  done: (status: ConnectionStatus) => boolean,
): Promise<ConnectionStatus> {
  return new Promise(resolve => {
    const check = (status: ConnectionStatus) => {
      if (!done(status)) return
      stop()
      resolve(status)
    }
    const stop = connection.subscribeStatus(check)
    check(connection.status)
  })
}

const isComplete = (state: SliceState<unknown>): boolean => state.status.data === 'complete'

/** The tests that every connection must pass, for any transport. */
export function describeConnection(name: string, open: Open): void {
  describe(name, () => {
    let connection: Connection<typeof informers>
    let server: ServerControl
    let opened: Opened

    beforeEach(async () => {
      opened = await open({ baseUrl: BASE_URL, getToken: () => TOKEN, identity: newIdentity() })
      connection = opened.connection
      server = opened.server
    })
    afterEach(() => {
      connection.close()
      opened.end?.()
    })

    it('is empty until the host responds, then shows all rows of the slice at once', async () => {
      const states: SliceState<KubernetesObject>[] = []
      const slice = connection.observe(ofPods(inDefault))
      expect(slice.getState()).toBe(INITIAL_STATE)
      const stop = connection.subscribe(ofPods(inDefault), state => states.push(state))
      const state = await reaches(connection, ofPods(inDefault), isComplete)
      stop()
      expect(names(state)).toEqual(['a', 'b', 'c', 'd'])
      expect(state.total).toBe(4)
      expect(states.filter(each => each.data.length !== 0 && each.data.length !== 4)).toEqual([])
      expect(slice.getState()).toBe(state)
      expect(Object.isFrozen(state) && Object.isFrozen(state.data)).toBe(true)
    })

    it('becomes ready', async () => {
      await reaches(connection, ofPods(), isComplete)
      expect(connection.status.state).toBe('ready')
      expect(connection.status.error).toBeUndefined()
    })

    it('follows additions, changes and deletions, and unchanged rows keep their reference', async () => {
      const before = await reaches(connection, ofPods(inDefault), isComplete)
      await server.put(pod('default/b', { note: 'changed' }))
      const changed = await reaches(
        connection,
        ofPods(inDefault),
        ({ data }) => data[1]?.metadata.annotations?.note === 'changed',
      )
      expect(changed.data[0]).toBe(before.data[0])
      expect(changed.data[1]).not.toBe(before.data[1])
      expect(changed.data[2]).toBe(before.data[2])
      await server.put(pod('default/aa'))
      const added = await reaches(connection, ofPods(inDefault), ({ total }) => total === 5)
      expect(names(added)).toEqual(['a', 'aa', 'b', 'c', 'd'])
      await server.remove(pod('default/a'))
      const removed = await reaches(connection, ofPods(inDefault), ({ total }) => total === 4)
      expect(names(removed)).toEqual(['aa', 'b', 'c', 'd'])
      expect(removed.data[1]).toBe(changed.data[1])
    })

    it('applies targets, filters, sorts and windows', async () => {
      const answer = async (slice: PodSlice) => names(await reaches(connection, ofPods(slice), isComplete))
      expect(await answer({})).toEqual(['a', 'b', 'c', 'd', 'dns', 'proxy'])
      expect(await answer({ target: { type: 'key', key: 'default/c' } })).toEqual(['c'])
      expect(await answer({ target: { type: 'index', index: 'node', value: 'n2' } })).toEqual([
        'dns',
        'proxy',
      ])
      expect(await answer({ target: { type: 'index', index: 'phase', value: 'Pending' } })).toEqual(['dns'])
      expect(await answer({ target: { type: 'status' } })).toEqual([])
      expect(await answer({ filter: { text: 'SYSTEM ro' } })).toEqual(['proxy'])
      expect(await answer({ filter: { predicate: 'running' }, sort: { by: 'reverse' } })).toEqual([
        ...['proxy', 'd', 'c', 'b', 'a'],
      ])
      expect(
        await answer({ sort: { by: 'metadata.name', descending: true }, window: { offset: 1, limit: 2 } }),
      ).toEqual(['dns', 'd'])
    })

    it('reports the total and the bounds of a window', async () => {
      const window = { offset: 4, limit: 10 }
      const state = await reaches(connection, ofPods({ window }), isComplete)
      expect(state).toMatchObject({ total: 6, window })
      expect(names(state)).toEqual(['dns', 'proxy'])
    })

    it('counts by index, for all rows and for a target', async () => {
      const all = await reaches(
        connection,
        ofPods({ groupBy: 'namespace', window: { offset: 0, limit: 0 } }),
        isComplete,
      )
      expect(all.groups).toEqual([
        { value: 'default', count: 4 },
        { value: 'kube-system', count: 2 },
      ])
      expect([all.data.length, all.total]).toEqual([0, 6])
      const part = await reaches(
        connection,
        ofPods({ target: { type: 'index', index: 'node', value: 'n2' }, groupBy: 'phase' }),
        isComplete,
      )
      expect(part.groups).toEqual([
        { value: 'Pending', count: 1 },
        { value: 'Running', count: 1 },
      ])
    })

    it('counts what the filter keeps, and namespaces without objects, on request', async () => {
      const counted: PodSlice = { filter: { predicate: 'running' }, groupBy: 'namespace' }
      const all = await reaches(connection, ofPods(counted), isComplete)
      expect(all.groups.map(({ count }) => count)).toEqual([4, 2])
      const slice: PodSlice = { ...counted, groupFiltered: true, groupEmpty: true }
      const { groups } = await reaches(connection, ofPods(slice), each => each.groups.length === 4)
      expect(groups).toEqual([
        { value: 'default', count: 4 },
        { value: 'kube-node-lease', count: 0 },
        { value: 'kube-public', count: 0 },
        { value: 'kube-system', count: 1 },
      ])
    })

    it('a new window starts with the rows of another window of the same slice', async () => {
      const first = await reaches(connection, ofPods({ window: { offset: 0, limit: 3 } }), isComplete)
      const next = connection.observe(ofPods({ window: { offset: 1, limit: 3 } }))
      expect(next.getState()).toBe(first)
      const scrolled = await reaches(
        connection,
        ofPods({ window: { offset: 1, limit: 3 } }),
        ({ window }) => window?.offset === 1,
      )
      expect(names(scrolled)).toEqual(['b', 'c', 'd'])
      expect(scrolled.data[0]).toBe(first.data[1])
    })

    it('shares one informer and one state between equal subscriptions', async () => {
      const one = await reaches(connection, { resource: 'pods', scope: {}, slice: inDefault }, isComplete)
      const two = await reaches(
        connection,
        { slice: { ...inDefault }, scope: {}, resource: 'pods' },
        isComplete,
      )
      expect(two).toBe(one)
      await reaches(connection, ofPods({ ...inDefault, sort: { by: 'reverse' } }), isComplete)
      expect(await server.count('list')).toBe(1)
      expect(connection.observe(ofPods())).toBe(connection.observe({ resource: 'pods', slice: {} }))
    })

    it('serves a scope, and a resource without a definition', async () => {
      const scope = { namespace: 'kube-system' }
      const state = await reaches(connection, { resource: 'pods', scope }, isComplete)
      expect(names(state)).toEqual(['dns', 'proxy'])
      const resource = { group: '', version: 'v1', plural: 'configmaps', kind: 'ConfigMap', namespaced: true }
      expect((await reaches(connection, { resource }, isComplete)).total).toBe(0)
    })

    it('a listener receives the current state, but not inside subscribe', async () => {
      await reaches(connection, ofPods(), isComplete)
      let inside = true
      const wasInside = await new Promise<boolean>(resolve => {
        connection.subscribe(ofPods(), () => resolve(inside))
        inside = false
      })
      expect(wasInside).toBe(false)
    })

    it('does not call a listener after it unsubscribed', async () => {
      const received: unknown[] = []
      await reaches(connection, ofPods(inDefault), isComplete)
      connection.subscribe(ofPods(inDefault), state => received.push(state))()
      await server.put(pod('default/z'))
      await reaches(connection, ofPods(inDefault), ({ total }) => total === 5)
      expect(received).toEqual([])
    })

    it('keeps its rows during a relist', async () => {
      await reaches(connection, ofPods(), isComplete)
      const totals: number[] = []
      const stop = connection.subscribe(ofPods(), ({ data }) => totals.push(data.length))
      await server.relist()
      await server.put(pod('default/z'))
      await reaches(connection, ofPods(), ({ total }) => total === 7)
      stop()
      expect(totals.filter(total => total < 6)).toEqual([])
      expect(await server.count('list')).toBe(2)
    })

    it.each([
      [
        'resource',
        { resource: 'pots' },
        'there is no resource "pots"; the definition has: "pods", "deployments", "replicasets", "events", "nowhere"',
      ],
      [
        'index',
        unchecked({ target: { type: 'index', index: 'nope', value: '' } }),
        'there is no index "nope"; the definition has: "namespace", "node", "phase"',
      ],
      [
        'group',
        unchecked({ groupBy: 'nope' }),
        'there is no index "nope"; the definition has: "namespace", "node", "phase"',
      ],
      [
        'comparator',
        unchecked({ sort: { by: 'nope' } }),
        'there is no comparator "nope"; the definition has: "reverse"',
      ],
      [
        'predicate',
        unchecked({ filter: { predicate: 'nope' } }),
        'there is no predicate "nope"; the definition has: "running", "broken"',
      ],
      ['name that every object inherits', { resource: 'toString' }, 'there is no resource "toString"'],
    ] satisfies [string, Subscription, string][])(
      'reports an unknown %s as an error of the slice; other slices keep working',
      async (_, given, text) => {
        const state = await reaches(connection, given, ({ status }) => status.error !== undefined)
        expect(state.status.error?.message).toContain(text)
        expect(state.status).toMatchObject({ data: 'none', link: 'stopped' })
        expect((await reaches(connection, ofPods(), isComplete)).total).toBe(6)
      },
    )

    it('reports the error of a function of the definition; other slices keep working', async () => {
      const slice = { filter: { predicate: 'broken' } } as const
      const state = await reaches(connection, ofPods(slice), ({ status }) => status.error !== undefined)
      expect(state.status.error?.message).toBe('predicate "broken": cannot evaluate a')
      expect((await reaches(connection, ofPods(), isComplete)).total).toBe(6)
    })

    it('reports a Status error of the server', async () => {
      await server.rejectPods(403)
      const state = await reaches(connection, ofPods(), ({ status }) => status.error !== undefined)
      expect(isForbidden(state.status.error)).toBe(true)
      expect(state.status.error).toMatchObject({ name: 'StatusError', code: 403, reason: 'Forbidden' })
      expect(state.data).toEqual([])
    })

    it('reads and writes through its client', async () => {
      const { client } = connection
      const at = { namespace: 'default', name: 'new' }
      const created = await client.create('pods', pod('default/new'))
      expect(created.metadata.uid).toBeTruthy()
      const read = await client.get('pods', at)
      const replaced = await client.replace('pods', {
        ...read,
        metadata: { ...read.metadata, labels: { v: '1' } },
      })
      expect(replaced.metadata.labels).toEqual({ v: '1' })
      await expect(client.replace('pods', read)).rejects.toSatisfy(isConflict)
      const patched = await client.patch('pods', at, { metadata: { labels: { w: '2' } } })
      expect(patched.metadata.labels).toEqual({ v: '1', w: '2' })
      await client.delete('pods', at, { gracePeriodSeconds: 0 })
      const missing = await client.get('pods', at).catch((error: unknown) => error)
      expect(missing).toBeInstanceOf(StatusError)
      expect(missing).toSatisfy(isNotFound)
      expect(String(missing)).toMatch(/get pods "new" in namespace "default".*: pods "new" not found/)
    })

    it('scales', async () => {
      const at = { namespace: 'default', name: 'web' }
      await connection.client.scale('deployments', at, 3)
      const { spec } = await connection.client.get('deployments', at)
      expect(spec?.replicas).toBe(3)
    })

    it('watches through its client until the page stops', async () => {
      const seen: string[] = []
      const events = await connection.client.watch('pods', { namespace: 'default', resourceVersion: '0' })
      for await (const batch of events) {
        for (const { type, object } of batch) seen.push(`${type} ${(object as Pod).metadata.name}`)
        if (seen.length === 4) await server.put(pod('default/z'))
        if (seen.length > 4) break
      }
      expect(seen).toEqual([...['a', 'b', 'c', 'd', 'z'].map(name => `ADDED ${name}`)])
    })

    it('sends any request through its client, and streams the response', async () => {
      const { client } = connection
      const response = await client.request('/api/v1/namespaces/default/pods', { query: { limit: 1 } })
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
      expect(await response.json()).toMatchObject({ kind: 'PodList', items: [{ metadata: { name: 'a' } }] })
      const table = await listTable(client, connection.definitions.pods.resource, { namespace: 'default' })
      expect(table.rows).toHaveLength(4)
      await expect(client.request('/api/v1/namespaces/default/pods/none')).rejects.toSatisfy(isNotFound)
      const stop = new AbortController()
      const events = await client.watch('pods', {}, { signal: stop.signal })
      const reading = (async () => {
        for await (const _ of events);
      })()
      stop.abort(new Error('enough'))
      await expect(reading).rejects.toThrow('enough')
    })

    it('tells what the server allows', async () => {
      const decide = (verb: string, namespace: string) =>
        decided(connection, { verb, resource: 'pods', namespace })
      expect(await decide('delete', 'default')).toEqual({ allowed: true })
      expect(await decide('delete', 'locked')).toEqual({ allowed: false })
      const verbs = ['get', 'list', 'watch', 'create', 'update']
      const states = await Promise.all(verbs.map(verb => decide(verb, 'default')))
      expect(states.every(({ allowed }) => allowed)).toBe(true)
      const request = { verb: 'get', resource: 'pods', namespace: 'default' } as const
      expect(connection.access(request)).toBe(connection.access({ ...request }))
    })

    it('reports a question about a resource that does not exist', async () => {
      const state = await decided(connection, { verb: 'get', resource: 'pots' })
      expect(state.allowed).toBe(false)
      expect(state.evaluationError).toContain('there is no resource "pots"')
    })

    it('rejects a call for a name that does not exist', async () => {
      await expect(connection.client.get('pots' as 'pods', { name: 'a' })).rejects.toThrow(
        'there is no resource "pots"',
      )
    })

    it('close is final and idempotent', async () => {
      await reaches(connection, ofPods(), isComplete)
      const waiting = connection.client.get('pods', { namespace: 'default', name: 'a' })
      const states: string[] = []
      connection.subscribeStatus(({ state }) => states.push(state))
      connection.close()
      connection.close()
      await expect(waiting).rejects.toThrow('the connection was closed')
      await expect(connection.client.get('pods', { name: 'a' })).rejects.toThrow('the connection was closed')
      expect(states).toEqual(['closed'])
      expect(connection.status.state).toBe('closed')
      connection.subscribe(ofPods(), () => {})()
    })
  })

  describe(`${name}: a host that terminates`, () => {
    let opened: Opened

    beforeEach(async () => {
      opened = await open({ baseUrl: BASE_URL, getToken: () => TOKEN, identity: newIdentity() })
    })
    afterEach(() => {
      opened.connection.close()
      opened.end?.()
    })

    it('keeps all rows, with their references, until the next host has sent its own', async context => {
      const { connection, server, kill } = opened
      if (!kill) return context.skip()
      const before = await reaches(connection, ofPods(inDefault), isComplete)
      const totals: number[] = []
      const stop = connection.subscribe(ofPods(inDefault), ({ data }) => totals.push(data.length))
      kill()
      await server.put(pod('default/z'))
      const after = await reaches(connection, ofPods(inDefault), ({ total }) => total === 5)
      await becomes(connection, ({ state }) => state === 'ready')
      stop()
      expect([connection.status.restarts, connection.status.error]).toEqual([1, undefined])
      expect(totals.filter(total => total < 4)).toEqual([])
      expect(names(after)).toEqual(['a', 'b', 'c', 'd', 'z'])
      for (const [i, row] of before.data.entries()) expect(after.data[i]).toBe(row)
    })

    it('rejects calls in flight with an explanation; later calls wait for the next host', async context => {
      const { connection, server, kill } = opened
      if (!kill) return context.skip()
      await reaches(connection, ofPods(), isComplete)
      await server.delayGet()
      const at = { namespace: 'default', name: 'a' }
      const underWay = connection.client.get('pods', at).catch((error: unknown) => error)
      await expect.poll(() => server.count('get')).toBe(1)
      kill()
      const error = await underWay
      expect(error).toBeInstanceOf(ConnectionError)
      expect(String(error)).toMatch(/the worker has ended/)
      expect((await connection.client.get('pods', at)).metadata.name).toBe('a')
    })

    it('ends the streams of its client', async context => {
      const { connection, kill } = opened
      if (!kill) return context.skip()
      await reaches(connection, ofPods(), isComplete)
      const events = await connection.client.watch('pods', { namespace: 'none' })
      const reading = (async () => {
        for await (const _ of events);
      })()
      kill()
      await expect(reading).rejects.toThrow(ConnectionError)
    })

    it('is replaced as often as necessary', async context => {
      const { connection, kill } = opened
      if (!kill) return context.skip()
      for (let restarts = 1; restarts <= 2; restarts++) {
        await reaches(connection, ofPods(), isComplete)
        kill()
        await becomes(connection, status => status.restarts === restarts && status.state === 'ready')
      }
      expect((await reaches(connection, ofPods(), isComplete)).total).toBe(6)
    })
  })

  describe(`${name}: rights`, () => {
    const options = { baseUrl: BASE_URL, getToken: () => TOKEN }

    it('a namespace and an object are requested alone', async () => {
      const { connection, server, end } = await open({ ...options, identity: newIdentity() })
      await server.denyAll()
      expect(names(await reaches(connection, ofPods(inDefault), isComplete))).toEqual(['a', 'b', 'c', 'd'])
      const dns = ofPods({ target: { type: 'key', key: 'kube-system/dns' } })
      expect(names(await reaches(connection, dns, isComplete))).toEqual(['dns'])
      connection.close()
      end?.()
    })

    it('everything is the union of the namespaces that the connection names', async () => {
      const namespaces = async () => ['kube-system', 'default']
      const { connection, server, end } = await open({ ...options, identity: newIdentity(), namespaces })
      await server.denyAll()
      const state = await reaches(connection, ofPods(), isComplete)
      expect(names(state)).toEqual(['a', 'b', 'c', 'd', 'dns', 'proxy'])
      expect(state.status.error).toBeUndefined()
      await server.put(pod('kube-system/new'))
      await reaches(connection, ofPods(), ({ total }) => total === 7)
      connection.close()
      end?.()
    })

    it('the union counts its namespaces without objects', async () => {
      const namespaces = async () => ['kube-system', 'kube-public']
      const { connection, server, end } = await open({ ...options, identity: newIdentity(), namespaces })
      await server.denyAll()
      const slice: PodSlice = { groupBy: 'namespace', groupEmpty: true, window: { offset: 0, limit: 0 } }
      expect((await reaches(connection, ofPods(slice), isComplete)).groups).toEqual([
        { value: 'kube-public', count: 0 },
        { value: 'kube-system', count: 2 },
      ])
      connection.close()
      end?.()
    })

    it('rows leave when their right is withdrawn, and return with it', async () => {
      const { connection, server, end } = await open({ ...options, identity: newIdentity() })
      await reaches(connection, ofPods(inDefault), isComplete)
      await server.rejectPods(403)
      await server.relist()
      const state = await reaches(connection, ofPods(inDefault), ({ status }) => isForbidden(status.error))
      const empty = await reaches(connection, ofPods(inDefault), ({ total }) => total === 0)
      expect([state.status.data, empty.data]).toEqual(['none', []])
      await server.allowPods()
      connection.reconnect()
      expect((await reaches(connection, ofPods(inDefault), isComplete)).total).toBe(4)
      connection.close()
      end?.()
    })
  })

  describe(`${name}: signing out`, () => {
    it('empties all connections of that user, and no others', async () => {
      const options = { baseUrl: BASE_URL, getToken: () => TOKEN }
      const identity = newIdentity()
      const { connection, another, server, end } = await open({ ...options, identity })
      const same = another({ ...options, identity })
      const stranger = another({ ...options, identity: newIdentity() })
      const all = [connection, same, stranger]
      await Promise.all(all.map(each => reaches(each, ofPods(), isComplete)))
      const request = { verb: 'get', resource: 'pods', namespace: 'default' } as const
      await Promise.all(all.map(each => decided(each, request)))
      await connection.signOut()
      await becomes(same, ({ state }) => state === 'signedOut')
      for (const each of [connection, same]) {
        expect(each.status.state).toBe('signedOut')
        expect(each.observe(ofPods()).getState()).toMatchObject({ data: [], total: 0 })
        expect(each.access(request).getState()).toEqual({ allowed: undefined })
        await expect(each.client.get('pods', { name: 'a' })).rejects.toThrow('signed out')
      }
      await server.put(pod('default/z'))
      expect((await reaches(stranger, ofPods(), ({ total }) => total === 7)).total).toBe(7)
      for (const each of all) each.close()
      end?.()
    })
  })

  describe(`${name}: tokens`, () => {
    it('are requested from the page once for many requests', async () => {
      let calls = 0
      const getToken = async () => {
        calls++
        return TOKEN
      }
      const { connection, end } = await open({ baseUrl: BASE_URL, getToken })
      await Promise.all([
        reaches(connection, ofPods(), isComplete),
        reaches(connection, { resource: 'deployments' }, isComplete),
      ])
      connection.close()
      end?.()
      expect(calls).toBe(1)
    })

    it('are requested again after a 401', async () => {
      const tokens = ['stale', TOKEN]
      const getToken = () => tokens.shift() ?? 'none left'
      const { connection, end } = await open({ baseUrl: BASE_URL, getToken })
      expect((await reaches(connection, ofPods(), isComplete)).total).toBe(6)
      connection.close()
      end?.()
      expect(tokens).toEqual([])
    })

    it('are sent with the requests of their own page, and not with those of a weaker page of the identity', async () => {
      const options = { baseUrl: BASE_URL, identity: newIdentity() }
      const { connection, another, end } = await open({ ...options, getToken: () => TOKEN })
      await reaches(connection, ofPods(), isComplete)
      const weaker = another({ ...options, getToken: () => 'weaker' })
      const without = another(options)
      const at = { namespace: 'default', name: 'a' }
      for (const page of [weaker, without])
        await expect(page.client.get('pods', at)).rejects.toSatisfy(isUnauthorized)
      expect((await connection.client.get('pods', at)).metadata.name).toBe('a')
      const { status } = await reaches(without, ofPods(), state => state.status.error !== undefined)
      expect(status.error).toSatisfy(isUnauthorized)
      for (const page of [connection, weaker, without]) page.close()
      end?.()
    })

    it('of the pages that remain continue the shared reads', async () => {
      const options = { baseUrl: BASE_URL, identity: newIdentity(), getToken: () => TOKEN }
      const { connection, another, server, end } = await open(options)
      await reaches(connection, ofPods(), isComplete)
      const remaining = another(options)
      await reaches(remaining, ofPods(), isComplete)
      const totals: number[] = []
      const stop = remaining.subscribe(ofPods(), ({ data }) => totals.push(data.length))
      connection.close()
      await server.put(pod('default/z'))
      await reaches(remaining, ofPods(), ({ total }) => total === 7)
      stop()
      expect(totals.filter(total => total < 6)).toEqual([])
      remaining.close()
      end?.()
    })

    it('that the page cannot provide are an error of the slice', async () => {
      const getToken = () => Promise.reject(new Error('signed out'))
      const { connection, end } = await open({ baseUrl: BASE_URL, getToken })
      const { status } = await reaches(connection, ofPods(), ({ status: { error } }) => error !== undefined)
      connection.close()
      end?.()
      expect(status.error?.message).toContain('signed out')
    })
  })
}
