import { createKubeClient, isNotFound, type KubeClient } from '@kube-informer/core'
import { type CustomResourceDefinition, customResourceDefinitions } from '@kube-informer/core/resources'
import type { Connection } from '@kube-informer/worker'
import { connectInline } from '@kube-informer/worker/inline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { trust } from '../../../tools/kubernetes/cluster.ts'
import { describeReal } from '../../../tools/kubernetes/describe-real.ts'
import { type Cluster, startKubernetes } from '../../../tools/kubernetes/start.ts'

const GROUP = 'live.example.com'
const WIDGET = { group: GROUP, version: 'v1', kind: 'Widget' }
/** Well below the minute after which the host discovers anyway. */
const SOON = { timeout: 15_000 }

const definition = (...versions: readonly string[]): CustomResourceDefinition => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `widgets.${GROUP}` },
  spec: {
    group: GROUP,
    scope: 'Namespaced',
    names: { plural: 'widgets', kind: 'Widget' },
    versions: versions.map((name, index) => ({
      name,
      served: true,
      storage: index === 0,
      schema: {
        openAPIV3Schema: {
          type: 'object',
          properties: { spec: { type: 'object', properties: { size: { type: 'integer', default: 3 } } } },
        },
      },
    })),
  },
})

function describeDiscovery(): void {
  let cluster: Cluster
  let client: KubeClient
  let connection: Connection
  const served = () =>
    connection.discovery
      .getState()
      .resources.flatMap(({ group, version }) => (group === GROUP ? [version] : []))

  beforeAll(async () => {
    cluster = await startKubernetes()
    trust(cluster)
    const getToken = () => cluster.token
    client = createKubeClient({ baseUrl: cluster.url, getToken })
    connection = connectInline({}, { baseUrl: cluster.url, getToken, identity: 'admin' })
    connection.discovery.subscribe(() => {})
    await connection.discovery.refresh()
  }, 180_000)
  afterAll(async () => {
    connection?.close()
    await cluster?.stop()
  })

  test('D01: kinds and their versions come and go with their definitions', async () => {
    await client.create(customResourceDefinitions, definition('v1'))
    await expect.poll(served, SOON).toEqual(['v1'])
    await client.apply(customResourceDefinitions, definition('v1', 'v1beta1'), { force: true })
    await expect.poll(served, SOON).toEqual(['v1', 'v1beta1'])
    await client.delete(customResourceDefinitions, { name: `widgets.${GROUP}` })
    await expect.poll(served, SOON).toEqual([])
    expect(connection.discovery.getState()).toMatchObject({ error: undefined, failures: {} })
  }, 60_000)

  test('D03: schemas of built-in and custom kinds are complete in themselves', async () => {
    const pod = await connection.schema({ group: '', version: 'v1', kind: 'Pod' })
    const { 'io.k8s.api.core.v1.Container': container } = pod.definitions
    expect(container?.required).toEqual(['name'])
    expect(container?.properties?.imagePullPolicy?.enum).toContain('Always')
    expect(JSON.stringify(pod)).not.toContain('#/components')
    await client.create(customResourceDefinitions, definition('v1'))
    // The document follows the definition a little later.
    const size = () =>
      connection.schema(WIDGET).then(
        ({ properties }) => properties?.spec?.properties?.size,
        error => isNotFound(error) || error,
      )
    await expect.poll(size, SOON).toEqual({ type: 'integer', default: 3 })
    await client.delete(customResourceDefinitions, { name: `widgets.${GROUP}` })
  }, 60_000)
}

describeReal('discovery and schemas on a real kube-apiserver', describeDiscovery)
