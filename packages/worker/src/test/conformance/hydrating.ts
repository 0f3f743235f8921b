import { freshnessOf, isForbidden } from '@kube-informer/core'
import type { Pod } from '@kube-informer/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ConnectionOptions } from '../../api/connection.ts'
import type { HydratedSlice } from '../../api/slice-snapshot.ts'
import type { SliceState, Subscription } from '../../api/subscription.ts'
import { INITIAL_STATE } from '../../page/replica.ts'
import { BASE_URL, pod, TOKEN } from '../informers.ts'
import { newIdentity, type Open, type Opened } from './opened.ts'
import { inDefault, isComplete, names, ofPods } from './pod-slices.ts'
import { reaches } from './settled.ts'

const DEFAULT = ofPods(inDefault)

/** Rows that a server has rendered, with which a page starts. */
export function describeHydrating(name: string, open: Open): void {
  describe(`${name}: rendered rows`, () => {
    let options: ConnectionOptions
    let opened: Opened
    const ends: (() => void)[] = []
    beforeEach(async () => {
      options = { baseUrl: BASE_URL, getToken: () => TOKEN, identity: newIdentity() }
      opened = await open(options)
      const { connection, end } = opened
      ends.push(
        () => connection.close(),
        () => end?.(),
      )
    })
    afterEach(() => {
      for (const end of ends.splice(0)) end()
    })

    /** A page with another connection. */
    const another = (given: ConnectionOptions) => {
      const connection = opened.another(given)
      ends.unshift(() => connection.close())
      return connection
    }
    /** What a server renders of the namespace now; also a Pod of which it has a false idea. */
    const rendered = async ({ isWhole = true, ghost }: { isWhole?: boolean; ghost?: Pod } = {}) => {
      const { pods, resourceVersion } = await opened.server.now()
      const data = pods.filter(({ metadata }) => metadata.namespace === 'default')
      if (ghost) data.push({ ...ghost, metadata: { ...ghost.metadata, uid: 'ghost', resourceVersion: '1' } })
      const status = { ...INITIAL_STATE.status, data: 'cached', resourceVersion } as const
      return {
        state: { data, total: data.length, groups: [], status, freshness: freshnessOf(status) },
        isWhole,
      }
    }
    /** Shows rendered rows. Returns each state that follows. */
    const show = (hydrated: HydratedSlice<Pod>, subscription: Subscription = DEFAULT) => {
      const slice = opened.connection.observe(subscription as typeof DEFAULT, hydrated)
      expect(slice.getState()).toBe(hydrated.state)
      const states: SliceState<Pod>[] = []
      ends.unshift(slice.subscribe(() => states.push(slice.getState())))
      return states
    }
    const completeWith = (total: number) => (state: SliceState<Pod>) =>
      isComplete(state) && state.total === total

    it('are shown at once, and the watch resumes from them without a list', async () => {
      const { connection, server } = opened
      const hydrated = await rendered()
      await server.put(pod('default/b', { note: 'newer' }))
      await server.remove(pod('default/d'))
      const states = show(hydrated)
      const { data } = await reaches(connection, DEFAULT, completeWith(3))
      expect(data.map(({ metadata }) => metadata.annotations?.note)).toEqual(['', 'newer', ''])
      const [a, b, c] = hydrated.state.data
      expect([data[0] === a, data[1] === b, data[2] === c]).toEqual([true, false, true])
      expect(states.filter(({ total }) => total < 3)).toEqual([])
      await server.put(pod('default/e'))
      expect(names(await reaches(connection, DEFAULT, completeWith(4)))).toEqual(['a', 'b', 'c', 'e'])
      expect(await server.count('list')).toBe(0)
      expect(await server.watchedFrom()).toEqual([hydrated.state.status.resourceVersion])
    })

    it('stay until a list has replaced them if the server has forgotten their resourceVersion', async () => {
      const { connection, server } = opened
      const hydrated = await rendered()
      await server.remove(pod('default/a'))
      await server.relist()
      const states = show(hydrated)
      const { data } = await reaches(connection, DEFAULT, completeWith(3))
      for (const [index, row] of data.entries()) expect(row).toBe(hydrated.state.data[index + 1])
      expect(states.filter(({ total }) => total < 3)).toEqual([])
      expect(await server.count('list')).toBe(1)
    })

    it('are only shown if an informer cannot resume from them: it lists', async () => {
      const { connection, server } = opened
      const states = show(await rendered({ isWhole: false }))
      await server.put(pod('default/e'))
      await reaches(connection, DEFAULT, completeWith(5))
      expect(states.filter(({ total }) => total < 4)).toEqual([])
      expect(await server.count('list')).toBe(1)
    })

    it('do not change what another page shows, whose informer runs', async () => {
      const { connection, server } = opened
      const other = another(options)
      await reaches(other, DEFAULT, isComplete)
      const hydrated = await rendered()
      await server.remove(pod('default/a'))
      await reaches(other, DEFAULT, completeWith(3))
      const shown: string[] = []
      const lists = await server.count('list')
      ends.unshift(other.subscribe(DEFAULT, state => shown.push(names(state).join(''))))
      show(hydrated)
      await reaches(connection, DEFAULT, completeWith(3))
      await server.put(pod('default/z'))
      for (const each of [connection, other]) await reaches(each, DEFAULT, completeWith(4))
      expect(shown.filter(each => each.includes('a'))).toEqual([])
      expect(await server.count('list')).toBe(lists)
    })

    it('are used for no other identity', async () => {
      const { connection, server } = opened
      show(await rendered({ ghost: pod('default/ghost') }))
      await reaches(connection, DEFAULT, isComplete)
      const stranger = another({ ...options, identity: newIdentity() })
      expect(names(await reaches(stranger, DEFAULT, isComplete))).toEqual(['a', 'b', 'c', 'd'])
      expect(await server.count('list')).toBe(1)
    })

    it('leave the page if the user may not read them', async () => {
      const { connection, server } = opened
      const hydrated = await rendered()
      await server.rejectPods(403)
      show(hydrated)
      const isDenied = ({ data, status }: SliceState<Pod>) => isForbidden(status.error) && data.length === 0
      expect((await reaches(connection, DEFAULT, isDenied)).total).toBe(0)
    })
  })
}
