import {
  type Client,
  createCache,
  createClient,
  createOrPatch,
  type ReconcileContext,
  withFinalizer,
} from '@kube-informer/controller'
import { createKubeClient, type InformerClient, isInvalid, isNotFound } from '@kube-informer/core'
import { configMaps } from '@kube-informer/core/resources'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { trust } from '../../../tools/kubernetes/cluster.ts'
import { describeReal } from '../../../tools/kubernetes/describe-real.ts'
import { type Cluster, startKubernetes } from '../../../tools/kubernetes/start.ts'

const OWN = 'example.com/own'
const OTHER = 'example.com/other'

describeReal('the helpers of controllers on a real kube-apiserver', () => {
  let cluster: Cluster
  let kube: InformerClient
  let client: Client
  const stopping = new AbortController()
  let running: Promise<void>

  beforeAll(async () => {
    cluster = await startKubernetes()
    trust(cluster)
    kube = createKubeClient({ baseUrl: cluster.url, getToken: () => cluster.token })
    const cache = createCache({ client: kube })
    running = cache.run(stopping.signal)
    client = createClient({ client: kube, cache })
  }, 120_000)
  afterAll(async () => {
    stopping.abort()
    await running
    await cluster?.stop()
  })

  const finalizersOf = async (name: string) =>
    (await kube.get(configMaps, { namespace: 'default', name })).metadata?.finalizers

  /** A reconciler that runs a function when it has read its object. */
  const createReconcile = (
    name: string,
    steps: string[],
    onRead: () => Promise<unknown> = async () => {},
  ) => {
    const find: Client['find'] = async (...args) => {
      const object = await client.find(...args)
      await onRead()
      return object
    }
    const reconcile = withFinalizer(OWN, {
      resource: configMaps,
      apply: ({ metadata }) => void steps.push(`apply ${metadata?.finalizers}`),
      cleanup: () => void steps.push('cleanup'),
    })
    const context = { client: { ...client, find }, signal: stopping.signal } as ReconcileContext
    return async () => reconcile({ namespace: 'default', name }, context)
  }

  test.each([
    ['none', undefined, [OWN]],
    ['another', [OTHER], [OTHER, OWN]],
  ])(
    'C-UTL-15: stores the finalizer before apply, and removes it after cleanup: %s before',
    async (kind, finalizers, stored) => {
      const metadata = { namespace: 'default', name: `stored-${kind}`, ...(finalizers && { finalizers }) }
      await client.create(configMaps, { metadata })
      const steps: string[] = []
      const reconcile = createReconcile(metadata.name, steps)
      await reconcile()
      expect([await finalizersOf(metadata.name), steps]).toEqual([stored, [`apply ${stored}`]])
      await client.delete(configMaps, metadata)
      await reconcile()
      expect(steps).toHaveLength(2)
      const left = await finalizersOf(metadata.name).catch(error => isNotFound(error))
      expect(left).toEqual(finalizers ?? true)
    },
  )

  test.each([
    ['none', undefined],
    ['another', ['example.com/first']],
  ])('C-UTL-15: a finalizer that is added in the meantime is not lost: %s before', async (kind, before) => {
    const metadata = { namespace: 'default', name: `raced-${kind}`, ...(before && { finalizers: before }) }
    await client.create(configMaps, { metadata })
    const steps: string[] = []
    const add = () =>
      kube.patch(configMaps, metadata, { metadata: { finalizers: [...(before ?? []), OTHER] } })
    const raced = createReconcile(metadata.name, steps, add)()
    expect(isInvalid(await raced.catch((error: unknown) => error))).toBe(true)
    expect([await finalizersOf(metadata.name), steps]).toEqual([[...(before ?? []), OTHER], []])
  })

  test('C-UTL-9: createOrPatch creates, patches and sends nothing', async () => {
    const at = { namespace: 'default', name: 'painted' }
    const paint = (color: string) =>
      createOrPatch(client, configMaps, at, draft => {
        draft.data = { ...draft.data, color }
      })
    expect((await paint('red')).result).toBe('created')
    expect((await paint('red')).result).toBe('unchanged')
    expect((await paint('blue')).result).toBe('updated')
    expect((await kube.get(configMaps, at)).data).toEqual({ color: 'blue' })
  })
})
