import { createKubeClient, type KubeClient } from '@kube-informer/core'
import { namespaces, pods, roleBindings, roles } from '@kube-informer/core/resources'
import { type AccessState, type AccessVerb, type Connection, defineInformers } from '@kube-informer/worker'
import { connectInline } from '@kube-informer/worker/inline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { trust } from '../../../tools/kubernetes/cluster.ts'
import { describeReal } from '../../../tools/kubernetes/describe-real.ts'
import { type Cluster, startKubernetes } from '../../../tools/kubernetes/start.ts'

const informers = defineInformers({ pods: { resource: pods } })
const NAMESPACE = 'access-team'

describeReal('access on a real apiserver', () => {
  let cluster: Cluster
  let admin: KubeClient
  let connection: Connection<typeof informers>
  /** The resources of the requests of the connection. */
  let requested: string[]

  beforeAll(async () => {
    cluster = await startKubernetes()
    const { url: baseUrl, token } = cluster
    trust(cluster)
    admin = createKubeClient({ baseUrl, getToken: () => token })
    await admin.create(namespaces, { metadata: { name: NAMESPACE } })
    const metadata = { namespace: NAMESPACE, name: 'reader' }
    const rule = { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list', 'watch'] }
    const one = { apiGroups: [''], resources: ['pods'], verbs: ['delete'], resourceNames: ['mine'] }
    await admin.create(roles, { metadata, rules: [rule, one] })
    await admin.create(roleBindings, {
      metadata,
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'jane' }],
    })
    requested = []
    connection = connectInline(informers, {
      baseUrl,
      getToken: () => token,
      fetch: (input, init) => {
        requested.push(new URL(input).pathname.replace(/.*\//, ''))
        return fetch(input, { ...init, headers: { ...init?.headers, 'Impersonate-User': 'jane' } })
      },
    })
  }, 180_000)
  afterAll(async () => {
    connection?.close()
    await cluster?.stop()
  })

  const decide = (
    verb: AccessVerb,
    rest: { namespace?: string; name?: string } = {},
  ): Promise<AccessState> => {
    const access = connection.access({ verb, resource: 'pods', ...rest })
    return new Promise(resolve => {
      const stop = access.subscribe(() => {
        stop()
        resolve(access.getState())
      })
    })
  }

  test('a review and the rules of a namespace say the same', async () => {
    const namespace = NAMESPACE
    expect((await decide('list', { namespace })).allowed).toBe(true)
    expect((await decide('list')).allowed).toBe(false)
    expect((await decide('list', { namespace: 'default' })).allowed).toBe(false)
    expect(requested).toEqual(Array.from({ length: 3 }, () => 'selfsubjectaccessreviews'))
    const verbs: readonly AccessVerb[] = ['get', 'watch', 'create', 'update', 'delete', 'deletecollection']
    const states = await Promise.all(verbs.map(verb => decide(verb, { namespace })))
    expect(states.map(({ allowed }) => allowed)).toEqual([true, true, false, false, false, false])
    expect((await decide('delete', { namespace, name: 'mine' })).allowed).toBe(true)
    expect((await decide('delete', { namespace, name: 'other' })).allowed).toBe(false)
    expect(requested.slice(3)).toEqual(['selfsubjectrulesreviews'])
  })

  test('the client of a connection watches, and sends any request, with the rights of its user', async () => {
    const { client } = connection
    await expect(client.request('/api/v1/pods')).rejects.toMatchObject({ code: 403 })
    const response = await client.request(`/api/v1/namespaces/${NAMESPACE}/pods`)
    expect(await response.json()).toMatchObject({ kind: 'PodList' })
    const events = await client.watch('pods', { namespace: NAMESPACE, timeoutSeconds: 1 })
    const seen: unknown[] = []
    for await (const batch of events) seen.push(...batch)
    expect(seen).toEqual([])
    await expect(client.watch('pods', {})).rejects.toMatchObject({ code: 403 })
  })
})
