import { defineResource, type KubernetesObject } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, it } from 'vitest'
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
  /** A host of its own life, on the same disk. */
  const start = (options: Omit<HostOptions, 'clock'> & { readonly definitions?: InformerDefinitions } = {}) =>
    hostRig({ clock, server, disk, ...options })
  return { clock, server, disk, start }
}

/** What a host has shown before its end is newer than what it has left on disk. */
async function aheadOfDisk() {
  const { clock, server, start } = world()
  const first = start()
  const before = first.open(ALICE)
  before.subscribe(1, { resource: 'pods' })
  await clock.advance(5_000)
  server.update(pod('default/a', { note: 'new' }))
  await clock.advance(50)
  server.create(pod('default/new'))
  // On screen already, not yet on disk: the next write comes half a second after the last one.
  await clock.advance(50)
  expect(before.shows(1)?.total).toBe(7)
  first.host.close()
  return { clock, server, start, before }
}

const versionOf = (page: TestPage, id = 1): string => page.shows(id)?.resourceVersion ?? ''

describe('a host that starts on what another one has kept', () => {
  it('shows the rows before the network answers, marked as cached, and lists nothing', async () => {
    const { clock, server, disk, start } = world()
    const first = start()
    first.open(ALICE).subscribe(1, { resource: 'pods' })
    await clock.advance(5_000)
    first.host.close()
    server.update(pod('default/a', { note: 'while nobody looked' }))
    server.delete(pod('default/b'))
    server.faults.add({ match: { resource: 'pods' }, times: 1, action: { type: 'delay', ms: 10_000 } })
    const page = start().open(ALICE)
    page.subscribe(1, { resource: 'pods' })
    await clock.settle()
    // In one batch, without a round trip for an empty one.
    expect(page.count('batch')).toBe(1)
    expect(page.shows(1)).toMatchObject({ total: 6, status: { data: 'cached' } })
    await clock.advance(20_000)
    expect(page.shows(1)).toMatchObject({ total: 5, status: { data: 'complete', link: 'live' } })
    expect(requestsOf(server, 'list')).toHaveLength(1)
    expect(Object.values(disk.kept(OWNER))).toEqual([
      ['default/a', 'default/c', 'default/d', 'kube-system/dns', 'kube-system/proxy'],
    ])
  })

  it('holds rows back that are older than what the page shows already', async () => {
    const { clock, server, start, before } = await aheadOfDisk()
    server.faults.add({ match: { resource: 'pods' }, times: 1, action: { type: 'delay', ms: 10_000 } })
    const page = start().open(ALICE)
    page.subscribe(1, { resource: 'pods' }, versionOf(before))
    await clock.advance(5_000)
    expect(page.shows(1)).toMatchObject({ rows: [], total: undefined, status: { data: 'cached' } })
    await clock.advance(10_000)
    expect(
      page.histories
        .get(1)
        ?.filter(({ rows }) => rows.length > 0)
        .map(({ rows }) => rows.length),
    ).toEqual([7])
    expect(page.shows(1)?.rows).toEqual(before.shows(1)?.rows)
  })

  it('does not wait for ever for a version that a restored server will not come to', async () => {
    const { clock, start } = world()
    const page = start().open(ALICE)
    page.subscribe(1, { resource: 'pods' }, '999999999')
    await clock.advance(190_000)
    expect(page.shows(1)).toMatchObject({ total: undefined, status: { data: 'complete' } })
    await clock.advance(20_000)
    expect(page.shows(1)?.total).toBe(6)
  })

  it('waits longer than a watch can be dead unnoticed', async () => {
    const { clock, server, start, before } = await aheadOfDisk()
    const stall = { type: 'stall', afterEvents: 0 } as const
    server.faults.add({ match: { resource: 'pods', watch: true }, times: 1, action: stall })
    const page = start().open(ALICE)
    page.subscribe(1, { resource: 'pods' }, versionOf(before))
    await clock.advance(80_000)
    expect(page.shows(1)).toMatchObject({ total: undefined })
    await clock.advance(20_000)
    expect(page.histories.get(1)?.filter(({ rows }) => rows.length > 0)).toEqual([
      expect.objectContaining({ rows: before.shows(1)?.rows }),
    ])
  })

  it('finds out that another cluster answers under the same address, behind the first silence of its watch', async () => {
    const { clock, server, disk, start } = world()
    for (let i = 0; i < 100; i++) server.update(pod('default/a', { note: `${i}` }))
    const first = start()
    first.open(ALICE).subscribe(1, { resource: 'pods' })
    await clock.advance(5_000)
    first.host.close()
    const anew = createTestServer({ clock })
    anew.delete(pod('default/b'))
    const page = hostRig({ clock, server: anew, disk }).open(ALICE)
    page.subscribe(1, { resource: 'pods' })
    await clock.advance(140_000)
    expect(page.shows(1)).toMatchObject({ total: 5, status: { data: 'complete', resourceVersion: anew.rv } })
  })

  it('does not compare what is no number', async () => {
    const { clock, start } = world()
    const page = start().open(ALICE)
    page.subscribe(1, { resource: 'pods' }, 'a-version-of-its-own')
    await clock.advance(1_000)
    expect(page.shows(1)?.total).toBe(6)
  })
})

describe('what is kept on disk', () => {
  const keeping = async (definitions: ReturnType<typeof defineInformers>, hello: object = ALICE) => {
    const { clock, server, disk, start } = world()
    for (const kind of ['Secret', 'ConfigMap'])
      server.create({ apiVersion: 'v1', kind, metadata: { namespace: 'default', name: 'mine' } })
    const page = start({ definitions }).open(hello)
    page.subscribe(1, { resource: secrets })
    page.subscribe(2, { resource: configMaps })
    await clock.advance(5_000)
    expect([page.shows(1)?.total, page.shows(2)?.total]).toEqual([1, 1])
    return Object.keys(disk.kept(OWNER))
      .map(place => /secrets|configmaps/.exec(place)?.[0])
      .sort()
  }

  it('is nothing without an identity', async () => {
    expect(await keeping(defineInformers({}), {})).toEqual([])
  })

  it('is everything but Secrets, also what was found at run time', async () => {
    expect(await keeping(defineInformers({}))).toEqual(['configmaps'])
    expect(await keeping(defineInformers({ secrets: { resource: secrets } }))).toEqual(['configmaps'])
  })

  it('is what the definition says by name', async () => {
    expect(await keeping(defineInformers({ secrets: { resource: secrets, persist: true } }))).toEqual([
      'configmaps',
      'secrets',
    ])
    expect(await keeping(defineInformers({ maps: { resource: configMaps, persist: false } }))).toEqual([])
  })

  it('is read by definitions of the same shape only', async () => {
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

describe('an informer that nobody watches', () => {
  const comesBack = async (options: Omit<HostOptions, 'clock'>, hello: object, awayMs: number) => {
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

  it('comes back warm, out of memory within five minutes', async () => {
    expect(await comesBack({ disk: undefined }, ALICE, 290_000)).toBe(1)
    expect(await comesBack({}, {}, 290_000)).toBe(1)
    expect(await comesBack({}, {}, 310_000)).toBe(2)
    expect(await comesBack({ retainMs: 10_000 }, {}, 20_000)).toBe(2)
  })

  it('comes back warm from disk at any time', async () => {
    expect(await comesBack({}, ALICE, 3_600_000)).toBe(1)
  })

  it('comes back warm from memory where the disk has failed', async () => {
    const disk = memoryDisk()
    disk.setStatus({ state: 'failed', reason: 'no space' })
    expect(await comesBack({ disk }, ALICE, 60_000)).toBe(1)
    expect(disk.kept(OWNER)).toEqual({})
  })
})

describe('the state of the disk', () => {
  it('is told at once and when it changes, at most once a second', async () => {
    const { clock, disk, start } = world()
    const page = start().open(ALICE)
    const told = () => page.posted.flatMap(message => (message.type === 'storage' ? [message.status] : []))
    for (let usedBytes = 1; usedBytes <= 50; usedBytes++) {
      disk.setStatus({ state: 'on', usedBytes })
      await clock.advance(100)
    }
    await clock.advance(2_000)
    expect(told().length).toBeLessThanOrEqual(7)
    expect([told()[0], told().at(-1)]).toEqual([
      { state: 'on', usedBytes: 0 },
      { state: 'on', usedBytes: 50 },
    ])
    const { length } = told()
    await clock.advance(60_000)
    expect(told()).toHaveLength(length)
  })

  it('of a host without a disk is off', () => {
    const { start } = world()
    const page = start({ disk: undefined }).open(ALICE)
    expect(page.posted.at(-1)).toEqual({
      type: 'storage',
      status: { state: 'off', reason: expect.any(String) },
    })
  })
})
