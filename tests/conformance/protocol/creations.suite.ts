import { compareResourceVersions } from '@kube-informer/core'
import { configMaps } from '@kube-informer/testing'
import { describe, expect } from 'vitest'
import {
  configMap,
  configMapsOf,
  Endpoint,
  endpointOf,
  failure,
  invalid,
  podsOf,
  send,
  versionOf,
  widget,
  widgetsOf,
} from './endpoint.ts'
import { rvPlus } from './objects.ts'
import { rowsOf, type Target } from './target.ts'
import { WatchReader } from './watch-reader.ts'

/** The alphabet of generated suffixes: no vowels, no characters that look alike. */
const GENERATED = /^x-[bcdfghjklmnpqrstvwxz2456789]{5}$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const BODY_LIMIT = 3 * 1024 * 1024

/** Creating objects, and the reasons for rejecting them. */
export function describeCreations(target: Target): void {
  const row = rowsOf(target)

  describe('names', () => {
    row('M02: creating an existing name is a conflict and changes nothing', async cluster => {
      const endpoint = await configMapsOf(cluster)
      const made = await endpoint.make(configMap('foo', { x: '1' }))
      const namespace = await cluster.namespace()
      const resourceVersion = made.metadata?.resourceVersion
      const watch = await WatchReader.open(cluster, configMaps, { namespace, resourceVersion })
      const again = await endpoint.post(configMap('foo', { x: '2' }))
      expect([again.status, again.body]).toEqual([
        409,
        failure(409, 'AlreadyExists', 'configmaps "foo" already exists', { name: 'foo', kind: 'configmaps' }),
      ])
      expect((await endpoint.get('foo')).body).toEqual(made)
      await endpoint.make(configMap('later'))
      expect(await watch.take(1)).toEqual(['A later'])
    })

    row('M05: a generated name is the prefix and five characters', async cluster => {
      const endpoint = await configMapsOf(cluster)
      const { body } = await endpoint.post({ metadata: { generateName: 'x-' } })
      expect(body.metadata).toMatchObject({ generateName: 'x-', name: expect.stringMatching(GENERATED) })
      const long = await endpoint.post({ metadata: { generateName: 'l'.repeat(70) } })
      expect([
        long.status,
        long.body.metadata?.name?.length,
        long.body.metadata?.generateName?.length,
      ]).toEqual([201, 63, 70])
      const both = await endpoint.post({ metadata: { name: 'given', generateName: 'x-' } })
      expect(both.body.metadata).toMatchObject({ name: 'given', generateName: 'x-' })
    })

    row(
      'M06: if all generated names exist, the conflict asks the client to retry',
      async cluster => {
        const endpoint = await configMapsOf(cluster)
        cluster.rigChance?.(0.5)
        const { metadata } = await endpoint.make({ metadata: { generateName: 'x-' } })
        const name = metadata?.name ?? ''
        const refused = await endpoint.post({ metadata: { generateName: 'x-' } })
        const why = `configmaps "${name}" already exists, the server was not able to generate a unique name for the object`
        const details = { name, kind: 'configmaps', retryAfterSeconds: 1 }
        expect(refused.body).toEqual(failure(409, 'AlreadyExists', why, details))
        expect([refused.status, refused.headers.get('retry-after')]).toEqual([409, '1'])
      },
      { needs: ['rigged chance'] },
    )

    row('M07: an object without any name is invalid', async cluster => {
      const refused = await (await configMapsOf(cluster)).post({ data: {} })
      const violation = [
        'Required',
        'metadata.name',
        'Required value: name or generateName is required',
      ] as const
      expect(refused.body).toEqual(invalid('ConfigMap ""', { kind: 'ConfigMap' }, violation))
    })

    row('M07: a custom resource without any name is invalid; the error names its group', async cluster => {
      const refused = await (await widgetsOf(cluster)).post({ ...widget(''), metadata: {} })
      const violation = [
        'Required',
        'metadata.name',
        'Required value: name or generateName is required',
      ] as const
      const details = { group: 'protocol.example.com', kind: 'Widget' }
      expect(refused.body).toEqual(invalid('Widget.protocol.example.com ""', details, violation))
    })
  })

  describe('fields that the server sets', () => {
    row('M03: a create with a resourceVersion is rejected', async cluster => {
      const endpoint = await configMapsOf(cluster)
      const refused = await endpoint.post({ metadata: { name: 'foo', resourceVersion: '1' } })
      const { reason: _none, ...status } = failure(
        500,
        '',
        'resourceVersion should not be set on objects to be created',
      ) as Record<string, unknown>
      expect([refused.status, refused.body]).toEqual([500, status])
      expect((await endpoint.get('foo')).status).toBe(404)
    })

    row("M04: the server sets identity and times, and ignores the client's", async cluster => {
      const at = '2020-01-01T00:00:00Z'
      const forged = {
        uid: 'mine',
        creationTimestamp: at,
        deletionTimestamp: at,
        deletionGracePeriodSeconds: 5,
        generation: 7,
        selfLink: '/mine',
      }
      const configs = await configMapsOf(cluster)
      const { body } = await configs.post({ ...configMap('foo'), metadata: { name: 'foo', ...forged } })
      expect(body.metadata?.uid).toMatch(UUID)
      expect(body.metadata?.creationTimestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
      expect(body.metadata?.creationTimestamp).not.toBe(at)
      for (const field of ['deletionTimestamp', 'deletionGracePeriodSeconds', 'selfLink'])
        expect(body.metadata).not.toHaveProperty(field)
      const made = await (await widgetsOf(cluster)).make(
        widget('foo', { metadata: { name: 'foo', ...forged } }),
      )
      expect(made.metadata).toMatchObject({ generation: 1 })
    })

    row('M52: resourceVersions increase with every write', async cluster => {
      const [configs, custom, pods] = [
        await configMapsOf(cluster),
        await widgetsOf(cluster),
        await podsOf(cluster),
      ]
      const versions: string[] = []
      for (let round = 0; round < 3; round++) {
        versions.push(versionOf(await configs.post(configMap(`a${round}`))))
        versions.push(versionOf(await custom.post(widget(`a${round}`))))
        versions.push(
          versionOf(
            await pods.post({
              metadata: { name: `a${round}` },
              spec: { containers: [{ name: 'c', image: 'i' }] },
            }),
          ),
        )
      }
      expect(new Set(versions).size).toBe(9)
      expect(versions).toEqual(versions.toSorted(compareResourceVersions))
    })

    row(
      'M54: a watch from the resourceVersion of a write does not repeat it; from one less it does',
      async cluster => {
        const endpoint = await configMapsOf(cluster)
        const namespace = await cluster.namespace()
        const written = versionOf(await endpoint.post(configMap('foo')))
        const [after, before] = [
          await WatchReader.open(cluster, configMaps, { namespace, resourceVersion: written }),
          await WatchReader.open(cluster, configMaps, { namespace, resourceVersion: rvPlus(written, -1) }),
        ]
        await endpoint.make(configMap('later'))
        expect([await after.take(1), await before.take(2)]).toEqual([['A later'], ['A foo', 'A later']])
      },
    )
  })

  describe('namespaces', () => {
    row('M08: the namespace in the body must equal that of the path', async cluster => {
      const refused = await (await configMapsOf(cluster)).post({
        metadata: { name: 'foo', namespace: 'other' },
      })
      const why = 'the namespace of the provided object does not match the namespace sent on the request'
      expect(refused.body).toEqual(failure(400, 'BadRequest', why))
    })

    row(
      'M10: creating in a missing namespace is rejected; reading and deleting are allowed',
      async cluster => {
        const endpoint = new Endpoint(cluster, '/api/v1/namespaces/nowhere/configmaps')
        const refused = await endpoint.post(configMap('foo'))
        const details = { name: 'nowhere', kind: 'namespaces' }
        expect(refused.body).toEqual(failure(404, 'NotFound', 'namespaces "nowhere" not found', details))
        const applied = await endpoint.patch('foo', 'application/apply-patch+yaml', configMap('foo'), {
          query: { fieldManager: 'a' },
        })
        expect(applied.body).toEqual(failure(404, 'NotFound', 'namespaces "nowhere" not found', details))
        expect((await endpoint.get('')).body).toMatchObject({ kind: 'ConfigMapList', items: [] })
        const missing = { name: 'foo', kind: 'configmaps' }
        expect((await endpoint.delete('foo')).body).toEqual(
          failure(404, 'NotFound', 'configmaps "foo" not found', missing),
        )
      },
    )

    row('M11: creating in a terminating namespace is rejected', async cluster => {
      const endpoint = await configMapsOf(cluster, 'doomed')
      const namespace = await cluster.namespace('doomed')
      // The finalizer blocks the deletion if a namespace controller runs.
      await endpoint.make({ metadata: { name: 'held', finalizers: ['example.com/hold'] } })
      const deleted = await send(cluster, 'DELETE', `/api/v1/namespaces/${namespace}`)
      expect(deleted.body).toMatchObject({ kind: 'Namespace', status: { phase: 'Terminating' } })
      const refused = await endpoint.post(configMap('foo'))
      const why = `unable to create new content in namespace ${namespace} because it is being terminated`
      expect(refused.body).toEqual(
        failure(403, 'Forbidden', `configmaps "foo" is forbidden: ${why}`, {
          name: 'foo',
          kind: 'configmaps',
          causes: [
            {
              reason: 'NamespaceTerminating',
              message: `namespace ${namespace} is being terminated`,
              field: 'metadata.namespace',
            },
          ],
        }),
      )
      expect(
        (await endpoint.patch('held', 'application/merge-patch+json', { data: { x: '1' } })).status,
      ).toBe(200)
    })
  })

  describe('options', () => {
    row('M49: dryRun must be All', async cluster => {
      const endpoint = await configMapsOf(cluster)
      const rejection = (options: string, value: string) =>
        invalid(`${options}.meta.k8s.io ""`, { group: 'meta.k8s.io', kind: options }, [
          'NotSupported',
          'dryRun',
          `Unsupported value: ["${value}"]: supported values: "All"`,
        ])
      for (const value of ['foo', 'all', ''])
        expect((await endpoint.post(configMap('foo'), { query: { dryRun: value } })).body).toEqual(
          rejection('CreateOptions', value),
        )
      const query = { dryRun: 'foo' }
      expect((await endpoint.put('foo', configMap('foo'), { query })).body).toEqual(
        rejection('UpdateOptions', 'foo'),
      )
      expect((await endpoint.patch('foo', 'application/merge-patch+json', {}, { query })).body).toEqual(
        rejection('PatchOptions', 'foo'),
      )
      expect((await endpoint.delete('foo', undefined, { query })).body).toEqual(
        rejection('DeleteOptions', 'foo'),
      )
    })

    row('M49: a dry run returns the result and writes nothing', async cluster => {
      const endpoint = await configMapsOf(cluster)
      const query = { dryRun: 'All' }
      const created = await endpoint.post(configMap('foo'), { query })
      expect([created.status, created.body.metadata?.uid, created.body.metadata?.resourceVersion]).toEqual([
        201,
        expect.stringMatching(UUID),
        undefined,
      ])
      expect((await endpoint.get('foo')).status).toBe(404)
      const made = await endpoint.make(configMap('foo', { x: '1' }))
      const namespace = await cluster.namespace()
      const resourceVersion = made.metadata?.resourceVersion
      const watch = await WatchReader.open(cluster, configMaps, { namespace, resourceVersion })
      expect((await endpoint.post(configMap('foo'), { query })).body.reason).toBe('AlreadyExists')
      const put = await endpoint.put('foo', configMap('foo', { x: '2' }), { query })
      const patched = await endpoint.patch(
        'foo',
        'application/merge-patch+json',
        { data: { x: '3' } },
        { query },
      )
      for (const [answer, x] of [
        [put, '2'],
        [patched, '3'],
      ] as const)
        expect(answer.body).toMatchObject({ data: { x }, metadata: { resourceVersion } })
      expect((await endpoint.delete('foo', undefined, { query })).body).toMatchObject({ status: 'Success' })
      expect((await endpoint.get('foo')).body).toEqual(made)
      await endpoint.make(configMap('later'))
      expect(await watch.take(1)).toEqual(['A later'])
    })

    const unknown = (name: string) => ({ ...configMap(name), foo: 'x', metadata: { name, bar: 1 } })

    row('M50: strict validation rejects an unknown field', async cluster => {
      const endpoint = await configMapsOf(cluster)
      const query = { fieldValidation: 'Strict' }
      const text =
        'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: unknown field "metadata.bar", unknown field "foo"'
      expect((await endpoint.post(unknown('a'), { query })).body).toEqual(failure(400, 'BadRequest', text))
      const twice = '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a"},"data":{"x":"1","x":"2"}}'
      expect((await endpoint.post(twice, { query })).body).toEqual(
        failure(
          400,
          'BadRequest',
          'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: duplicate field "data.x"',
        ),
      )
      await endpoint.make(configMap('a'))
      expect((await endpoint.put('a', unknown('a'), { query })).body).toEqual(
        failure(400, 'BadRequest', text),
      )
      const patched = await endpoint.patch('a', 'application/merge-patch+json', { foo: 'x' }, { query })
      expect([patched.status, patched.body.message]).toEqual([
        422,
        expect.stringMatching(
          /^ "" is invalid: patch: Invalid value: .*: strict decoding error: unknown field "foo"$/s,
        ),
      ])
      expect((await endpoint.get('a')).body).not.toHaveProperty('foo')
    })

    row(
      'M50: strict validation rejects unknown fields deep in a Pod and in a custom resource',
      async cluster => {
        const query = { fieldValidation: 'Strict' }
        const containers = [{ name: 'c', image: 'i', bogus: 1 }]
        const pod = await (await podsOf(cluster)).post(
          { metadata: { name: 'a' }, spec: { containers } },
          { query },
        )
        expect(pod.body).toEqual(
          failure(
            400,
            'BadRequest',
            'Pod in version "v1" cannot be handled as a Pod: strict decoding error: unknown field "spec.containers[0].bogus"',
          ),
        )
        const custom = await (await widgetsOf(cluster)).post(widget('a', { spec: { bogus: 1 } }), { query })
        expect(custom.body).toEqual(
          failure(
            400,
            'BadRequest',
            'Widget in version "v1" cannot be handled as a Widget: strict decoding error: unknown field "spec.bogus"',
          ),
        )
      },
    )

    row(
      'M50: otherwise an unknown field is dropped, with a warning unless fieldValidation is Ignore',
      async cluster => {
        const endpoint = await configMapsOf(cluster)
        const warn = await endpoint.post(unknown('a'), { query: { fieldValidation: 'Warn' } })
        const byDefault = await endpoint.post(unknown('b'))
        for (const answer of [warn, byDefault]) {
          expect(answer.status).toBe(201)
          expect(answer.headers.get('warning')).toBe(
            '299 - "unknown field \\"metadata.bar\\"", 299 - "unknown field \\"foo\\""',
          )
          expect(answer.body).not.toHaveProperty('foo')
        }
        const ignore = await endpoint.post(unknown('c'), { query: { fieldValidation: 'Ignore' } })
        expect([ignore.status, ignore.headers.get('warning')]).toEqual([201, null])
      },
      { needs: ['headers'] },
    )

    row('M50: any other value of fieldValidation is invalid', async cluster => {
      const refused = await (await configMapsOf(cluster)).post(configMap('a'), {
        query: { fieldValidation: 'foo' },
      })
      expect(refused.body).toEqual(
        invalid('CreateOptions.meta.k8s.io ""', { group: 'meta.k8s.io', kind: 'CreateOptions' }, [
          'NotSupported',
          'fieldValidation',
          'Unsupported value: "foo": supported values: "", "Ignore", "Strict", "Warn"',
        ]),
      )
    })

    row('M51: a body over the size limit is rejected', async cluster => {
      const endpoint = await configMapsOf(cluster)
      const shell = JSON.stringify({ ...configMap('foo'), ignored: '' })
      const filled = (length: number) =>
        shell.replace('"ignored":""', `"ignored":"${'x'.repeat(length - shell.length)}"`)
      const refused = await endpoint.post(filled(BODY_LIMIT + 1))
      expect([refused.status, refused.body]).toEqual([
        413,
        failure(413, 'RequestEntityTooLarge', `Request entity too large: limit is ${BODY_LIMIT}`),
      ])
      expect((await endpoint.get('foo')).status).toBe(404)
      expect((await endpoint.post(filled(BODY_LIMIT))).status).toBe(201)
    })
  })

  describe('rules of a kind', () => {
    row('M20: kinds with a spec start at generation 1; others have no generation', async cluster => {
      const configs = await configMapsOf(cluster)
      expect((await configs.make(configMap('a'))).metadata).not.toHaveProperty('generation')
      const pods = await podsOf(cluster)
      const spec = { containers: [{ name: 'c', image: 'i' }] }
      expect((await pods.make({ metadata: { name: 'a' }, spec })).metadata).toMatchObject({ generation: 1 })
      const leases = await endpointOf(cluster, 'apis/coordination.k8s.io/v1', 'leases')
      expect((await leases.make({ metadata: { name: 'a' } })).metadata).not.toHaveProperty('generation')
    })
  })
}
