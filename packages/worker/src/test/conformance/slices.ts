import { isForbidden, type KubernetesObject } from '@kube-informer/core'
import { describe, expect, it } from 'vitest'
import type { Connection } from '../../api/connection.ts'
import type { SliceState, Subscription } from '../../api/subscription.ts'
import { INITIAL_STATE } from '../../page/replica.ts'
import { type informers, pod, type ServerControl } from '../informers.ts'
import { type Open, openBeforeEach } from './opened.ts'
import { inDefault, isComplete, names, ofPods, type PodSlice, unchecked } from './pod-slices.ts'
import { reaches } from './settled.ts'

/** Rows, their order, counts and errors. */
export function describeSlices(name: string, open: Open): void {
  describe(name, () => {
    let connection: Connection<typeof informers>
    let server: ServerControl
    openBeforeEach(open, opened => {
      connection = opened.connection
      server = opened.server
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
      // Until every namespace has been tried, the error is not that of the slice.
      const state = await reaches(connection, ofPods(), ({ status }) => isForbidden(status.error))
      expect(state.status.error).toMatchObject({ name: 'StatusError', code: 403, reason: 'Forbidden' })
      expect(state.data).toEqual([])
    })
  })
}
