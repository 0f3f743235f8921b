import {
  draftOf,
  removeControllerReference,
  removeOwnerReference,
  setControllerReference,
  setOwnerReference,
} from '@kube-informer/controller'
import type { DeleteOptions } from '@kube-informer/core'
import { type ConfigMap, clusterRoles, configMaps } from '@kube-informer/core/resources'
import { describe, expect, test } from 'vitest'
import { find, type RealCluster, waitUntilGone } from './real-cluster.ts'

type Own = (owner: ConfigMap, object: ConfigMap) => ConfigMap

const controls: Own = (owner, object) => setControllerReference(configMaps, owner, draftOf(object))
const controlsWithoutBlocking: Own = (owner, object) =>
  setControllerReference(configMaps, owner, draftOf(object), { blockOwnerDeletion: false })
const owns: Own = (owner, object) => setOwnerReference(configMaps, owner, draftOf(object))

/** What the garbage collector of kube-controller-manager does with our owner references. */
export function ownerReferencesSuite(real: RealCluster): void {
  /** The verbs on ConfigMaps of a new namespace. */
  const open = async () => {
    const { client } = real
    const namespace = await real.namespace()
    const at = (name: string) => ({ namespace, name })
    return {
      create: (name: string, own: (object: ConfigMap) => ConfigMap = object => object) =>
        client.create(configMaps, own({ metadata: at(name) })),
      replace: (object: ConfigMap) => client.replace(configMaps, object),
      remove: (name: string, options?: DeleteOptions) => client.delete(configMaps, at(name), options),
      get: (name: string) => find(client, configMaps, at(name)),
      gone: (name: string) => waitUntilGone(client, configMaps, { metadata: at(name) }),
      finalize: (name: string, finalizers: readonly string[]) =>
        client.patch(configMaps, at(name), { metadata: { finalizers } }),
      /** Resolves when the collector has handled a deletion that began later than all others. */
      async collected() {
        const marker = await client.create(configMaps, { metadata: at('marker') })
        await client.create(configMaps, controls(marker, { metadata: at('marked') }))
        await client.delete(configMaps, at('marker'))
        await waitUntilGone(client, configMaps, { metadata: at('marked') })
      },
    }
  }

  describe('background deletion', () => {
    test('deletes what setControllerReference and setOwnerReference have marked', async () => {
      const { create, remove, gone, get, collected } = await open()
      const owner = await create('owner')
      await create('controlled', object => controls(owner, object))
      await create('owned', object => owns(owner, object))
      await create('unrelated')
      await remove('owner')
      await Promise.all([gone('controlled'), gone('owned')])
      await collected()
      expect(await get('unrelated')).toBeDefined()
    })

    test('keeps an object until its last owner is gone', async () => {
      const { create, remove, gone, get, collected } = await open()
      const [first, second] = [await create('first'), await create('second')]
      await create('child', object => owns(second, controls(first, object)))
      await remove('first')
      await expect
        .poll(async () => (await get('child'))?.metadata?.ownerReferences?.map(({ name }) => name))
        .toEqual(['second'])
      await collected()
      expect(await get('child')).toBeDefined()
      await remove('second')
      await gone('child')
    })

    test('leaves an object that removed its reference', async () => {
      const { create, replace, remove, get, collected } = await open()
      const owner = await create('owner')
      const controlled = draftOf(await create('controlled', object => controls(owner, object)))
      const owned = draftOf(await create('owned', object => owns(owner, object)))
      removeControllerReference(configMaps, owner, controlled)
      removeOwnerReference(configMaps, owner, owned)
      await Promise.all([replace(controlled), replace(owned)])
      await remove('owner')
      await collected()
      expect(await get('controlled')).toBeDefined()
      expect(await get('owned')).toBeDefined()
    })
  })

  describe('foreground deletion', () => {
    test('waits for the objects that setControllerReference has marked', async () => {
      const { create, remove, gone, get, finalize, collected } = await open()
      const owner = await create('owner')
      await create('child', object => controls(owner, object))
      await finalize('child', ['example.com/hold'])
      await remove('owner', { propagationPolicy: 'Foreground' })
      await expect.poll(async () => (await get('child'))?.metadata?.deletionTimestamp).toBeDefined()
      await collected()
      expect((await get('owner'))?.metadata?.finalizers).toEqual(['foregroundDeletion'])
      await finalize('child', [])
      await Promise.all([gone('child'), gone('owner')])
    })

    test('does not wait with blockOwnerDeletion: false', async () => {
      const { create, remove, gone, get, finalize } = await open()
      const owner = await create('owner')
      await create('child', object => controlsWithoutBlocking(owner, object))
      await finalize('child', ['example.com/hold'])
      await remove('owner', { propagationPolicy: 'Foreground' })
      await gone('owner')
      expect(await get('child')).toBeDefined()
      await finalize('child', [])
      await gone('child')
    })
  })

  test('orphaning removes the reference and leaves the object', async () => {
    const { create, remove, gone, get, collected } = await open()
    const owner = await create('owner')
    await create('child', object => controls(owner, object))
    await remove('owner', { propagationPolicy: 'Orphan' })
    await gone('owner')
    await collected()
    expect((await get('child'))?.metadata?.ownerReferences).toBeUndefined()
  })

  test('an owner that was created again owns only what refers to its new uid', async () => {
    const { create, remove, gone, get, replace, collected } = await open()
    const old = await create('owner')
    const late = await create('late', object => controls(old, object))
    // The child must survive the collector until its reference is renewed.
    await remove('owner', { propagationPolicy: 'Orphan' })
    await gone('owner')
    const renewed = await create('owner')
    const orphan = await get('late')
    await replace(controls(renewed, orphan ?? late))
    await create('stale', object => controls(old, object))
    await gone('stale')
    await collected()
    expect((await get('late'))?.metadata?.ownerReferences?.[0]?.uid).toBe(renewed.metadata?.uid)
  })

  test('a cluster-scoped owner owns objects in a namespace', async () => {
    const { create, gone } = await open()
    const owner = await real.client.create(clusterRoles, { metadata: { name: 'owner' }, rules: [] })
    await create('child', object => setControllerReference(clusterRoles, owner, draftOf(object)))
    await real.client.delete(clusterRoles, { name: 'owner' })
    await gone('child')
  })
}
