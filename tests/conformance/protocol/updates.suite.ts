import { configMaps } from '@kube-informer/testing'
import { describe, expect } from 'vitest'
import {
  configMap,
  configMapsOf,
  endpointOf,
  failure,
  invalid,
  PATCH,
  podsOf,
  send,
  versionOf,
  widget,
  widgetsOf,
} from './endpoint.ts'
import { type Cluster, rowsOf, type Target } from './target.ts'
import { WatchReader } from './watch-reader.ts'

/** A valid Deployment. */
const deployment = (name: string, replicas = 1): object => ({
  metadata: { name },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
  },
})

/** The 409 for a write with an outdated resourceVersion. */
const modified = (what: string, details: { name: string; group?: string; kind: string }): object =>
  failure(
    409,
    'Conflict',
    `Operation cannot be fulfilled on ${what} "${details.name}": the object has been modified; please apply your changes to the latest version and try again`,
    details,
  )

const watchFrom = async (cluster: Cluster, resourceVersion: string) =>
  WatchReader.open(cluster, configMaps, { namespace: await cluster.namespace(), resourceVersion })

/** Updates: replacing objects with PUT. */
export function describeUpdates(target: Target): void {
  const row = rowsOf(target)

  describe('resourceVersions', () => {
    row('M12: a write with an outdated resourceVersion is a conflict', async cluster => {
      const endpoint = await configMapsOf(cluster)
      const first = await endpoint.make(configMap('foo', { x: '1' }))
      const second = await endpoint.put('foo', { ...first, data: { x: '2' } })
      expect(second.body).toMatchObject({ data: { x: '2' } })
      expect(second.body.metadata?.resourceVersion).not.toBe(first.metadata?.resourceVersion)
      const stale = await endpoint.put('foo', { ...first, data: { x: '3' } })
      expect(stale.body).toEqual(modified('configmaps', { name: 'foo', kind: 'configmaps' }))
      const unconditional = await endpoint.put('foo', configMap('foo', { x: '4' }))
      expect([unconditional.status, unconditional.body.data]).toEqual([200, { x: '4' }])
    })

    row('M12: the conflict of a Pod and of a custom resource names the resource', async cluster => {
      const pods = await podsOf(cluster)
      const pod = await pods.make({
        metadata: { name: 'foo' },
        spec: { containers: [{ name: 'c', image: 'i' }] },
      })
      await pods.patch('foo', PATCH.merge, { metadata: { labels: { a: '1' } } })
      expect((await pods.put('foo', pod)).body).toEqual(modified('pods', { name: 'foo', kind: 'pods' }))
      const custom = await widgetsOf(cluster)
      const made = await custom.make(widget('foo'))
      await custom.patch('foo', PATCH.merge, { spec: { size: 1 } })
      const group = 'protocol.example.com'
      expect((await custom.put('foo', made)).body).toEqual(
        modified(`widgets.${group}`, { name: 'foo', group, kind: 'widgets' }),
      )
    })

    row('M12: some kinds require a resourceVersion for an update', async cluster => {
      const custom = await widgetsOf(cluster)
      await custom.make(widget('foo'))
      const violation = [
        'Invalid',
        'metadata.resourceVersion',
        'Invalid value: 0: must be specified for an update',
      ] as const
      const group = 'protocol.example.com'
      const details = { name: 'foo', group, kind: 'widgets' }
      expect((await custom.put('foo', widget('foo', { spec: { size: 1 } }))).body).toEqual(
        invalid(`widgets.${group} "foo"`, details, violation),
      )
      const leases = await endpointOf(cluster, 'apis/coordination.k8s.io/v1', 'leases')
      await leases.make({ metadata: { name: 'foo' } })
      expect((await leases.put('foo', { metadata: { name: 'foo' } })).body).toEqual(
        invalid(
          'leases.coordination.k8s.io "foo"',
          { name: 'foo', group: 'coordination.k8s.io', kind: 'leases' },
          violation,
        ),
      )
    })

    row('M14: replacing an object with an equal one is not a write', async cluster => {
      const endpoint = await configMapsOf(cluster)
      const made = await endpoint.make(configMap('foo', { x: '1' }))
      const watch = await watchFrom(cluster, made.metadata?.resourceVersion ?? '')
      for (const body of [made, configMap('foo', { x: '1' })]) {
        const same = await endpoint.put('foo', body)
        expect([same.status, versionOf(same)]).toEqual([200, made.metadata?.resourceVersion])
      }
      await endpoint.make(configMap('later'))
      expect(await watch.take(1)).toEqual(['A later'])
    })
  })

  describe('identity', () => {
    row('M16: another uid is a conflict', async cluster => {
      const endpoint = await configMapsOf(cluster)
      const made = await endpoint.make(configMap('foo'))
      const other = '11111111-1111-4111-8111-111111111111'
      const refused = await endpoint.put('foo', { ...made, metadata: { name: 'foo', uid: other } })
      const why = `Precondition failed: UID in precondition: ${other}, UID in object meta: ${made.metadata?.uid}`
      const key = `/registry/configmaps/${await cluster.namespace()}/foo`
      expect(refused.body).toEqual(
        failure(
          409,
          'Conflict',
          `Operation cannot be fulfilled on configmaps "foo": StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${why}`,
          { name: 'foo', kind: 'configmaps' },
        ),
      )
    })

    row('M16: name and namespace in the body must equal those of the path', async cluster => {
      const endpoint = await configMapsOf(cluster)
      await endpoint.make(configMap('foo'))
      expect((await endpoint.put('foo', configMap('bar'))).body).toEqual(
        failure(400, 'BadRequest', 'the name of the object (bar) does not match the name on the URL (foo)'),
      )
      expect((await endpoint.put('foo', { metadata: {} })).body).toEqual(
        failure(
          400,
          'BadRequest',
          'the name of the object (foo based on URL) was undeterminable: name must be provided',
        ),
      )
      const metadata = { name: 'foo', namespace: 'other' }
      expect((await endpoint.put('foo', { metadata })).body).toEqual(
        failure(
          400,
          'BadRequest',
          'the namespace of the provided object does not match the namespace sent on the request',
        ),
      )
    })

    row('M16: an update cannot change fields that the server sets', async cluster => {
      const endpoint = await configMapsOf(cluster)
      const { metadata } = await endpoint.make(configMap('foo'))
      const at = '2020-01-01T00:00:00Z'
      const forged = { name: 'foo', creationTimestamp: at, generation: 7, selfLink: '/mine' }
      const { body } = await endpoint.put('foo', { metadata: forged, data: { x: '1' } })
      expect(body.metadata).toMatchObject({
        uid: metadata?.uid,
        creationTimestamp: metadata?.creationTimestamp,
      })
      expect(body.metadata).not.toHaveProperty('selfLink')
    })

    row('M16: an update cannot set the deletionTimestamp', async cluster => {
      const endpoint = await configMapsOf(cluster)
      const made = await endpoint.make(configMap('foo'))
      const at = '2020-01-01T00:00:00Z'
      const metadata = { ...made.metadata, deletionTimestamp: at }
      expect((await endpoint.put('foo', { ...made, metadata })).body).toEqual(
        invalid('ConfigMap "foo"', { name: 'foo', kind: 'ConfigMap' }, [
          'Invalid',
          'metadata.deletionTimestamp',
          `Invalid value: "${at}": field is immutable`,
        ]),
      )
    })

    row('M17: a missing object is not found, or created if the kind allows it', async cluster => {
      const configs = await configMapsOf(cluster)
      expect((await configs.put('foo', configMap('foo'))).body).toEqual(
        failure(404, 'NotFound', 'configmaps "foo" not found', { name: 'foo', kind: 'configmaps' }),
      )
      const custom = await (await widgetsOf(cluster)).put('foo', widget('foo'))
      expect([custom.status, custom.body.message]).toEqual([
        404,
        'widgets.protocol.example.com "foo" not found',
      ])
      const leases = await endpointOf(cluster, 'apis/coordination.k8s.io/v1', 'leases')
      const created = await leases.put('foo', { metadata: { name: 'foo' } })
      expect([created.status, created.body.metadata?.name]).toEqual([201, 'foo'])
    })
  })

  describe('generation and status', () => {
    row('M20: the generation counts changes of the spec', async cluster => {
      const endpoint = await endpointOf(cluster, 'apis/apps/v1', 'deployments')
      const made = await endpoint.make(deployment('foo'))
      expect(made.metadata).toMatchObject({ generation: 1 })
      const labelled = await endpoint.patch('foo', PATCH.merge, { metadata: { labels: { a: '1' } } })
      expect(labelled.body.metadata).toMatchObject({ generation: 1 })
      const scaled = await endpoint.patch('foo', PATCH.merge, { spec: { replicas: 2 } })
      expect(scaled.body.metadata).toMatchObject({ generation: 2 })
      const forged = { metadata: { generation: 9 }, spec: { paused: true } }
      const paused = await endpoint.patch('foo', PATCH.merge, forged)
      expect(paused.body.metadata).toMatchObject({ generation: 3 })
    })

    row('M20: a status is written only through the status subresource', async cluster => {
      const endpoint = await endpointOf(cluster, 'apis/apps/v1', 'deployments')
      const made = await endpoint.make({ ...deployment('foo'), status: { replicas: 9 } })
      expect(made.status).toEqual({})
      const status = { observedGeneration: 1, replicas: 1 }
      const ignored = await endpoint.patch('foo', PATCH.merge, { status })
      expect([ignored.body.status, versionOf(ignored)]).toEqual([{}, made.metadata?.resourceVersion])
      const written = await endpoint.patch('foo/status', PATCH.merge, { status, spec: { replicas: 5 } })
      expect(written.body).toMatchObject({ status, spec: { replicas: 1 }, metadata: { generation: 1 } })
      expect((await endpoint.get('foo/status')).body).toEqual((await endpoint.get('foo')).body)
    })

    row('M20: the scale subresource reads and sets the replicas of a Deployment', async cluster => {
      const endpoint = await endpointOf(cluster, 'apis/apps/v1', 'deployments')
      await endpoint.make(deployment('foo', 2))
      const scale = await endpoint.get('foo/scale')
      expect(scale.body).toMatchObject({
        kind: 'Scale',
        apiVersion: 'autoscaling/v1',
        metadata: { name: 'foo' },
        spec: { replicas: 2 },
        status: { replicas: 0, selector: 'app=foo' },
      })
      const set = await endpoint.put('foo/scale', { ...scale.body, spec: { replicas: 3 } })
      expect(set.body).toMatchObject({ kind: 'Scale', spec: { replicas: 3 } })
      expect((await endpoint.get('foo')).body).toMatchObject({
        spec: { replicas: 3 },
        metadata: { generation: 2 },
      })
    })
  })

  describe('a namespace', () => {
    row('M20: a new namespace has a phase, a finalizer and a label', async cluster => {
      const namespace = await cluster.namespace()
      const { body } = await send(cluster, 'GET', `/api/v1/namespaces/${namespace}`)
      expect(body).toMatchObject({
        metadata: { labels: { 'kubernetes.io/metadata.name': namespace } },
        spec: { finalizers: ['kubernetes'] },
        status: { phase: 'Active' },
      })
    })
  })
}
