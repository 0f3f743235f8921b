import { ConnectionError } from '@kube-informer/core'
import { describe, expect, it } from 'vitest'
import { pod } from '../informers.ts'
import { type Open, type Opened, openBeforeEach } from './opened.ts'
import { inDefault, isComplete, names, ofPods } from './pod-slices.ts'
import { becomes, reaches } from './settled.ts'

/** A host that ends without notice. */
export function describeTerminating(name: string, open: Open): void {
  describe(`${name}: a host that terminates`, () => {
    let opened: Opened
    openBeforeEach(open, each => {
      opened = each
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
}
