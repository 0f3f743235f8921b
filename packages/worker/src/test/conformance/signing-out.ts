import { describe, expect, it } from 'vitest'
import { BASE_URL, pod, TOKEN } from '../informers.ts'
import { newIdentity, type Open } from './opened.ts'
import { isComplete, ofPods } from './pod-slices.ts'
import { becomes, decided, reaches } from './settled.ts'

/** `signOut()`. */
export function describeSigningOut(name: string, open: Open): void {
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
        await expect(each.client.get('pods', 'x/a')).rejects.toThrow('signed out')
      }
      await server.put(pod('default/z'))
      expect((await reaches(stranger, ofPods(), ({ total }) => total === 7)).total).toBe(7)
      for (const each of all) each.close()
      end?.()
    })
  })
}
