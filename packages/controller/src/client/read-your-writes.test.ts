import { isNotFound, type KubernetesObject } from '@kube-informer/core'
import { type ConfigMap, configMaps, deployments, type Pod, pods } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import { clientRig, configMap, isSettled, namesOf } from '../test/client-rig.ts'
import { dryRunClient, fieldOwnerClient } from './client-wrappers.ts'
import { metadataOnly } from './metadata-only.ts'
import { namespacedClient } from './namespaced-client.ts'

const at = (name: string, namespace = 'default') => ({ namespace, name })

/** A client whose informer has the objects, and whose watches get no events until `resume`. */
async function delayed(...objects: KubernetesObject[]) {
  const rig = clientRig({ objects })
  await rig.settle(rig.client.list(configMaps))
  return { ...rig, resume: rig.server.stallWatchCache(configMaps) }
}

describe('C-CLI-28: reads wait until the cache has seen the write', () => {
  type Rig = Awaited<ReturnType<typeof delayed>>
  const writes: Readonly<Record<string, (rig: Rig) => Promise<unknown>>> = {
    create: ({ client }) => client.create(configMaps, configMap('b', { x: '1' })),
    replace: ({ client }) => client.replace(configMaps, configMap('b', { x: '1' })),
    patch: ({ client }) => client.patch(configMaps, at('b'), { data: { x: '1' } }),
    apply: ({ client }) =>
      client.apply(configMaps, configMap('b', { x: '1' }), { fieldManager: 'me', force: true }),
    'a namespaced wrapper': ({ client }) =>
      namespacedClient(client, 'default').create(configMaps, {
        metadata: { name: 'b' },
        data: { x: '1' },
      } as unknown as ConfigMap),
    'a field owner': ({ client }) =>
      fieldOwnerClient(client, 'me').patch(configMaps, at('b'), { data: { x: '1' } }),
    'a plain definition': ({ client }) => client.patch({ ...configMaps }, at('b'), { data: { x: '1' } }),
    'a metadata-only definition': ({ client }) =>
      client.patch(metadataOnly(configMaps), at('b'), { data: { x: '1' } }),
  }

  test.each(Object.keys(writes))('%s', async name => {
    const isNew = name === 'create' || name === 'a namespaced wrapper'
    const rig = await delayed(configMap('a'), ...(isNew ? [] : [configMap('b')]))
    const { client, clock, resume, settle } = rig
    await settle(writes[name]?.(rig) ?? Promise.reject())
    const get = client.get(configMaps, at('b'))
    const find = client.find(configMaps, at('b'))
    const list = client.list(configMaps)
    const within = client.list(configMaps, { namespace: 'default' })
    expect(await isSettled(get, clock)).toBe(false)
    // Others do not wait: another key, another namespace, another kind.
    await settle(client.get(configMaps, at('a')))
    await settle(client.list(configMaps, { namespace: 'other' }))
    await settle(client.list(pods))
    expect(await isSettled(Promise.race([get, find, list, within]), clock)).toBe(false)
    resume()
    expect(await settle(get)).toMatchObject({ data: { x: '1' } })
    expect(await settle(find)).toMatchObject({ data: { x: '1' } })
    for (const read of [list, within]) expect((await settle(read)).items).toContain(await get)
  })

  test('a status write', async () => {
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', namespace: 'default' } } as Pod
    const { client, server, clock, settle } = clientRig({ objects: [pod] })
    await settle(client.list(pods))
    const resume = server.stallWatchCache(pods)
    await settle(client.patch(pods, at('a'), { status: { phase: 'Failed' } }, { subresource: 'status' }))
    const reading = client.get(pods, at('a'))
    expect(await isSettled(reading, clock)).toBe(false)
    resume()
    expect((await settle(reading)).status?.phase).toBe('Failed')
  })

  test('a read before the write does not wait', async () => {
    const { client, settle, resume } = await delayed(configMap('a'))
    const before = client.get(configMaps, at('a'))
    const writing = client.patch(configMaps, at('a'), { data: { x: '1' } })
    expect((await settle(before)).data).toEqual({})
    await settle(writing)
    resume()
  })

  test('a read during a write waits for its answer, a list for those of its namespace', async () => {
    const { client, clock, fail, settle } = clientRig({ objects: [configMap('a')] })
    await settle(client.list(configMaps))
    fail({ type: 'delay', ms: 1_000 }, 'PATCH')
    const writing = client.patch(configMaps, at('a'), { data: { x: '1' } })
    const get = client.get(configMaps, at('a'))
    const list = client.list(configMaps)
    expect(await settle(client.list(configMaps, { namespace: 'other' }))).toMatchObject({ items: [] })
    expect(await settle(client.find(configMaps, at('b')))).toBeUndefined()
    expect(await isSettled(Promise.race([get, list, writing]), clock)).toBe(false)
    await clock.advance(1_000)
    expect((await get).data).toEqual({ x: '1' })
    expect((await list).items[0]?.data).toEqual({ x: '1' })
  })

  test('a create with generateName: lists wait for it', async () => {
    const { client, clock, settle, resume } = await delayed()
    const generated = { metadata: { generateName: 'a-', namespace: 'default' } } as unknown as ConfigMap
    const created = await settle(client.create(configMaps, generated))
    const list = client.list(configMaps)
    expect(await isSettled(list, clock)).toBe(false)
    resume()
    expect(namesOf(await settle(list))).toEqual([created.metadata?.name])
  })

  test('an informer that starts after the write has it, too', async () => {
    const { client, server, clock, settle } = clientRig({ objects: [configMap('a')] })
    // The watch cache serves the first list, and is stale.
    await settle(client.list(metadataOnly(configMaps)))
    const resume = server.stallWatchCache(configMaps)
    await settle(client.create(configMaps, configMap('b')))
    const list = client.list(configMaps)
    expect(await isSettled(list, clock)).toBe(false)
    resume()
    await clock.advance(60_000)
    expect(namesOf(await settle(list))).toEqual(['a', 'b'])
  })

  test('all forms wait for a write of either', async () => {
    const { client, clock, settle, resume } = await delayed(configMap('a'))
    await settle(client.list(metadataOnly(configMaps)))
    await settle(client.patch(configMaps, at('a'), { metadata: { labels: { x: '1' } } }))
    const whole = client.get(configMaps, at('a'))
    const metadata = client.get(metadataOnly(configMaps), at('a'))
    expect(await isSettled(Promise.race([whole, metadata]), clock)).toBe(false)
    resume()
    expect((await settle(whole)).metadata?.labels).toEqual({ x: '1' })
    expect((await settle(metadata)).metadata?.labels).toEqual({ x: '1' })
  })

  test('a write that changes nothing does not wait', async () => {
    const { client, settle } = await delayed(configMap('a', { x: '1' }))
    await settle(client.patch(configMaps, at('a'), { data: { x: '1' } }))
    expect((await settle(client.get(configMaps, at('a')))).data).toEqual({ x: '1' })
  })

  test('a bookmark counts, where no event of the object comes', async () => {
    const { client, clock, server, settle } = clientRig({
      cache: {
        resources: [{ resource: configMaps, fieldSelector: 'metadata.name!=b,metadata.namespace!=x' }],
      },
    })
    await settle(client.list(configMaps))
    // A selector of other fields is decided by the server alone; here, the selected name decides at once.
    await settle(client.create(configMaps, configMap('b')))
    expect(await settle(client.find(configMaps, at('b')))).toBeUndefined()
    expect(server.get(configMaps, 'default/b')).toBeDefined()
    await clock.settle()
  })

  test('an object that its new labels exclude from the cache', async () => {
    const { client, clock, server, settle } = clientRig({
      cache: { defaultLabelSelector: 'app=x' },
      objects: [{ ...configMap('a'), metadata: { ...at('a'), labels: { app: 'x' } } }],
    })
    expect(namesOf(await settle(client.list(configMaps)))).toEqual(['a'])
    const resume = server.stallWatchCache(configMaps)
    await settle(client.create(configMaps, configMap('b')))
    expect(await settle(client.find(configMaps, at('b')))).toBeUndefined()
    await settle(client.patch(configMaps, at('a'), { metadata: { labels: { app: 'y' } } }))
    const reading = client.find(configMaps, at('a'))
    expect(await isSettled(reading, clock)).toBe(false)
    resume()
    expect(await settle(reading)).toBeUndefined()
  })

  test('an object that a label excludes before the cache has had it does not appear later', async () => {
    const { client, server, settle } = clientRig({ cache: { defaultLabelSelector: 'app=x' } })
    await settle(client.list(configMaps))
    const resume = server.stallWatchCache(configMaps)
    await settle(
      client.create(configMaps, { ...configMap('a'), metadata: { ...at('a'), labels: { app: 'x' } } }),
    )
    await settle(client.patch(configMaps, at('a'), { metadata: { labels: { app: 'y' } } }))
    const counts: number[] = []
    const read = async () => counts.push((await settle(client.list(configMaps))).items.length)
    await read()
    resume()
    for (let i = 0; i < 10; i++) await read()
    expect(counts).toEqual(counts.map(() => 0))
  })

  test('a foreign deletion after the write: a relist without the key counts', async () => {
    const { client, clock, server, settle, resume } = await delayed(configMap('a'))
    const b = await settle(client.create(configMaps, configMap('b')))
    const reading = client.find(configMaps, at('b'))
    server.delete(b)
    server.relist()
    expect(await isSettled(reading, clock)).toBe(false)
    resume()
    await clock.advance(60_000)
    expect(await settle(reading)).toBeUndefined()
  })
})

describe('C-CLI-28: deletions', () => {
  test('reads wait for the deletion of that uid', async () => {
    const { client, clock, settle, resume } = await delayed(configMap('a'), configMap('b'))
    await settle(client.delete(configMaps, at('a')))
    const find = client.find(configMaps, at('a'))
    const get = client.get(configMaps, at('a'))
    const list = client.list(configMaps)
    get.catch(() => {})
    expect(await isSettled(Promise.race([find, get, list]), clock)).toBe(false)
    resume()
    expect(await settle(find)).toBeUndefined()
    expect(isNotFound(await settle(get).catch((error: unknown) => error))).toBe(true)
    expect(namesOf(await settle(list))).toEqual(['b'])
  })

  test('a deletion that waits for a finalizer, and its end', async () => {
    const held = { ...configMap('a'), metadata: { ...at('a'), finalizers: ['example.com/x'] } }
    const { client, clock, settle, resume, server } = await delayed(held)
    await settle(client.delete(configMaps, at('a')))
    const marked = client.get(configMaps, at('a'))
    expect(await isSettled(marked, clock)).toBe(false)
    resume()
    expect((await settle(marked)).metadata?.deletionTimestamp).toBeDefined()
    // The answer to this write has the resourceVersion from before the deletion.
    const again = server.stallWatchCache(configMaps)
    await settle(client.patch(configMaps, at('a'), { metadata: { finalizers: null } }))
    const gone = client.find(configMaps, at('a'))
    expect(await isSettled(gone, clock)).toBe(false)
    again()
    expect(await settle(gone)).toBeUndefined()
  })

  test('an object that was created, deleted and created again', async () => {
    const { client, clock, settle, resume } = await delayed()
    await settle(client.create(configMaps, configMap('a', { x: '1' })))
    await settle(client.delete(configMaps, at('a')))
    const gone = client.find(configMaps, at('a'))
    expect(await isSettled(gone, clock)).toBe(false)
    await settle(client.create(configMaps, configMap('a', { x: '2' })))
    const created = client.find(configMaps, at('a'))
    expect(await isSettled(created, clock)).toBe(false)
    resume()
    expect((await settle(created))?.data).toEqual({ x: '2' })
    await settle(gone)
  })

  test('an object that no informer has had: it does not appear later', async () => {
    const { client, clock, server, settle, resume } = await delayed()
    server.create(configMap('a'))
    await settle(client.delete(configMaps, at('a')))
    expect(await settle(client.find(configMaps, at('a')))).toBeUndefined()
    resume()
    const reads: unknown[] = []
    for (let i = 0; i < 10; i++) reads.push(await settle(client.find(configMaps, at('a'))))
    expect(reads).toEqual(reads.map(() => undefined))
    await clock.settle()
  })

  test.each(['a patch that gets a 404', 'a deletion whose answer is lost'])(
    'an object that is deleted before any informer has had it: %s',
    async how => {
      const { client, clock, server, settle, resume, fail } = await delayed()
      await settle(client.create(configMaps, configMap('a')))
      server.delete(configMap('a'))
      if (how === 'a deletion whose answer is lost') fail({ type: 'status', code: 500 }, 'DELETE')
      const write = how.includes('patch')
        ? client.patch(configMaps, at('a'), { data: { x: '1' } })
        : client.delete(configMaps, at('a'))
      await expect(settle(write)).rejects.toThrow()
      const find = client.find(configMaps, at('a'))
      expect(await isSettled(find, clock)).toBe(false)
      resume()
      expect(await settle(find)).toBeUndefined()
    },
  )

  test.each(['own', 'foreign'])('deleteCollection of an object that no informer has had: %s', async owner => {
    const { client, clock, server, settle, resume } = await delayed()
    if (owner === 'own') await settle(client.create(configMaps, configMap('a')))
    else server.create(configMap('a'))
    const deleting = client.deleteCollection(configMaps, { namespace: 'default' })
    // A consistent list waits 3 s for the watch cache, and then reads the storage.
    await clock.advance(5_000)
    await deleting
    const list = client.list(configMaps)
    await clock.advance(5_000)
    expect(await isSettled(list, clock)).toBe(false)
    resume()
    expect(namesOf(await settle(list))).toEqual([])
  })

  test('deleteCollection of an object with a finalizer: reads have its deletionTimestamp', async () => {
    const { client, clock, settle, resume } = await delayed()
    const held = configMap('a')
    await settle(client.create(configMaps, { ...held, metadata: { ...held.metadata, finalizers: ['x/y'] } }))
    const deleting = client.deleteCollection(configMaps, { namespace: 'default' })
    // A consistent list waits 3 s for the watch cache, and then reads the storage.
    await clock.advance(5_000)
    await deleting
    const find = client.find(configMaps, at('a'))
    await clock.advance(5_000)
    expect(await isSettled(find, clock)).toBe(false)
    resume()
    expect((await settle(find))?.metadata).toHaveProperty('deletionTimestamp')
  })

  test('a transform that drops the identity of an object', async () => {
    const { client, clock, server, settle } = clientRig({
      objects: [configMap('a')],
      cache: {
        defaultTransform: object => ({ ...object, metadata: { ...at(object.metadata?.name ?? '') } }),
      },
    })
    await settle(client.list(configMaps))
    const resume = server.stallWatchCache(configMaps)
    await settle(client.delete(configMaps, at('a')))
    const find = client.find(configMaps, at('a'))
    expect(await isSettled(find, clock)).toBe(false)
    resume()
    expect(await settle(find)).toBeUndefined()
  })

  test('deleteCollection: the next read asks the server what is left', async () => {
    const { client, clock, settle, resume } = await delayed(
      configMap('a'),
      configMap('b'),
      configMap('c', {}, 'x'),
    )
    await settle(client.deleteCollection(configMaps, { namespace: 'default' }))
    const list = client.list(configMaps)
    const find = client.find(configMaps, at('a'))
    expect(namesOf(await settle(client.list(configMaps, { namespace: 'x' })))).toEqual(['c'])
    expect(await isSettled(Promise.race([list, find]), clock)).toBe(false)
    resume()
    expect(namesOf(await settle(list))).toEqual(['c'])
    expect(await settle(find)).toBeUndefined()
  })
})

describe('C-CLI-31: the end of a wait', () => {
  test('after a JSON patch whose test fails, the next read waits for the state that failed it', async () => {
    const { client, clock, settle, server, resume } = await delayed(configMap('a'))
    server.update({ ...configMap('a'), data: { x: 'theirs' } })
    const patch = [
      { op: 'test', path: '/data', value: {} },
      { op: 'add', path: '/data/x', value: 'ours' },
    ]
    const patched = settle(client.patch(configMaps, at('a'), patch, { type: 'json' }))
    await expect(patched).rejects.toMatchObject({ code: 422 })
    const get = client.get(configMaps, at('a'))
    expect(await isSettled(get, clock)).toBe(false)
    resume()
    expect((await settle(get)).data).toEqual({ x: 'theirs' })
  })

  test.each([
    [403, 'Forbidden'],
    [422, 'Invalid'],
  ])('a write that is rejected with %d is not recorded', async code => {
    const { client, settle, fail, server } = await delayed(configMap('a'))
    fail({ type: 'status', code }, 'PATCH')
    await expect(settle(client.patch(configMaps, at('a'), { data: { x: '1' } }))).rejects.toMatchObject({
      code,
    })
    const { length } = server.requests
    expect((await settle(client.get(configMaps, at('a')))).data).toEqual({})
    expect(server.requests).toHaveLength(length)
  })

  test('an abort ends the wait with its reason', async () => {
    const { client, clock, settle } = await delayed(configMap('a'))
    await settle(client.patch(configMaps, at('a'), { data: { x: '1' } }))
    const controller = new AbortController()
    const { signal } = controller
    const reads = [client.get(configMaps, at('a'), { signal }), client.list(configMaps, { signal })]
    expect(await isSettled(Promise.race(reads), clock)).toBe(false)
    controller.abort(new Error('enough'))
    const [get, list] = await Promise.allSettled(reads)
    expect(get).toMatchObject({
      reason: {
        name: 'CacheError',
        problem: 'stale',
        message: 'get configmaps "a" in namespace "default": failed to wait for cache to catch up: enough',
        cause: { message: 'enough' },
      },
    })
    expect(list).toMatchObject({
      reason: { message: 'list configmaps: failed to wait for cache to catch up: enough' },
    })
  })

  test('an abort ends the wait for the answer of a write', async () => {
    const { client, clock, settle, fail } = await delayed(configMap('a'))
    fail({ type: 'delay', ms: 1_000 }, 'PATCH')
    const writing = client.patch(configMaps, at('a'), { data: { x: '1' } })
    const controller = new AbortController()
    const reading = client.get(configMaps, at('a'), { signal: controller.signal })
    expect(await isSettled(reading, clock)).toBe(false)
    controller.abort(new Error('enough'))
    await expect(reading).rejects.toMatchObject({ cause: { message: 'enough' } })
    await clock.advance(1_000)
    await settle(writing)
  })

  test('the stop of the cache, and the removal of the informer, end the wait', async () => {
    for (const end of ['stop', 'remove']) {
      const { client, cache, clock, settle, controller } = await delayed(configMap('a'))
      await settle(client.patch(configMaps, at('a'), { data: { x: '1' } }))
      const reading = client.get(configMaps, at('a'))
      expect(await isSettled(reading, clock)).toBe(false)
      if (end === 'stop') controller.abort()
      else await settle(cache.removeInformer(configMaps))
      await expect(settle(reading)).rejects.toThrow('failed to wait for cache to catch up')
    }
  })

  test('a read can opt out', async () => {
    const { client, settle } = await delayed(configMap('a'))
    await settle(client.patch(configMaps, at('a'), { data: { x: '1' } }))
    const options = { readYourWrites: false }
    expect((await settle(client.get(configMaps, at('a'), options))).data).toEqual({})
    expect((await settle(client.list(configMaps, options))).items[0]?.data).toEqual({})
  })

  test('a dry run is not recorded', async () => {
    const { client, settle } = await delayed(configMap('a'))
    await settle(dryRunClient(client).patch(configMaps, at('a'), { data: { x: '1' } }))
    await settle(client.delete(configMaps, at('a'), { dryRun: true }))
    expect((await settle(client.get(configMaps, at('a')))).data).toEqual({})
  })

  test('an eviction works and is not recorded', async () => {
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'a', namespace: 'default' },
      spec: { containers: [{ name: 'a', image: 'a' }] },
    } as unknown as Pod
    const { client, server, settle } = clientRig({ objects: [pod] })
    await settle(client.list(pods))
    server.stallWatchCache(pods)
    const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: at('a') }
    await settle(client.create(pods, eviction as Pod, { subresource: 'eviction' }))
    expect(await settle(client.find(pods, at('a')))).toBeDefined()
  })

  test('waits are counted and timed', async () => {
    const waits: unknown[] = []
    const { client, clock, server, settle } = clientRig({
      objects: [configMap('a')],
      client: { metrics: { waited: (...values) => void waits.push(values) } },
    })
    await settle(client.list(configMaps))
    await settle(client.get(configMaps, at('a')))
    const resume = server.stallWatchCache(configMaps)
    await settle(client.patch(configMaps, at('a'), { data: { x: '1' } }))
    const list = client.list(configMaps)
    const signal = AbortSignal.abort()
    await expect(client.get(configMaps, at('a'), { signal })).rejects.toThrow()
    await clock.advance(200)
    resume()
    await settle(list)
    await settle(client.get(configMaps, at('a')))
    expect(waits).toEqual([['list', 'success', 200]])
  })
})

describe('writes of unknown outcome', () => {
  test.each([
    ['before the server gets it', false],
    ['after the server has done it', true],
  ])('the connection breaks %s', async (_, isDone) => {
    const { client, clock, server, settle, resume, fail } = await delayed(configMap('a'))
    if (isDone) server.update(configMap('a', { x: '1' }))
    fail({ type: 'drop' }, 'PATCH')
    await expect(settle(client.patch(configMaps, at('a'), { data: { x: '1' } }))).rejects.toThrow('no answer')
    const get = client.get(configMaps, at('a'))
    const list = client.list(configMaps)
    expect(await isSettled(get, clock)).toBe(!isDone)
    resume()
    expect((await settle(get)).data).toEqual(isDone ? { x: '1' } : {})
    expect((await settle(list)).items[0]?.data).toEqual(isDone ? { x: '1' } : {})
  })

  test('the server is asked once', async () => {
    const { client, server, settle, fail } = await delayed(configMap('a'))
    fail({ type: 'status', code: 504 }, 'PATCH')
    await expect(settle(client.patch(configMaps, at('a'), {}))).rejects.toMatchObject({ code: 504 })
    const { length } = server.requests
    for (let i = 0; i < 3; i++) await settle(client.get(configMaps, at('a')))
    expect(server.requests.slice(length).map(({ kind }) => kind)).toEqual(['get'])
  })

  test('while the server cannot be asked, reads fail, and later ones ask again', async () => {
    const { client, settle, fail, server } = await delayed(configMap('a'))
    fail({ type: 'drop' }, 'PATCH')
    await expect(settle(client.patch(configMaps, at('a'), {}))).rejects.toThrow()
    const restore = server.faults.add({ match: { method: 'GET' }, action: { type: 'status', code: 500 } })
    await expect(settle(client.get(configMaps, at('a')))).rejects.toMatchObject({
      problem: 'stale',
      cause: { code: 500 },
    })
    restore()
    expect(await settle(client.get(configMaps, at('a')))).toBeDefined()
  })

  test('a lost deletion', async () => {
    const { client, clock, server, settle, resume, fail } = await delayed(configMap('a'))
    server.delete(configMap('a'))
    fail({ type: 'drop' }, 'DELETE')
    await expect(settle(client.delete(configMaps, at('a')))).rejects.toThrow('no answer')
    const reading = client.find(configMaps, at('a'))
    expect(await isSettled(reading, clock)).toBe(false)
    resume()
    expect(await settle(reading)).toBeUndefined()
  })

  test('a lost create whose name the server chose: a list waits for what the server has', async () => {
    const { client, clock, server, settle, resume, fail } = await delayed(configMap('a'))
    const generated = { metadata: { generateName: 'b-', namespace: 'default' } } as unknown as ConfigMap
    server.create(configMap('b-x'))
    fail({ type: 'drop' })
    await expect(settle(client.create(configMaps, generated))).rejects.toThrow('no answer')
    const list = client.list(configMaps)
    expect(await isSettled(list, clock)).toBe(false)
    resume()
    expect(namesOf(await settle(list))).toEqual(['a', 'b-x'])
    const { length } = server.requests
    await settle(client.list(configMaps))
    expect(server.requests).toHaveLength(length)
  })

  test('an abort of the write leaves a doubt; a write that was never sent does not', async () => {
    const { client, clock, server, settle, fail } = await delayed(configMap('a'))
    fail({ type: 'delay', ms: 1_000 }, 'PATCH')
    const controller = new AbortController()
    const { signal } = controller
    const writing = client.patch(configMaps, at('a'), { data: { x: '1' } }, { signal })
    writing.catch(() => {})
    await clock.settle()
    controller.abort()
    await expect(settle(writing)).rejects.toThrow()
    let { length } = server.requests
    await settle(client.get(configMaps, at('a')))
    expect(server.requests).toHaveLength(length + 1)
    await expect(settle(client.patch(configMaps, at('a'), {}, { signal }))).rejects.toThrow()
    length = server.requests.length
    await settle(client.get(configMaps, at('a')))
    expect(server.requests).toHaveLength(length)
  })

  test('a conflict: the next read has the state that caused it', async () => {
    const { client, clock, server, settle, resume } = await delayed(configMap('a'))
    const stale = await settle(client.get(configMaps, at('a')))
    server.update(configMap('a', { x: 'other' }))
    await expect(settle(client.replace(configMaps, stale))).rejects.toMatchObject({ reason: 'Conflict' })
    const reading = client.get(configMaps, at('a'))
    expect(await isSettled(reading, clock)).toBe(false)
    resume()
    const fresh = await settle(reading)
    expect(fresh.data).toEqual({ x: 'other' })
    await settle(client.replace(configMaps, fresh))
  })

  test('a create of an object that exists, and a patch of one that is gone', async () => {
    const { client, clock, server, settle, resume } = await delayed(configMap('b'))
    server.create(configMap('a'))
    server.delete(configMap('b'))
    await expect(settle(client.create(configMaps, configMap('a')))).rejects.toMatchObject({
      reason: 'AlreadyExists',
    })
    await expect(settle(client.patch(configMaps, at('b'), {}))).rejects.toMatchObject({ reason: 'NotFound' })
    const reads = [client.find(configMaps, at('a')), client.find(configMaps, at('b'))]
    expect(await isSettled(Promise.race(reads), clock)).toBe(false)
    resume()
    expect([await settle(reads[0] as Promise<unknown>), await settle(reads[1] as Promise<unknown>)]).toEqual([
      expect.anything(),
      undefined,
    ])
  })
})

test('other kinds of one name are other keys', async () => {
  const { client, settle } = await delayed(configMap('a'))
  await settle(client.patch(configMaps, at('a'), { data: { x: '1' } }))
  expect(await settle(client.find(deployments, at('a')))).toBeUndefined()
})
