import { isUnauthorized } from '@kube-informer/core'
import { describe, expect, it } from 'vitest'
import { BASE_URL, OTHER_TOKEN, pod, TOKEN } from '../informers.ts'
import { newIdentity, type Open } from './opened.ts'
import { isComplete, names, ofPods } from './pod-slices.ts'
import { reaches } from './settled.ts'

/** The tokens of `getToken`. */
export function describeTokens(name: string, open: Open): void {
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

    it('of another user end the reads of the first, and no row stays that only the first may read', async () => {
      let token = TOKEN
      const options = { baseUrl: BASE_URL, identity: newIdentity(), namespaces: async () => ['default'] }
      const { connection, server, end } = await open({ ...options, getToken: () => token })
      await reaches(connection, ofPods(), ({ total }) => total === 6)
      token = OTHER_TOKEN
      await server.denyAll()
      await server.rejectToken()
      const stop = connection.subscribe({ resource: 'deployments' }, () => {})
      const state = await reaches(connection, ofPods(), ({ total }) => total === 4)
      expect(names(state)).toEqual(['a', 'b', 'c', 'd'])
      stop()
      connection.close()
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
