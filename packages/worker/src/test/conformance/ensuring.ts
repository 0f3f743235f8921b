import { ConnectionError, isForbidden } from '@kube-informer/core'
import { describe, expect, it } from 'vitest'
import type { Connection } from '../../api/connection.ts'
import { pod } from '../informers.ts'
import { type Open, type Opened, openBeforeEach } from './opened.ts'
import { inDefault, isComplete, names, ofPods, unchecked } from './pod-slices.ts'
import { reaches } from './settled.ts'

/** A promise of the data of a slice. */
export function describeEnsuring(name: string, open: Open): void {
  describe(`${name}: ensure`, () => {
    let opened: Opened
    openBeforeEach(open, each => {
      opened = each
    })

    it('resolves with the state of the slice, which a subscription that follows finds', async () => {
      const { connection } = opened
      const state = await connection.ensure(ofPods(inDefault))
      expect(names(state)).toEqual(['a', 'b', 'c', 'd'])
      expect(connection.observe(ofPods(inDefault)).getState()).toBe(state)
    })

    it('resolves at once with what is in memory, and follows no change', async () => {
      const { connection, server } = opened
      const shown = await reaches(connection, ofPods(inDefault), isComplete)
      const state = await connection.ensure(ofPods(inDefault))
      expect(state.data).toEqual(shown.data)
      await server.put(pod('default/z'))
      await reaches(connection, ofPods(inDefault), ({ total }) => total === 5)
      expect(state.total).toBe(4)
    })

    it('waits for the rows of its own window, not for those of a neighbour', async () => {
      const { connection } = opened
      const stop = connection.subscribe(ofPods({ window: { offset: 0, limit: 3 } }), () => {})
      await connection.ensure(ofPods({ window: { offset: 0, limit: 3 } }))
      const state = await connection.ensure(ofPods({ window: { offset: 1, limit: 3 } }))
      stop()
      expect([state.window, names(state)]).toEqual([{ offset: 1, limit: 3 }, ['b', 'c', 'd']])
    })

    it('resolves for a slice that has no rows', async () => {
      const missing = ofPods({ target: { type: 'key', key: 'default/none' } })
      expect((await opened.connection.ensure(missing)).data).toEqual([])
    })

    it('rejects with a mistake in the subscription', async () => {
      const general: Connection = opened.connection
      await expect(general.ensure(unchecked({ groupBy: 'nope' }))).rejects.toThrow('no index "nope"')
    })

    it('rejects with what the server says once no namespace can be read', async () => {
      const { connection, server } = opened
      await server.rejectPods(403)
      const error = await connection.ensure({ resource: 'pods' }).catch((reason: unknown) => reason)
      expect(isForbidden(error)).toBe(true)
    })

    it('rejects with the reason of its signal, also one that has aborted', async () => {
      const { connection } = opened
      const reason = new Error('enough')
      await expect(connection.ensure(ofPods(), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
      const controller = new AbortController()
      const data = connection.ensure(ofPods(), { signal: controller.signal })
      controller.abort(reason)
      await expect(data).rejects.toBe(reason)
    })

    it('rejects once the connection has ended', async () => {
      const { connection } = opened
      const data = connection.ensure(ofPods()).catch((error: unknown) => error)
      connection.close()
      expect(await data).toBeInstanceOf(ConnectionError)
      await expect(connection.ensure(ofPods())).rejects.toThrow('the connection was closed')
    })
  })
}
