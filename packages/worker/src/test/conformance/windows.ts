import type { KubernetesObject } from '@kube-informer/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Connection } from '../../api/connection.ts'
import type { SliceState, Subscription } from '../../api/subscription.ts'
import { BASE_URL, type informers, pod, type ServerControl, TOKEN } from '../informers.ts'
import type { Open, Opened } from './opened.ts'
import { reaches } from './settled.ts'

type PodSlice = NonNullable<Subscription<typeof informers, 'pods'>['slice']>

const ofPods = (slice: PodSlice = {}) => ({ resource: 'pods', slice }) as const
const names = ({ data }: SliceState<KubernetesObject>) => data.map(({ metadata }) => metadata?.name)
const isComplete = ({ status }: SliceState<unknown>): boolean => status.data === 'complete'

const both: PodSlice['target'] = { type: 'index', index: 'namespace', values: ['kube-system', 'default'] }

/** Several sort keys, targets of several values, and windows around an object. */
export function describeWindows(name: string, open: Open): void {
  describe(`${name}: windows`, () => {
    let connection: Connection<typeof informers>
    let server: ServerControl
    let opened: Opened
    beforeEach(async () => {
      const identity = `user-${crypto.randomUUID()}`
      opened = await open({ baseUrl: BASE_URL, getToken: () => TOKEN, identity })
      connection = opened.connection
      server = opened.server
    })
    afterEach(() => {
      connection.close()
      opened.end?.()
    })
    const shown = async (slice: PodSlice) => names(await reaches(connection, ofPods(slice), isComplete))
    const failure = async (slice: PodSlice) => {
      const state = await reaches(connection, ofPods(slice), ({ status }) => status.error !== undefined)
      return state.status.error?.message
    }

    it('sorts by several keys, each in its direction and order', async () => {
      for (const key of ['default/web-2', 'default/web-10']) await server.put(pod(key, { phase: 'Pending' }))
      const sort = [
        { by: 'spec.nodeName', descending: true },
        { by: 'status.phase' },
        { by: 'metadata.name', as: 'natural', descending: true },
      ] as const
      expect(await shown({ sort, filter: { text: 'e' } })).toEqual([
        ...['dns', 'proxy', 'web-10', 'web-2', 'd', 'c', 'b', 'a'],
      ])
      expect(
        await shown({ sort: [{ by: 'status.phase' }, { by: 'reverse' }], window: { offset: 1, limit: 3 } }),
      ).toEqual(['web-10', 'dns', 'proxy'])
      expect(await failure({ sort: [{ by: 'metadata.name', as: 'size' as 'text' }] })).toContain('"size"')
    })

    it('shows several namespaces as one sorted window, and several values of an index once each', async () => {
      const state = await reaches(
        connection,
        ofPods({ target: both, sort: { by: 'metadata.name', descending: true }, groupBy: 'node' }),
        isComplete,
      )
      expect(names(state)).toEqual(['proxy', 'dns', 'd', 'c', 'b', 'a'])
      expect(state.groups).toEqual([
        { value: 'n1', count: 4 },
        { value: 'n2', count: 2 },
      ])
      const values = ['Running', 'Pending', 'Running']
      expect(await shown({ target: { type: 'index', index: 'phase', values } })).toHaveLength(6)
      expect(await shown({ target: { type: 'index', index: 'phase', values: [] } })).toEqual([])
    })

    it('shows the namespaces that the user may read, and names the others', async () => {
      const target = { type: 'index', index: 'namespace', values: ['locked', 'kube-system'] } as const
      const { data, status } = await reaches(
        connection,
        ofPods({ target }),
        each => each.status.error !== undefined && each.data.length > 0,
      )
      expect(data.map(({ metadata }) => metadata.name)).toEqual(['dns', 'proxy'])
      expect(status).toMatchObject({ data: 'complete', error: { status: { code: 403 } } })
    })

    it.each([
      ['one cache', ofPods()],
      ['two', ofPods({ target: both })],
    ] satisfies [string, Subscription][])(
      'a window around an object stays with it, over %s',
      async (_, of) => {
        const sort = { by: 'spec.nodeName' } as const
        const slice: PodSlice = { ...of.slice, sort, window: { anchor: 'default/c', before: 1, limit: 3 } }
        const first = await reaches(connection, ofPods(slice), isComplete)
        expect([names(first), first.window]).toEqual([['b', 'c', 'd'], { offset: 1, limit: 3 }])
        // A subscriber that stays, so that the position is remembered.
        const leave = connection.subscribe(ofPods(slice), () => {})
        await server.put(pod('default/above', { node: 'n0' }))
        const moved = await reaches(connection, ofPods(slice), ({ window }) => window?.offset === 2)
        expect([moved.data, moved.total]).toEqual([first.data, 7])
        expect(moved.data[0]).toBe(first.data[0])
        await server.remove(pod('default/c'))
        const without = await reaches(connection, ofPods(slice), ({ total }) => total === 6)
        expect([names(without), without.window]).toEqual([['b', 'd', 'dns'], { offset: 2, limit: 3 }])
        leave()
      },
    )

    it('a window around an object that nothing is known of starts at the first row', async () => {
      const slice: PodSlice = { window: { anchor: 'no/where', before: 2, limit: 2 } }
      const state = await reaches(connection, ofPods(slice), isComplete)
      expect([names(state), state.window]).toEqual([['a', 'b'], { offset: 0, limit: 2 }])
      expect(await failure({ window: { anchor: 'a/b', limit: -1 } })).toContain('window.limit')
    })
  })
}
