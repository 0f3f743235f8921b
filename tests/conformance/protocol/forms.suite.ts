import type { KubernetesObject, ListMeta } from '@kube-informer/core'
import { pods } from '@kube-informer/testing'
import { describe, expect } from 'vitest'
import { linesOf, type RawEvent } from './lines.ts'
import { createPods, createWidget, rvOf } from './objects.ts'
import { rejectionOf } from './rejection.ts'
import { type Cluster, rowsOf, type Target, widgets } from './target.ts'
import { WatchReader } from './watch-reader.ts'

/** meta/v1 Table. */
interface Table {
  readonly kind: string
  readonly apiVersion: string
  readonly metadata: ListMeta
  readonly columnDefinitions: readonly { readonly name: string; readonly type: string }[] | null
  readonly rows: readonly { readonly cells: readonly unknown[]; readonly object: KubernetesObject | null }[]
}

interface MetadataList {
  readonly kind: string
  readonly apiVersion: string
  readonly metadata: ListMeta
  readonly items: readonly KubernetesObject[] | null
}

const as = (kind: string, version = 'v1'): string => `application/json;as=${kind};g=meta.k8s.io;v=${version}`
const METADATA = 'PartialObjectMetadata'

async function get<T>({ client }: Cluster, accept: string, query = {}, path = '/api/v1/pods'): Promise<T> {
  const response = await client.request(path, { query, headers: { accept } })
  return (await response.json()) as T
}

/** The first events of a watch in another representation. */
async function watchAs(cluster: Cluster, accept: string, count: number, query = {}): Promise<RawEvent[]> {
  const controller = new AbortController()
  cluster.defer(() => controller.abort())
  const options = { query: { watch: 1, allowWatchBookmarks: true, ...query }, headers: { accept } }
  const response = await cluster.client.request('/api/v1/pods', { ...options, signal: controller.signal })
  const events: RawEvent[] = []
  for await (const event of linesOf<RawEvent>(response)) {
    events.push(event)
    if (events.length === count) break
  }
  return events
}

/** Tables and PartialObjectMetadata. */
export function describeForms(target: Target): void {
  const row = rowsOf(target)
  const alone = { needs: ['the cluster to itself'] } as const

  describe('tables', () => {
    row(
      'T01: a list is columns and rows, with the resourceVersion of the list',
      async cluster => {
        const created = await createPods(cluster, 'a', 'b')
        const table = await get<Table>(cluster, as('Table'))
        expect([table.kind, table.apiVersion]).toEqual(['Table', 'meta.k8s.io/v1'])
        expect(BigInt(table.metadata.resourceVersion ?? 0)).toBeGreaterThanOrEqual(
          BigInt(rvOf(created[1] ?? {})),
        )
        expect(table.columnDefinitions?.[0]).toMatchObject({ name: 'Name', type: 'string', format: 'name' })
        expect(table.rows.map(({ cells }) => cells[0])).toEqual(['a', 'b'])
        for (const { cells, object } of table.rows) {
          expect(cells).toHaveLength(table.columnDefinitions?.length ?? 0)
          expect(object).toMatchObject({ kind: METADATA, apiVersion: 'meta.k8s.io/v1' })
          expect(Object.keys(object ?? {}).sort()).toEqual(['apiVersion', 'kind', 'metadata'])
        }
      },
      alone,
    )

    row(
      'T01: one object is a table of one row; a custom resource has the columns Name and Age',
      async cluster => {
        const widget = await createWidget(cluster, 'a')
        const path = `/apis/protocol.example.com/v1/namespaces/${widget.metadata?.namespace}/widgets/a`
        const table = await get<Table>(cluster, as('Table'), {}, path)
        expect(table.columnDefinitions?.map(({ name }) => name)).toEqual(['Name', 'Age'])
        expect([table.rows.length, table.metadata.resourceVersion]).toEqual([1, rvOf(widget)])
      },
    )

    row('T02: the Table has the requested version', async cluster => {
      const table = await get<Table>(cluster, as('Table', 'v1beta1'))
      expect([table.kind, table.apiVersion]).toEqual(['Table', 'meta.k8s.io/v1beta1'])
    })

    row('T03: an unknown version is rejected, or ignored if another type is acceptable', async cluster => {
      const accept = as('Table', 'v1alpha1')
      const refused = await rejectionOf(cluster.client.request('/api/v1/pods', { headers: { accept } }))
      expect(refused).toMatchObject({
        code: 406,
        reason: 'NotAcceptable',
        message: expect.stringMatching(
          /^only the following media types are accepted: application\/json, application\/yaml/,
        ),
      })
      expect(await get(cluster, `${accept},application/json`)).toMatchObject({ kind: 'PodList' })
    })

    row(
      'T05: rows contain nothing, all or the metadata of their objects',
      async cluster => {
        await createPods(cluster, 'a')
        const of = async (query: object) => (await get<Table>(cluster, as('Table'), query)).rows[0]?.object
        expect(await of({ includeObject: 'None' })).toBeNull()
        expect(await of({ includeObject: 'Object' })).toMatchObject({
          spec: { containers: [{ name: 'main' }] },
        })
        for (const query of [{}, { includeObject: 'Metadata' }])
          expect(await of(query)).toMatchObject({ kind: METADATA, metadata: { name: 'a' } })
      },
      alone,
    )

    row('T06: any other value of includeObject is rejected', async ({ client }) => {
      const request = { query: { includeObject: 'foo' }, headers: { accept: as('Table') } }
      expect(await rejectionOf(client.request('/api/v1/pods', request))).toMatchObject({
        code: 400,
        reason: 'BadRequest',
        message: `Unable to convert to Table as requested: includeObject: Invalid value: "foo": must be 'Metadata', 'Object', 'None', or empty`,
      })
    })

    row(
      'T07: in a stream only the first table has columns',
      async cluster => {
        const created = await createPods(cluster, 'a', 'b')
        const tables = (await watchAs(cluster, as('Table'), 3)).map(
          ({ object }) => object as unknown as Table,
        )
        expect(tables.map(({ columnDefinitions }) => columnDefinitions === null)).toEqual([false, true, true])
        expect(tables.map(({ rows }) => rows.length)).toEqual([1, 1, 1])
        const versions = tables.map(({ metadata }) => metadata.resourceVersion)
        expect(versions.slice(0, 2)).toEqual(created.map(rvOf))
        expect(tables[2]?.rows[0]?.object?.metadata?.annotations).toEqual({
          'k8s.io/initial-events-end': 'true',
        })
      },
      alone,
    )

    row('T09: an error in a stream is still a Status', async cluster => {
      const request = { query: { watch: 1, resourceVersion: 1 }, headers: { accept: as('Table') } }
      const response = await cluster.client.request('/apis/protocol.example.com/v1/widgets', request)
      const lines = linesOf<RawEvent>(response)
      expect((await lines.next()).value).toMatchObject({
        type: 'ERROR',
        object: { kind: 'Status', code: 410 },
      })
    })

    row(
      'T10: a page of a table has a token and the number of remaining objects',
      async cluster => {
        await createPods(cluster, 'a', 'b')
        const { metadata, rows } = await get<Table>(cluster, as('Table'), { limit: 1 })
        expect([rows.length, metadata.remainingItemCount, typeof metadata.continue]).toEqual([1, 1, 'string'])
      },
      alone,
    )
  })

  describe('metadata alone', () => {
    row('T13: one object cannot be requested as a list, nor a list as one object', async cluster => {
      const [pod] = await createPods(cluster, 'a')
      const item = `/api/v1/namespaces/${pod?.metadata.namespace}/pods/a`
      const refused = (path: string, accept: string) =>
        rejectionOf(cluster.client.request(path, { headers: { accept } }))
      expect(await refused(item, as(`${METADATA}List`))).toMatchObject({
        code: 406,
        message:
          'you requested PartialObjectMetadataList, but the requested object is not a list (*core.Pod)',
      })
      expect(await refused('/api/v1/pods', as(METADATA))).toMatchObject({
        code: 406,
        message: 'you requested PartialObjectMetadata, but the requested object is a list (*core.PodList)',
      })
    })

    row(
      'T14: a metadata list keeps its resourceVersion and token, and its items have a kind',
      async cluster => {
        await createPods(cluster, 'a', 'b')
        const list = await get<MetadataList>(cluster, as(`${METADATA}List`), { limit: 1 })
        expect([list.kind, list.apiVersion]).toEqual([`${METADATA}List`, 'meta.k8s.io/v1'])
        expect(list.metadata.resourceVersion).toMatch(/^\d+$/)
        expect([typeof list.metadata.continue, list.metadata.remainingItemCount]).toEqual(['string', 1])
        expect(list.items?.[0]).toMatchObject({
          kind: METADATA,
          apiVersion: 'meta.k8s.io/v1',
          metadata: { name: 'a' },
        })
        expect(Object.keys(list.items?.[0] ?? {}).sort()).toEqual(['apiVersion', 'kind', 'metadata'])
      },
      alone,
    )

    row(
      'T14: the items of an empty metadata list are null',
      async cluster => {
        expect((await get<MetadataList>(cluster, as(`${METADATA}List`))).items).toBeNull()
        expect((await cluster.client.list(widgets)).items).toEqual([])
      },
      alone,
    )

    row(
      'T15: every event of a stream is reduced, including bookmarks',
      async cluster => {
        await createPods(cluster, 'a')
        const events = await watchAs(cluster, as(METADATA), 2)
        expect(events.map(({ type, object }) => [type, object.kind, object.apiVersion])).toEqual([
          ['ADDED', METADATA, 'meta.k8s.io/v1'],
          ['BOOKMARK', METADATA, 'meta.k8s.io/v1'],
        ])
        const watch = await WatchReader.open(cluster, pods, { namespace: await cluster.namespace() })
        expect(await watch.take(1)).toEqual(['A a'])
      },
      alone,
    )
  })
}
