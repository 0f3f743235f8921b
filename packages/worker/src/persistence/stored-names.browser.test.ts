import { describe, expect, test } from 'vitest'
import {
  change,
  type DiskRig,
  diskRig,
  largePods,
  openRaw,
  replace,
  shown,
  untilReleased,
} from '../test/disk-rig.ts'
import { podRow } from '../test/rows.ts'
import type { CollectionAddress } from './snapshot-disk.ts'

/** Words of a server, user, resource, scope, shape, search and object. */
const WORDS = [
  'planted-server',
  'planted-user',
  'planteds',
  'planted-namespace',
  'app=planted',
  'spec.nodeName',
  'planted-shape',
  'planted search',
  'planted-pod',
  'planted-node',
  'default/pod-0',
]

// A failed comparison of the texts themselves would print megabytes.
const findWords = (text: string): string[] => WORDS.filter(word => text.includes(word))

const ADDRESS: CollectionAddress = {
  server: 'https://planted-server.example',
  identity: 'planted-user',
  resource: {
    group: 'planted.example.com',
    version: 'v1',
    plural: 'planteds',
    kind: 'Planted',
    namespaced: true,
  },
  scope: {
    namespace: 'planted-namespace',
    labelSelector: 'app=planted',
    fieldSelector: 'spec.nodeName=planted',
  },
  shape: 'planted-shape',
}
const SLICE = JSON.stringify({
  filter: { text: 'planted search' },
  target: { key: 'planted-namespace/planted' },
})
const ROWS = [podRow('planted-namespace/planted-pod', 5, { node: 'planted-node' })]

/** Stores a collection in several chunks, with a change and a first-paint snapshot. */
async function plant(rig: DiskRig, encrypt: boolean): Promise<void> {
  const disk = rig.open({ encrypt })
  const collection = disk.collection(ADDRESS)
  expect(await replace(collection, '5', [...ROWS, ...largePods(2, 5, 100_000)])).toBeUndefined()
  expect(await change(collection, '6', ROWS, ['planted-namespace/planted-gone'])).toBeUndefined()
  await collection.firstPaint.save(SLICE, { resourceVersion: '6', rows: ROWS, total: 1 })
  disk.close()
  await untilReleased(rig)
}

/** A database as text: its object stores, indexes, keys and values. */
async function dump(rig: DiskRig): Promise<string> {
  const database = await openRaw(rig.name)
  const names = [...database.objectStoreNames]
  const indexes = names.flatMap(name => [...database.transaction(name).objectStore(name).indexNames])
  database.close()
  const entries = (await Promise.all(names.map(name => rig.all(name)))).flat()
  const texts = await Promise.all(
    entries.map(async ({ key, value }) => `${JSON.stringify(key)} ${await textOf(value)}`),
  )
  return [...names, ...indexes, ...texts].join('\n')
}

async function textOf(value: unknown): Promise<string> {
  if (value instanceof Blob) return value.text()
  if (value instanceof Uint8Array) return new TextDecoder().decode(value)
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).map(async ([name, member]) => `${name}: ${await textOf(member)}`)
  return (await Promise.all(members)).join(', ')
}

describe('an encrypted database', () => {
  test('has no text of a server, user, resource, scope, shape, object or slice in any store, key or index', async () => {
    const plain = diskRig()
    await plant(plain, false)
    expect(findWords(await dump(plain))).toEqual(WORDS)
    const rig = diskRig()
    await plant(rig, true)
    expect(findWords(await dump(rig))).toEqual([])
  })

  test('is found again by the same names, and not by those of others', async () => {
    const rig = diskRig()
    await plant(rig, true)
    const disk = rig.open({ encrypt: true })
    expect(await shown(disk, ADDRESS)).toMatchObject(['6', { 'planted-namespace/planted-pod': '5' }])
    const { firstPaint } = disk.collection(ADDRESS)
    expect(await firstPaint.load(SLICE)).toMatchObject({ total: 1, rows: ROWS })
    expect(await firstPaint.load('other')).toBeUndefined()
    expect(await shown(disk, { ...ADDRESS, identity: 'other' })).toBeUndefined()
  })

  test('names one slice differently in each collection', async () => {
    const rig = diskRig()
    await plant(rig, true)
    const other = rig.open({ encrypt: true }).collection({ ...ADDRESS, identity: 'other' })
    await replace(other, '5', ROWS)
    await other.firstPaint.save(SLICE, { resourceVersion: '6', rows: ROWS, total: 1 })
    const keys = (await rig.all('firstPaint')).map(({ key }) => (key as [number, string])[1])
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(2)
  })

  test('has keys that cannot be exported, and other names in each database', async () => {
    const [one, other] = [diskRig(), diskRig()]
    for (const rig of [one, other]) await plant(rig, true)
    const [key] = (await one.all('keys')) as { value: CryptoKey }[]
    expect(key?.value).toMatchObject({ extractable: false, usages: ['sign'] })
    const ids = async (rig: DiskRig) => (await rig.all('owners')).map(owner => owner.key)
    expect(await ids(one)).not.toEqual(await ids(other))
  })

  test('has sums of checksums that do not depend on the content', async () => {
    const sums: unknown[] = []
    for (let i = 0; i < 3; i++) {
      const rig = diskRig()
      await replace(rig.open({ encrypt: true }).collection(ADDRESS), '5', ROWS)
      for (const { value } of await rig.all('heads')) sums.push((value as { checksum: number }).checksum)
    }
    expect(new Set(sums).size).toBe(3)
  })

  test('is erased for one owner, with what an earlier version stored unencrypted', async () => {
    const rig = diskRig()
    await plant(rig, true)
    const plain = rig.open()
    await replace(plain.collection(ADDRESS), '5', ROWS)
    plain.close()
    const disk = rig.open({ encrypt: true })
    const bob = { ...ADDRESS, identity: 'bob' }
    await replace(disk.collection(bob), '7', ROWS)
    await disk.erase(ADDRESS)
    expect(await rig.all('owners')).toHaveLength(1)
    expect(await shown(disk, bob)).toMatchObject(['7', {}])
    expect(findWords(await dump(rig))).toEqual([])
  })
})
