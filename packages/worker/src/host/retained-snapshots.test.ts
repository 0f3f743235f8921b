import { defineResource, type KubernetesObject } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, it, vi } from 'vitest'
import { defineInformers, type InformerDefinitions } from '../api/definition.ts'
import { hostRig, type TestPage } from '../test/host-rig.ts'
import { createTestServer, pod, requestsOf } from '../test/informers.ts'
import { memoryDisk } from '../test/memory-disk.ts'
import type { HostOptions } from './informer-host.ts'

const ALICE = { identity: 'alice' }
const OWNER = { server: 'http://cluster.test', identity: 'alice' }

const core = (plural: string, kind: string) =>
  defineResource({ group: '', version: 'v1', plural, kind, namespaced: true })
const secrets = core('secrets', 'Secret')
const configMaps = core('configmaps', 'ConfigMap')

function world() {
  const clock = new FakeClock()
  const server = createTestServer({ clock })
  const disk = memoryDisk()
  /** Starts one more host on the same disk. */
  const start = (options: Omit<HostOptions, 'clock'> & { readonly definitions?: InformerDefinitions } = {}) =>
    hostRig({ clock, server, disk, ...options })
  return { clock, server, disk, start }
}

/** A host that has ended, and showed newer rows than it saved on disk. */
async function aheadOfDisk() {
  const { clock, server, start } = world()
  const first = start()
  const before = first.open(ALICE)
  before.subscribe(1, { resource: 'pods' })
  await clock.advance(5_000)
  server.update(pod('default/a', { note: 'new' }))
  await clock.advance(50)
  server.create(pod('default/new'))
  // Shown, but not on disk: the next write is due half a second after the last one.
  await clock.advance(50)
  expect(before.shows(1)?.total).toBe(7)
  first.host.close()
  return { clock, server, start, before }
}

const resourceVersionOf = (page: TestPage, id = 1): string => page.shows(id)?.resourceVersion ?? ''

describe('a host that starts with the snapshots of another host', () => {
  it('shows cached rows before the server responds, and sends no list', async () => {
    const { clock, server, disk, start } = world()
    const first = start()
    first.open(ALICE).subscribe(1, { resource: 'pods' })
    await clock.advance(5_000)
    first.host.close()
    server.update(pod('default/a', { note: 'while no host ran' }))
    server.delete(pod('default/b'))
    server.faults.add({ match: { resource: 'pods' }, times: 1, action: { type: 'delay', ms: 10_000 } })
    const page = start().open(ALICE)
    page.subscribe(1, { resource: 'pods' })
    await clock.settle()
    // In one batch, without an empty batch first.
    expect(page.count('batch')).toBe(1)
    expect(page.shows(1)).toMatchObject({ total: 6, status: { data: 'cached' } })
    await clock.advance(20_000)
    expect(page.shows(1)).toMatchObject({ total: 5, status: { data: 'complete', link: 'live' } })
    expect(requestsOf(server, 'list')).toHaveLength(1)
    expect(Object.values(disk.kept(OWNER))).toEqual([
      ['default/a', 'default/c', 'default/d', 'kube-system/dns', 'kube-system/proxy'],
    ])
  })

  it('does not send rows that are older than those on the page', async () => {
    const { clock, server, start, before } = await aheadOfDisk()
    server.faults.add({ match: { resource: 'pods' }, times: 1, action: { type: 'delay', ms: 10_000 } })
    const page = start().open(ALICE)
    page.subscribe(1, { resource: 'pods' }, resourceVersionOf(before))
    await clock.advance(5_000)
    expect(page.shows(1)).toMatchObject({ rows: [], total: undefined, status: { data: 'complete' } })
    await clock.advance(10_000)
    expect(
      page.histories
        .get(1)
        ?.filter(({ rows }) => rows.length > 0)
        .map(({ rows }) => rows.length),
    ).toEqual([7])
    expect(page.shows(1)?.rows).toEqual(before.shows(1)?.rows)
  })

  it('stops waiting for a resourceVersion that a restored server does not reach', async () => {
    const { clock, start } = world()
    const page = start().open(ALICE)
    page.subscribe(1, { resource: 'pods' }, '999999999')
    await clock.advance(190_000)
    expect(page.shows(1)).toMatchObject({ total: undefined, status: { data: 'complete' } })
    await clock.advance(20_000)
    expect(page.shows(1)?.total).toBe(6)
  })

  it('waits longer than the idle timeout of a watch', async () => {
    const { clock, server, start, before } = await aheadOfDisk()
    const stall = { type: 'stall', afterEvents: 0 } as const
    server.faults.add({ match: { resource: 'pods', watch: true }, times: 1, action: stall })
    const page = start().open(ALICE)
    page.subscribe(1, { resource: 'pods' }, resourceVersionOf(before))
    await clock.advance(80_000)
    expect(page.shows(1)).toMatchObject({ total: undefined })
    await clock.advance(20_000)
    expect(page.histories.get(1)?.filter(({ rows }) => rows.length > 0)).toEqual([
      expect.objectContaining({ rows: before.shows(1)?.rows }),
    ])
  })

  it('detects another cluster at the same address after the first idle timeout of its watch', async () => {
    const { clock, server, disk, start } = world()
    for (let i = 0; i < 100; i++) server.update(pod('default/a', { note: `${i}` }))
    const first = start()
    first.open(ALICE).subscribe(1, { resource: 'pods' })
    await clock.advance(5_000)
    first.host.close()
    const replaced = createTestServer({ clock })
    replaced.delete(pod('default/b'))
    const page = hostRig({ clock, server: replaced, disk }).open(ALICE)
    page.subscribe(1, { resource: 'pods' })
    await clock.advance(140_000)
    expect(page.shows(1)).toMatchObject({
      total: 5,
      status: { data: 'complete', resourceVersion: replaced.rv },
    })
  })

  it('does not compare a resourceVersion that is not a number', async () => {
    const { clock, start } = world()
    const page = start().open(ALICE)
    page.subscribe(1, { resource: 'pods' }, 'not-a-number')
    await clock.advance(1_000)
    expect(page.shows(1)?.total).toBe(6)
  })
})

describe('the snapshots on disk', () => {
  const persisted = async (definitions: ReturnType<typeof defineInformers>, hello: object = ALICE) => {
    const { clock, server, disk, start } = world()
    for (const kind of ['Secret', 'ConfigMap'])
      server.create({ apiVersion: 'v1', kind, metadata: { namespace: 'default', name: 'mine' } })
    const page = start({ definitions }).open(hello)
    page.subscribe(1, { resource: secrets })
    page.subscribe(2, { resource: configMaps })
    await clock.advance(5_000)
    expect([page.shows(1)?.total, page.shows(2)?.total]).toEqual([1, 1])
    return Object.keys(disk.kept(OWNER))
      .map(address => /secrets|configmaps/.exec(address)?.[0])
      .sort()
  }

  it('are empty without an identity', async () => {
    expect(await persisted(defineInformers({ maps: { resource: configMaps } }), {})).toEqual([])
  })

  it('include every defined resource except Secrets', async () => {
    const definitions = defineInformers({ maps: { resource: configMaps }, secrets: { resource: secrets } })
    expect(await persisted(definitions)).toEqual(['configmaps'])
  })

  it('include no resource that a page found at run time', async () => {
    expect(await persisted(defineInformers({}))).toEqual([])
    const v2 = { ...configMaps, version: 'v2' }
    expect(await persisted(defineInformers({ maps: { resource: v2, persist: true } }))).toEqual([])
  })

  it('follow the persist option of the definition', async () => {
    const maps = { resource: configMaps }
    expect(await persisted(defineInformers({ maps, secrets: { resource: secrets, persist: true } }))).toEqual(
      ['configmaps', 'secrets'],
    )
    expect(await persisted(defineInformers({ maps: { ...maps, persist: false } }))).toEqual([])
    const v2 = { ...configMaps, version: 'v2' }
    expect(await persisted(defineInformers({ maps, old: { resource: v2, persist: false } }))).toEqual([])
  })

  it('are limited to what the definitions persist', () => {
    const { disk, start } = world()
    const retainOnly = vi.fn()
    start({ disk: { ...disk, retainOnly }, definitions: defineInformers({ secrets: { resource: secrets } }) })
    expect(retainOnly.mock.calls).toEqual([[[]]])
    const definitions = defineInformers({ maps: { resource: configMaps }, secrets: { resource: secrets } })
    start({ disk: { ...disk, retainOnly }, definitions })
    expect(retainOnly.mock.lastCall).toEqual([[{ resource: configMaps, shape: expect.any(String) }]])
  })

  it('are loaded only by definitions of the same shape', async () => {
    const { clock, server, start } = world()
    const lists = async (definition: object) => {
      const definitions = defineInformers({ pods: { resource: core('pods', 'Pod'), ...definition } })
      const { host, open } = start({ definitions })
      const before = requestsOf(server, 'list').length
      open(ALICE).subscribe(1, { resource: 'pods' })
      await clock.advance(5_000)
      host.close()
      return requestsOf(server, 'list').length - before
    }
    const transform = (object: KubernetesObject) => object
    expect(await lists({})).toBe(1)
    expect(await lists({})).toBe(0)
    expect(await lists({ pick: ['spec.nodeName'] })).toBe(1)
    expect(await lists({ trim: ['status'] })).toBe(1)
    expect(await lists({ transform })).toBe(1)
    expect(await lists({ transform, persist: { version: 2 } })).toBe(1)
    expect(await lists({ transform, persist: { version: 2 } })).toBe(0)
  })
})

describe('an informer that restarts', () => {
  const listsOnReturn = async (options: Omit<HostOptions, 'clock'>, hello: object, awayMs: number) => {
    const { clock, server, start } = world()
    const page = start(options).open(hello)
    page.subscribe(1, { resource: 'pods' })
    await clock.advance(5_000)
    page.post({ type: 'unsubscribe', id: 1 })
    await clock.advance(30_000)
    expect(server.openWatches).toBe(0)
    server.create(pod('default/meanwhile'))
    await clock.advance(awayMs)
    page.subscribe(2, { resource: 'pods' })
    await clock.advance(5_000)
    expect(page.shows(2)).toMatchObject({ total: 7, status: { data: 'complete' } })
    return requestsOf(server, 'list').length
  }

  it('resumes from memory within five minutes', async () => {
    expect(await listsOnReturn({ disk: undefined }, ALICE, 290_000)).toBe(1)
    expect(await listsOnReturn({}, {}, 290_000)).toBe(1)
    expect(await listsOnReturn({}, {}, 310_000)).toBe(2)
    expect(await listsOnReturn({ retainMs: 10_000 }, {}, 20_000)).toBe(2)
  })

  it('resumes from disk at any time', async () => {
    expect(await listsOnReturn({}, ALICE, 3_600_000)).toBe(1)
  })

  it('resumes from memory if the disk has failed', async () => {
    const disk = memoryDisk()
    disk.setStatus({ state: 'failed', reason: 'no space' })
    expect(await listsOnReturn({ disk }, ALICE, 60_000)).toBe(1)
    expect(disk.kept(OWNER)).toEqual({})
  })
})

describe('the storage status', () => {
  it('is sent at once and on changes, at most once a second', async () => {
    const { clock, disk, start } = world()
    const page = start().open(ALICE)
    const reported = () =>
      page.posted.flatMap(message => (message.type === 'storage' ? [message.status] : []))
    for (let usedBytes = 1; usedBytes <= 50; usedBytes++) {
      disk.setStatus({ state: 'on', usedBytes })
      await clock.advance(100)
    }
    await clock.advance(2_000)
    expect(reported().length).toBeLessThanOrEqual(7)
    expect([reported()[0], reported().at(-1)]).toEqual([
      { state: 'on', usedBytes: 0 },
      { state: 'on', usedBytes: 50 },
    ])
    const { length } = reported()
    await clock.advance(60_000)
    expect(reported()).toHaveLength(length)
  })

  it('is off for a host without a disk', () => {
    const { start } = world()
    const page = start({ disk: undefined }).open(ALICE)
    expect(page.posted.at(-1)).toEqual({
      type: 'storage',
      status: { state: 'off', reason: expect.any(String) },
    })
  })
})
