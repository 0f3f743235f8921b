import {
  type Client,
  createCache,
  createClient,
  createOrPatch,
  setStatusCondition,
} from '@kube-informer/controller'
import { createKubeClient, defineResource, type KubernetesObject } from '@kube-informer/core'
import { type Condition, customResourceDefinitions } from '@kube-informer/core/resources'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { trust } from '../../../tools/kubernetes/cluster.ts'
import { describeReal } from '../../../tools/kubernetes/describe-real.ts'
import { type Cluster, startKubernetes } from '../../../tools/kubernetes/start.ts'
import { describeKubectl } from '../kubectl/describe-kubectl.ts'
import { Kubectl } from '../kubectl/kubectl.ts'

interface Gadget extends KubernetesObject {
  spec?: { size: number }
  status?: { conditions?: readonly Condition[] }
}

const gadgets = defineResource<Gadget>({
  group: 'example.com',
  version: 'v1',
  plural: 'gadgets',
  kind: 'Gadget',
  namespaced: true,
})

/** Objects with a generation and a status of their own. */
const definition = {
  metadata: { name: 'gadgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced' as const,
    names: { plural: 'gadgets', kind: 'Gadget' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
}

describeReal('conditions on a real kube-apiserver', () =>
  describeKubectl('that kubectl waits for', () => {
    let cluster: Cluster
    let kubectl: Kubectl
    let client: Client
    const stopping = new AbortController()
    let running: Promise<void>

    beforeAll(async () => {
      cluster = await startKubernetes()
      trust(cluster)
      kubectl = new Kubectl(['--kubeconfig', cluster.kubeconfig ?? ''])
      const kube = createKubeClient({ baseUrl: cluster.url, getToken: () => cluster.token })
      const cache = createCache({ client: kube })
      running = cache.run(stopping.signal)
      client = createClient({ client: kube, cache })
      await client.create(customResourceDefinitions, definition)
      await kubectl.run('wait --for=condition=Established crd/gadgets.example.com --timeout=30s')
    }, 120_000)
    afterAll(async () => {
      stopping.abort()
      await running
      await kubectl?.close()
      await cluster?.stop()
    })

    const waitFor = (name: string, timeout: string) =>
      kubectl.run(`wait --for=condition=Ready gadget/${name} --timeout=${timeout}`)

    /** Writes a spec, whose change is a new generation, and then a condition. */
    async function reconcile(name: string, size: number, condition: Partial<Condition>): Promise<void> {
      const at = { namespace: 'default', name }
      await createOrPatch(client, gadgets, at, draft => {
        draft.spec = { size }
      })
      await createOrPatch(client, gadgets, at, draft => {
        setStatusCondition(draft, {
          type: 'Ready',
          status: 'True',
          reason: 'Sized',
          message: '',
          ...condition,
        })
      })
    }

    test.each([
      ['without a generation, after one with it', { observedGeneration: 1 }, {}],
      ['without a generation, twice', {}, {}],
      ['with the newest generation, twice', { observedGeneration: 1 }, { observedGeneration: 2 }],
      ['with the newest generation, after one without it', {}, { observedGeneration: 2 }],
    ])('C-UTL-16: kubectl sees one that is set %s', async (title, first, second) => {
      const name = title.replace(/\W+/g, '-')
      await reconcile(name, 1, { status: 'False', ...first })
      expect(await waitFor(name, '1s')).toMatchObject({ code: 1 })
      await reconcile(name, 2, second)
      const met = { code: 0, stdout: `gadget.example.com/${name} condition met\n`, stderr: '' }
      expect(await waitFor(name, '30s')).toEqual(met)
    })

    test('C-UTL-16: kubectl ignores one of an earlier generation', async () => {
      await reconcile('earlier', 1, { status: 'False', observedGeneration: 1 })
      await reconcile('earlier', 2, { observedGeneration: 1 })
      expect(await waitFor('earlier', '1s')).toMatchObject({ code: 1 })
    })
  }),
)
