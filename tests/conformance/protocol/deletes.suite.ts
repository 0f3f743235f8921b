import { compareResourceVersions, type KubernetesObject } from '@kube-informer/core'
import { configMaps, namespaces, pods } from '@kube-informer/testing'
import { describe, expect } from 'vitest'
import {
  type Body,
  configMap,
  configMapsOf,
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

const HOLD = 'example.com/hold'

const held = (name: string): Body => ({ metadata: { name, finalizers: [HOLD] } })

const watchAfter = async (cluster: Cluster, { metadata }: KubernetesObject) =>
  WatchReader.open(cluster, configMaps, {
    namespace: await cluster.namespace(),
    resourceVersion: metadata?.resourceVersion,
  })

const podOf = (name: string, more: object = {}): object => ({
  metadata: { name },
  spec: { containers: [{ name: 'c', image: 'i' }], ...more },
})

/** Deletions. */
export function describeDeletes(target: Target): void {
  const row = rowsOf(target)

  describe('immediate deletion', () => {
    row(
      'M31: the response identifies the deleted object; the event has a resourceVersion of its own',
      async cluster => {
        const endpoint = await configMapsOf(cluster)
        const made = await endpoint.make(configMap('foo', { x: '1' }))
        const watch = await watchAfter(cluster, made)
        const answer = await endpoint.delete('foo')
        expect([answer.status, answer.body]).toEqual([
          200,
          {
            kind: 'Status',
            apiVersion: 'v1',
            metadata: {},
            status: 'Success',
            details: { name: 'foo', kind: 'configmaps', uid: made.metadata?.uid },
          },
        ])
        const [seen] = await watch.takeSeen(1)
        expect(seen?.text).toBe('D foo')
        expect(seen?.event.object).toMatchObject({ data: { x: '1' } })
        expect(
          compareResourceVersions(seen?.resourceVersion ?? '', made.metadata?.resourceVersion ?? ''),
        ).toBeGreaterThan(0)
      },
    )

    row('M31: the same for a custom resource; the error names its group', async cluster => {
      const endpoint = await widgetsOf(cluster)
      const made = await endpoint.make(widget('foo'))
      const details = { name: 'foo', group: 'protocol.example.com', kind: 'widgets', uid: made.metadata?.uid }
      expect((await endpoint.delete('foo')).body).toMatchObject({ status: 'Success', details })
    })

    row('M32: a deleted object is not found', async cluster => {
      const endpoint = await configMapsOf(cluster)
      await endpoint.make(configMap('foo'))
      await endpoint.delete('foo')
      expect((await endpoint.delete('foo')).body).toEqual(
        failure(404, 'NotFound', 'configmaps "foo" not found', { name: 'foo', kind: 'configmaps' }),
      )
    })

    row('M33, M34: an object that does not meet the preconditions is not deleted', async cluster => {
      const endpoint = await configMapsOf(cluster)
      const { metadata } = await endpoint.make(configMap('foo'))
      const rejection = (why: string) =>
        failure(409, 'Conflict', `Operation cannot be fulfilled on ConfigMap "foo": ${why}`, {
          name: 'foo',
          kind: 'ConfigMap',
        })
      const [uid, resourceVersion] = ['11111111-1111-4111-8111-111111111111', '1']
      expect((await endpoint.delete('foo', { preconditions: { uid } })).body).toEqual(
        rejection(
          `the UID in the precondition (${uid}) does not match the UID in record (${metadata?.uid}). The object might have been deleted and then recreated`,
        ),
      )
      expect((await endpoint.delete('foo', { preconditions: { resourceVersion } })).body).toEqual(
        rejection(
          `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${metadata?.resourceVersion}). The object might have been modified`,
        ),
      )
      expect((await endpoint.get('foo')).status).toBe(200)
      const preconditions = { uid: metadata?.uid, resourceVersion: metadata?.resourceVersion }
      expect((await endpoint.delete('foo', { preconditions })).status).toBe(200)
    })
  })

  describe('finalizers', () => {
    row('M35: the object is marked for deletion once', async cluster => {
      const endpoint = await configMapsOf(cluster)
      const made = await endpoint.make(held('foo'))
      const watch = await watchAfter(cluster, made)
      const first = await endpoint.delete('foo')
      expect([first.status, first.body]).toMatchObject([
        200,
        {
          kind: 'ConfigMap',
          metadata: {
            finalizers: [HOLD],
            deletionTimestamp: expect.stringMatching(/Z$/),
            deletionGracePeriodSeconds: 0,
          },
        },
      ])
      const again = await endpoint.delete('foo')
      expect([again.status, again.body]).toEqual([200, first.body])
      await endpoint.make(configMap('later'))
      expect(await watch.take(2)).toEqual(['M foo', 'A later'])
    })

    row('M36: removing the last finalizer deletes the object and sends no other event', async cluster => {
      const endpoint = await configMapsOf(cluster)
      await endpoint.make(held('foo'))
      const marked = await endpoint.delete('foo')
      const watch = await watchAfter(cluster, marked.body)
      const metadata = { ...marked.body.metadata, finalizers: [] }
      const last = await endpoint.put('foo', { ...marked.body, metadata })
      expect([last.status, versionOf(last)]).toEqual([200, versionOf(marked)])
      expect(last.body.metadata).not.toHaveProperty('finalizers')
      const [deleted] = await watch.takeSeen(1)
      expect(deleted?.text).toBe('D foo')
      expect(deleted?.event.object).toMatchObject({ metadata: { finalizers: [HOLD] } })
      expect(compareResourceVersions(deleted?.resourceVersion ?? '', versionOf(marked))).toBeGreaterThan(0)
      expect((await endpoint.get('foo')).status).toBe(404)
      await endpoint.make(configMap('later'))
      expect(await watch.take(1)).toEqual(['A later'])
    })

    row('M36: the same for a patch that removes the last finalizer', async cluster => {
      const endpoint = await configMapsOf(cluster)
      await endpoint.make(held('foo'))
      const marked = await endpoint.delete('foo')
      const watch = await watchAfter(cluster, marked.body)
      const last = await endpoint.patch('foo', PATCH.merge, { metadata: { finalizers: null } })
      expect([last.status, versionOf(last)]).toEqual([200, versionOf(marked)])
      expect(await watch.take(1)).toEqual(['D foo'])
      expect((await endpoint.get('foo')).status).toBe(404)
    })

    row('M37: no finalizer can be added to a terminating object', async cluster => {
      const endpoint = await configMapsOf(cluster)
      await endpoint.make(held('foo'))
      const marked = await endpoint.delete('foo')
      const finalizers = [HOLD, 'example.com/more']
      const refused = await endpoint.put('foo', {
        ...marked.body,
        metadata: { ...marked.body.metadata, finalizers },
      })
      expect(refused.body).toEqual(
        invalid('ConfigMap "foo"', { name: 'foo', kind: 'ConfigMap' }, [
          'Forbidden',
          'metadata.finalizers',
          'Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"example.com/more"}',
        ]),
      )
    })

    row('M02: creating the name of a terminating object is a conflict', async cluster => {
      const endpoint = await configMapsOf(cluster)
      await endpoint.make(held('foo'))
      await endpoint.delete('foo')
      expect((await endpoint.post(configMap('foo'))).body).toEqual(
        failure(409, 'AlreadyExists', 'object is being deleted: configmaps "foo" already exists', {
          name: 'foo',
          kind: 'configmaps',
        }),
      )
    })
  })

  describe('propagation to dependents', () => {
    const policies = [
      ['M38: Foreground adds the finalizer foregroundDeletion', 'Foreground', 'foregroundDeletion'],
      ['M39: Orphan adds the finalizer orphan', 'Orphan', 'orphan'],
    ] as const
    for (const [title, propagationPolicy, finalizer] of policies)
      row(title, async cluster => {
        // A second finalizer keeps the object if a garbage collector runs.
        const endpoint = await configMapsOf(cluster)
        const made = await endpoint.make(held('foo'))
        const watch = await watchAfter(cluster, made)
        const answer = await endpoint.delete('foo', { propagationPolicy })
        expect([answer.status, answer.body.metadata?.finalizers?.toSorted()]).toEqual([
          200,
          [HOLD, finalizer].toSorted(),
        ])
        expect(answer.body.metadata).toMatchObject({ deletionGracePeriodSeconds: 0 })
        expect(await watch.take(1)).toEqual(['M foo'])
      })

    row('M40: Background removes both finalizers', async cluster => {
      const endpoint = await configMapsOf(cluster)
      const made = await endpoint.make({ metadata: { name: 'foo', finalizers: ['foregroundDeletion'] } })
      const watch = await watchAfter(cluster, made)
      expect((await endpoint.delete('foo', { propagationPolicy: 'Background' })).status).toBe(200)
      expect(await watch.take(1)).toEqual(['D foo'])
      expect((await endpoint.get('foo')).status).toBe(404)
    })

    row('M41: conflicting and unknown propagation policies are invalid', async cluster => {
      const endpoint = await configMapsOf(cluster)
      await endpoint.make(configMap('foo'))
      const rejection = (...violation: readonly [string, string, string]) =>
        invalid('DeleteOptions.meta.k8s.io ""', { group: 'meta.k8s.io', kind: 'DeleteOptions' }, violation)
      expect(
        (await endpoint.delete('foo', { orphanDependents: true, propagationPolicy: 'Orphan' })).body,
      ).toEqual(
        rejection(
          'Invalid',
          'propagationPolicy',
          'Invalid value: "Orphan": orphanDependents and deletionPropagation cannot be both set',
        ),
      )
      expect((await endpoint.delete('foo', { propagationPolicy: 'foo' })).body).toEqual(
        rejection(
          'NotSupported',
          'propagationPolicy',
          'Unsupported value: "foo": supported values: "Foreground", "Background", "Orphan", "nil"',
        ),
      )
      expect((await endpoint.get('foo')).status).toBe(200)
    })

    row('M45: options in the body override all options in the query', async cluster => {
      const endpoint = await configMapsOf(cluster)
      await endpoint.make(held('foo'))
      const query = { propagationPolicy: 'Foreground' }
      const answer = await endpoint.delete('foo', { propagationPolicy: 'Orphan' }, { query })
      expect(answer.body.metadata?.finalizers).toContain('orphan')
      expect(answer.body.metadata?.finalizers).not.toContain('foregroundDeletion')
      await endpoint.make(held('bar'))
      const byQuery = await endpoint.delete('bar', undefined, { query })
      expect(byQuery.body.metadata?.finalizers).toContain('foregroundDeletion')
    })
  })

  describe('Pods', () => {
    const watchPods = async (cluster: Cluster, { metadata }: KubernetesObject) =>
      WatchReader.open(cluster, pods, {
        namespace: await cluster.namespace(),
        resourceVersion: metadata?.resourceVersion,
      })

    row('M43: a running Pod gets its grace period, and is deleted when that is 0', async cluster => {
      const endpoint = await podsOf(cluster)
      const made = await endpoint.make(podOf('foo', { nodeName: 'bar' }))
      const watch = await watchPods(cluster, made)
      const marked = await endpoint.delete('foo')
      expect([marked.status, marked.body.metadata]).toMatchObject([
        200,
        { deletionGracePeriodSeconds: 30, deletionTimestamp: expect.any(String), generation: 2 },
      ])
      const repeated = await endpoint.delete('foo')
      expect(versionOf(repeated)).toBe(versionOf(marked))
      const shorter = await endpoint.delete('foo', { gracePeriodSeconds: 5 })
      expect(shorter.body.metadata).toMatchObject({ deletionGracePeriodSeconds: 5 })
      expect((await endpoint.delete('foo', { gracePeriodSeconds: 0 })).status).toBe(200)
      expect(await watch.take(4)).toEqual(['M foo', 'M foo', 'M foo', 'D foo'])
    })

    row('M43: an unassigned Pod is marked and deleted at once', async cluster => {
      const endpoint = await podsOf(cluster)
      const made = await endpoint.make(podOf('foo'))
      const watch = await watchPods(cluster, made)
      const answer = await endpoint.delete('foo')
      expect(answer.body).toMatchObject({
        kind: 'Pod',
        metadata: { deletionGracePeriodSeconds: 0, generation: 2 },
      })
      const [marked, deleted] = await watch.takeSeen(2)
      expect([marked?.text, deleted?.text]).toEqual(['M foo', 'D foo'])
      expect(marked?.resourceVersion).not.toBe(deleted?.resourceVersion)
    })
  })

  describe('namespaces', () => {
    row('M46: three namespaces cannot be deleted', async cluster => {
      for (const name of ['default', 'kube-system', 'kube-public'])
        expect((await send(cluster, 'DELETE', `/api/v1/namespaces/${name}`)).body).toEqual(
          failure(403, 'Forbidden', `namespaces "${name}" is forbidden: this namespace may not be deleted`, {
            name,
            kind: 'namespaces',
          }),
        )
      const query = { dryRun: 'All' }
      const other = await send(cluster, 'DELETE', '/api/v1/namespaces/kube-node-lease', undefined, { query })
      expect([other.status, other.body.kind]).toEqual([200, 'Namespace'])
    })

    row('M46: a deleted namespace is marked, and the namespace controller finalizes it', async cluster => {
      const namespace = await cluster.namespace('doomed')
      const path = `/api/v1/namespaces/${namespace}`
      const holding = await configMapsOf(cluster, 'doomed')
      await holding.make(held('foo'))
      const marked = await send(cluster, 'DELETE', path)
      expect([marked.status, marked.body]).toMatchObject([
        200,
        { kind: 'Namespace', spec: { finalizers: ['kubernetes'] }, status: { phase: 'Terminating' } },
      ])
      expect(marked.body.metadata).not.toHaveProperty('deletionGracePeriodSeconds')
      expect(
        (await send(cluster, 'POST', '/api/v1/namespaces', { metadata: { name: namespace } })).body,
      ).toEqual(
        failure(409, 'AlreadyExists', `object is being deleted: namespaces "${namespace}" already exists`, {
          name: namespace,
          kind: 'namespaces',
        }),
      )
      await holding.patch('foo', PATCH.merge, { metadata: { finalizers: null } })
    })

    row(
      'M47: the objects of a namespace are deleted before the namespace',
      async cluster => {
        const namespace = await cluster.namespace('doomed')
        const endpoint = await configMapsOf(cluster, 'doomed')
        await endpoint.make(configMap('foo'))
        await (await podsOf(cluster, 'doomed')).make(podOf('bar'))
        const resourceVersion = await cluster.rv()
        const fieldSelector = `metadata.name=${namespace}`
        const watch = await WatchReader.open(cluster, namespaces, { fieldSelector, resourceVersion })
        const inside = await WatchReader.open(cluster, configMaps, { namespace, resourceVersion })
        const among = await WatchReader.open(cluster, pods, { namespace, resourceVersion })
        await send(cluster, 'DELETE', `/api/v1/namespaces/${namespace}`)
        await cluster.elapse(10_000)
        const [foo] = await inside.takeSeen(1)
        expect([foo?.text, await among.take(2)]).toEqual(['D foo', ['M bar', 'D bar']])
        const [marked, ...later] = await watch.upTo(`D /${namespace}`)
        expect(marked?.event.object).toMatchObject({ status: { phase: 'Terminating' } })
        const gone = later.at(-1)
        expect(
          compareResourceVersions(gone?.resourceVersion ?? '', foo?.resourceVersion ?? ''),
        ).toBeGreaterThan(0)
        expect((await send(cluster, 'GET', `/api/v1/namespaces/${namespace}`)).status).toBe(404)
      },
      { needs: ['controllers'] },
    )
  })

  describe('collections', () => {
    row('P25: the response lists the deleted objects in their previous state', async cluster => {
      const endpoint = await configMapsOf(cluster)
      for (const name of ['a', 'b', 'c']) await endpoint.make(configMap(name, { x: name }))
      const list = await endpoint.delete('', undefined, { query: { limit: 2 } })
      expect([list.status, list.body]).toMatchObject([200, { kind: 'ConfigMapList', metadata: {} }])
      const { items } = list.body as { items?: readonly KubernetesObject[] }
      expect(items?.map(({ metadata }) => metadata?.name)).toEqual(['a', 'b'])
      expect((list.body.metadata as { continue?: string }).continue).toBeTruthy()
      expect([(await endpoint.get('b')).status, (await endpoint.get('c')).status]).toEqual([404, 200])
      const all = await endpoint.delete('', undefined, { query: { dryRun: 'All' } })
      expect(all.status).toBe(200)
      expect((await endpoint.get('c')).status).toBe(200)
    })
  })
}
