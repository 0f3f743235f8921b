import { configMaps } from '@kube-informer/testing'
import { describe, expect } from 'vitest'
import {
  configMap,
  configMapsOf,
  failure,
  invalid,
  PATCH,
  podsOf,
  versionOf,
  widget,
  widgetsOf,
} from './endpoint.ts'
import { rowsOf, type Target } from './target.ts'
import { WatchReader } from './watch-reader.ts'

const PATCHERS = 20

/** Patches. */
export function describePatches(target: Target): void {
  const row = rowsOf(target)

  describe('types', () => {
    row('M21: three patch types change the given fields', async cluster => {
      const endpoint = await configMapsOf(cluster)
      const made = await endpoint.make(configMap('foo', { a: '1', b: '1', c: '1' }))
      const namespace = await cluster.namespace()
      const resourceVersion = made.metadata?.resourceVersion
      const watch = await WatchReader.open(cluster, configMaps, { namespace, resourceVersion })
      const merged = await endpoint.patch('foo', PATCH.merge, { data: { a: '2', b: null } })
      expect([merged.status, merged.body.data]).toEqual([200, { a: '2', c: '1' }])
      const operations = [
        { op: 'test', path: '/data/a', value: '2' },
        { op: 'replace', path: '/data/a', value: '3' },
        { op: 'add', path: '/data/d', value: '1' },
        { op: 'remove', path: '/data/c' },
      ]
      const listed = await endpoint.patch('foo', PATCH.json, operations)
      expect([listed.status, listed.body.data]).toEqual([200, { a: '3', d: '1' }])
      const strategic = await endpoint.patch('foo', PATCH.strategic, { data: { a: '4' } })
      expect([strategic.status, strategic.body.data]).toEqual([200, { a: '4', d: '1' }])
      expect(await watch.take(3)).toEqual(['M foo', 'M foo', 'M foo'])
    })

    row('M21: a strategic merge patch merges lists by their keys', async cluster => {
      const endpoint = await podsOf(cluster)
      const containers = [
        { name: 'a', image: 'i' },
        { name: 'b', image: 'i' },
      ]
      await endpoint.make({ metadata: { name: 'foo' }, spec: { containers } })
      const patched = await endpoint.patch('foo', PATCH.strategic, {
        spec: { containers: [{ name: 'b', image: 'j' }] },
      })
      expect(patched.body).toMatchObject({
        spec: {
          containers: [
            { name: 'a', image: 'i' },
            { name: 'b', image: 'j' },
          ],
        },
      })
    })

    row('M21: other content types, and none, are not supported', async cluster => {
      const endpoint = await configMapsOf(cluster)
      await endpoint.make(configMap('foo'))
      const unsupported = failure(415, 'UnsupportedMediaType', '415: Unsupported Media Type', {})
      for (const type of ['application/json', 'text/plain', null])
        expect((await endpoint.patch('foo', type, {})).body).toEqual(unsupported)
      expect((await endpoint.patch('foo', `${PATCH.merge};charset=utf-8`, {})).status).toBe(200)
    })

    row('M21: a strategic merge patch of a custom resource is not supported', async cluster => {
      const endpoint = await widgetsOf(cluster)
      await endpoint.make(widget('foo'))
      const types = 'application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml'
      expect((await endpoint.patch('foo', PATCH.strategic, { spec: { size: 1 } })).body).toEqual(
        failure(
          415,
          'UnsupportedMediaType',
          `the body of the request was in an unknown format - accepted media types include: ${types}`,
        ),
      )
      expect((await endpoint.patch('foo', PATCH.merge, { spec: { size: 1 } })).body).toMatchObject({
        spec: { size: 1 },
        metadata: { generation: 2 },
      })
    })
  })

  describe('failures', () => {
    row('M22: a failed operation is invalid, and no operation is applied', async cluster => {
      const endpoint = await configMapsOf(cluster)
      const made = await endpoint.make(configMap('foo', { a: '1' }))
      const rejected = failure(
        422,
        'Invalid',
        'the server rejected our request due to an error in our request',
        {},
      )
      const add = { op: 'add', path: '/data/b', value: '1' }
      const failing = [
        { op: 'test', path: '/data/a', value: '2' },
        { op: 'remove', path: '/data/none' },
        { op: 'add', path: '/none/b', value: '1' },
      ]
      for (const operation of failing)
        expect((await endpoint.patch('foo', PATCH.json, [add, operation])).body).toEqual(rejected)
      expect((await endpoint.get('foo')).body).toEqual(made)
    })

    row('M22: a body that is not a list of operations is a bad request', async cluster => {
      const endpoint = await configMapsOf(cluster)
      await endpoint.make(configMap('foo'))
      const noList = 'json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp'
      expect((await endpoint.patch('foo', PATCH.json, {})).body).toEqual(
        failure(400, 'BadRequest', `error decoding patch: ${noList}`),
      )
      const many = Array.from({ length: 10_001 }, () => ({ op: 'test', path: '/kind', value: 'ConfigMap' }))
      expect((await endpoint.patch('foo', PATCH.json, many)).body).toEqual(
        failure(
          413,
          'RequestEntityTooLarge',
          'Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001',
        ),
      )
    })

    row('M23: a resourceVersion in a patch must be the latest', async cluster => {
      const endpoint = await configMapsOf(cluster)
      const { metadata } = await endpoint.make(configMap('foo'))
      const { resourceVersion } = metadata ?? {}
      const patch = (x: string) =>
        endpoint.patch('foo', PATCH.merge, { metadata: { resourceVersion }, data: { x } })
      expect((await patch('1')).status).toBe(200)
      const why =
        'the object has been modified; please apply your changes to the latest version and try again'
      expect((await patch('2')).body).toEqual(
        failure(409, 'Conflict', `Operation cannot be fulfilled on configmaps "foo": ${why}`, {
          name: 'foo',
          kind: 'configmaps',
        }),
      )
    })

    row('M26: a missing object cannot be patched, but applied', async cluster => {
      const endpoint = await configMapsOf(cluster)
      const missing = failure(404, 'NotFound', 'configmaps "foo" not found', {
        name: 'foo',
        kind: 'configmaps',
      })
      for (const type of [PATCH.merge, PATCH.strategic])
        expect((await endpoint.patch('foo', type, { data: { x: '1' } })).body).toEqual(missing)
      const applied = await endpoint.patch('foo', PATCH.apply, configMap('foo', { x: '1' }), {
        query: { fieldManager: 'a' },
      })
      expect([applied.status, applied.body.data]).toEqual([201, { x: '1' }])
    })

    row('M27: only an apply can be forced', async cluster => {
      const endpoint = await configMapsOf(cluster)
      await endpoint.make(configMap('foo'))
      for (const force of ['true', 'false'])
        expect((await endpoint.patch('foo', PATCH.merge, {}, { query: { force } })).body).toEqual(
          invalid('PatchOptions.meta.k8s.io ""', { group: 'meta.k8s.io', kind: 'PatchOptions' }, [
            'Forbidden',
            'force',
            'Forbidden: may not be specified for non-apply patch',
          ]),
        )
    })

    row('M23: an identity cannot be patched', async cluster => {
      const endpoint = await configMapsOf(cluster)
      const made = await endpoint.make(configMap('foo'))
      const renamed = await endpoint.patch('foo', PATCH.merge, { metadata: { name: 'bar' } })
      expect(renamed.body).toEqual(
        failure(400, 'BadRequest', 'the name of the object (bar) does not match the name on the URL (foo)'),
      )
      const other = await endpoint.patch('foo', PATCH.merge, { metadata: { uid: 'zz' } })
      expect(other.body).toMatchObject({ code: 422, reason: 'Invalid' })
      expect(other.body.message).toContain('metadata.uid: Invalid value: "zz": field is immutable')
      const kept = await endpoint.patch('foo', PATCH.merge, {
        metadata: { creationTimestamp: '2020-01-01T00:00:00Z', generation: 5 },
      })
      expect(kept.body).toEqual(made)
    })
  })

  describe('races and no-ops', () => {
    row('M24: concurrent patches lose nothing', async cluster => {
      const endpoint = await configMapsOf(cluster)
      const { metadata } = await endpoint.make(configMap('foo'))
      const namespace = await cluster.namespace()
      const resourceVersion = metadata?.resourceVersion
      const watch = await WatchReader.open(cluster, configMaps, { namespace, resourceVersion })
      const keys = Array.from({ length: PATCHERS }, (_, index) => `k${index}`)
      const answers = await Promise.all(
        keys.map(key => endpoint.patch('foo', PATCH.merge, { data: { [key]: '1' } })),
      )
      expect(answers.map(({ status }) => status)).toEqual(keys.map(() => 200))
      expect(Object.keys((await endpoint.get('foo')).body.data ?? {}).toSorted()).toEqual(keys.toSorted())
      expect(await watch.take(PATCHERS)).toEqual(keys.map(() => 'M foo'))
      expect(new Set(answers.map(versionOf)).size).toBe(PATCHERS)
    })

    row('M25: a patch that changes nothing is not a write', async cluster => {
      const endpoint = await configMapsOf(cluster)
      const made = await endpoint.make(configMap('foo', { x: '1' }))
      const namespace = await cluster.namespace()
      const resourceVersion = made.metadata?.resourceVersion
      const watch = await WatchReader.open(cluster, configMaps, { namespace, resourceVersion })
      const nothings = [
        [PATCH.merge, {}],
        [PATCH.merge, { data: { x: '1' } }],
        [PATCH.json, []],
        [PATCH.json, 'null'],
        [PATCH.strategic, { data: { x: '1' } }],
      ] as const
      for (const [type, body] of nothings) {
        const same = await endpoint.patch('foo', type, body)
        expect([same.status, same.body]).toEqual([200, made])
      }
      await endpoint.make(configMap('later'))
      expect(await watch.take(1)).toEqual(['A later'])
    })
  })
}
