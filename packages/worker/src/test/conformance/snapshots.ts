import { isForbidden, readObject } from '@kube-informer/core'
import { describe, expect, it } from 'vitest'
import type { Subscription } from '../../api/subscription.ts'
import type { informers } from '../informers.ts'
import { type Open, type Opened, openBeforeEach } from './opened.ts'
import { inDefault, ofPods } from './pod-slices.ts'

/** The content of a slice, for a server that renders it. */
export function describeSnapshots(name: string, open: Open): void {
  describe(`${name}: snapshot`, () => {
    let opened: Opened
    openBeforeEach(open, each => {
      opened = each
    })

    it('of a complete slice is whole, and has the rows of the server with their resourceVersion', async () => {
      const { connection, server } = opened
      const { pods, resourceVersion } = await server.now()
      const { rows, ...rest } = await connection.snapshot(ofPods({ groupBy: 'phase' }))
      expect(rows.map(row => readObject(row))).toEqual(pods)
      const groups = [
        { value: 'Pending', count: 1 },
        { value: 'Running', count: 5 },
      ]
      expect(rest).toEqual({ total: 6, groups, resourceVersion, isWhole: true })
    })

    it.each<[boolean, number, number, string, Subscription<typeof informers, 'pods'>]>([
      [true, 4, 4, 'a namespace', ofPods(inDefault)],
      [true, 6, 6, 'a window that has all rows', ofPods({ window: { offset: 0, limit: 50 } })],
      [false, 2, 6, 'a window', ofPods({ window: { offset: 1, limit: 2 } })],
      [false, 5, 5, 'a filter', ofPods({ filter: { predicate: 'running' } })],
      [false, 2, 2, 'an index', ofPods({ target: { type: 'index', index: 'node', value: 'n2' } })],
    ])('isWhole is %s, with %i of %i rows, for %s', async (isWhole, count, total, _, subscription) => {
      const { connection } = opened
      const snapshot = await connection.snapshot(subscription)
      expect([snapshot.isWhole, snapshot.rows.length, snapshot.total]).toEqual([isWhole, count, total])
      expect(snapshot.window).toEqual(subscription.slice?.window)
    })

    it('rejects with the error of the server, and with the reason of its signal', async () => {
      const { connection, server } = opened
      const locked = { target: { type: 'index', index: 'namespace', value: 'locked' } } as const
      await expect(connection.snapshot(ofPods(locked))).rejects.toSatisfy(isForbidden)
      await server.rejectPods(503)
      const controller = new AbortController()
      const snapshot = connection.snapshot(ofPods(), { signal: controller.signal })
      const reason = new Error('enough')
      controller.abort(reason)
      await expect(snapshot).rejects.toBe(reason)
    })
  })
}
