import { isForbidden } from '@kube-informer/core'
import { describe, expect, it } from 'vitest'
import { BASE_URL, pod, TOKEN } from '../informers.ts'
import { newIdentity, type Open } from './opened.ts'
import { inDefault, isComplete, names, ofPods, type PodSlice } from './pod-slices.ts'
import { reaches } from './settled.ts'

/** Rights of a part of the cluster, and rights that are withdrawn. */
export function describeRights(name: string, open: Open): void {
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
}
