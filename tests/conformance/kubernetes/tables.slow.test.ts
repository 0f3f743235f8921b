import {
  createKubeClient,
  defineResource,
  type KubeClient,
  type KubernetesObject,
  listTable,
  type ResourceDefinition,
  type Table,
} from '@kube-informer/core'
import { resourcesOf } from '@kube-informer/core/discovery'
import { builtInDiscovery } from '@kube-informer/core/resources'
import { createFakeApiserver } from '@kube-informer/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { trust } from '../../../tools/kubernetes/cluster.ts'
import { describeReal } from '../../../tools/kubernetes/describe-real.ts'
import { type Cluster, startKubernetes } from '../../../tools/kubernetes/start.ts'
import { type TableRow, tableCorpus } from './table-corpus.ts'

const NAMESPACE = 'tables'
const rows: readonly TableRow[] = tableCorpus(NAMESPACE, Date.now())
const resources = [...new Set(rows.map(({ resource }) => resource))]
const names = new Set(rows.map(({ object }) => object.metadata?.name))

const namespaces = defineResource({
  group: '',
  version: 'v1',
  plural: 'namespaces',
  kind: 'Namespace',
  namespaced: false,
})

/** The built-in resource for a path such as `apps/v1/deployments`. */
function definitionOf(text: string): ResourceDefinition {
  const [plural, version, group = ''] = text.split('/').toReversed()
  const found = resourcesOf(builtInDiscovery).find(
    each => each.plural === plural && each.version === version && each.group === group,
  )
  if (!found) throw new Error(`${text} is no built-in resource`)
  return defineResource({ ...found })
}

const inNamespace = ({ namespaced }: ResourceDefinition) => (namespaced ? { namespace: NAMESPACE } : {})

async function write(client: KubeClient, { resource, object, status }: TableRow): Promise<void> {
  const definition = definitionOf(resource)
  await client.create(definition, object)
  const at = { name: object.metadata?.name ?? '', ...inNamespace(definition) }
  if (status) await client.patch(definition, at, { status }, { subresource: 'status' })
  if (object.metadata?.deletionTimestamp) await client.delete(definition, at)
}

/** A table with its objects, only those that this test created. */
async function tableOf(client: KubeClient, resource: ResourceDefinition) {
  const table = await listTable<KubernetesObject, 'Object'>(client, resource, {
    ...inNamespace(resource),
    includeObject: 'Object',
  })
  // A real apiserver writes Events about the Services of the namespace.
  return { ...table, rows: table.rows.filter(({ object }) => names.has(object.metadata?.name)) }
}

/** Cells by column; ages in seconds become `just now`. */
const cellsOf = ({ rows: each, columnDefinitions }: Table<KubernetesObject>) =>
  Object.fromEntries(
    each.map(({ object, cells }) => [
      object.metadata?.name ?? '',
      Object.fromEntries(
        cells.map((cell, index) => [
          columnDefinitions[index]?.name,
          typeof cell === 'string' && /^\d+s$/.test(cell) ? 'just now' : cell,
        ]),
      ),
    ]),
  )

const shapeOf = ({ columnDefinitions }: Table<KubernetesObject>) =>
  columnDefinitions.map(({ name, type, format, priority }) => ({ name, type, format, priority }))

describeReal('the tables of built-in kinds, cell by cell', () => {
  let cluster: Cluster
  let real: KubeClient

  beforeAll(async () => {
    cluster = await startKubernetes()
    trust(cluster)
    real = createKubeClient({ baseUrl: cluster.url, getToken: () => cluster.token })
    await real.create(namespaces, { metadata: { name: NAMESPACE } })
    for (const row of rows) await write(real, row)
  }, 240_000)
  afterAll(() => cluster?.stop())

  describe('T01: the fake apiserver returns the same cells as the real one for the same objects', () => {
    test.each(resources)('%s', async text => {
      const resource = definitionOf(text)
      const expected = await tableOf(real, resource)
      expect(expected.rows).toHaveLength(rows.filter(row => row.resource === text).length)
      const server = createFakeApiserver()
      for (const { object } of expected.rows) server.create(object, resource)
      const shown = await tableOf(createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch }), resource)
      expect(shapeOf(shown)).toEqual(shapeOf(expected))
      expect(cellsOf(shown)).toEqual(cellsOf(expected))
    })
  })
})
