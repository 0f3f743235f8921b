import type { Row, SaveOutcome, Snapshot, SnapshotStore } from '@kube-informer/core'
import { systemClock } from '@kube-informer/core'
import { type FakeClock, pods } from '@kube-informer/testing'
import { expect, onTestFinished } from 'vitest'
import { createIndexedDbDisk } from '../persistence/create-indexed-db-disk.ts'
import type { IndexedDbDiskOptions } from '../persistence/indexed-db-disk-options.ts'
import type { CollectionAddress, SnapshotDisk } from '../persistence/snapshot-disk.ts'
import { podRow } from './rows.ts'

export const OWNER = { server: 'https://cluster.example', identity: 'alice' }
export const PODS: CollectionAddress = { ...OWNER, resource: pods, scope: {}, shape: 'whole' }
const { signal } = new AbortController()

export type CollectionStore = SnapshotStore<Row> & { release(): void }

/** A database of this test's own, the disks that it opens there, and a way around them. */
export interface DiskRig {
  readonly name: string
  /** One more host: another tab, or the next life of this one. */
  open(options?: Partial<IndexedDbDiskOptions>): SnapshotDisk
  /** Everything in an object store, behind the disk's back. */
  all(store: string): Promise<{ readonly key: IDBValidKey; readonly value: unknown }[]>
  put(store: string, value: unknown, key?: IDBValidKey): Promise<void>
  remove(store: string, key: IDBValidKey): Promise<void>
}

export function diskRig(): DiskRig {
  const name = `disk-${crypto.randomUUID()}`
  const disks: SnapshotDisk[] = []
  onTestFinished(async () => {
    for (const disk of disks) disk.close()
    await deleteDatabase(name)
  })
  const inStore = async (store: string, work: (store: IDBObjectStore) => void): Promise<void> => {
    const database = await openRaw(name)
    const transaction = database.transaction(store, 'readwrite')
    work(transaction.objectStore(store))
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    database.close()
  }
  return {
    name,
    open(options = {}) {
      const disk = createIndexedDbDisk({ name, clock: systemClock, random: Math.random, ...options })
      disks.push(disk)
      return disk
    },
    async all(store) {
      const found: { key: IDBValidKey; value: unknown }[] = []
      await inStore(store, objects => {
        const request = objects.openCursor()
        request.onsuccess = () => {
          if (!request.result) return
          found.push({ key: request.result.primaryKey, value: request.result.value })
          request.result.continue()
        }
      })
      return found
    },
    put: (store, value, key) => inStore(store, objects => void objects.put(value, key)),
    remove: (store, key) => inStore(store, objects => void objects.delete(key)),
  }
}

/** A connection of somebody else, which pays no heed to anybody unless told to. */
export function openRaw(name: string, version?: number): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

export function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error)
  })
}

export const load = (store: CollectionStore): Promise<Snapshot<Row> | undefined> => store.load(signal)

/** Saves a whole collection. */
export const replace = (
  store: CollectionStore,
  resourceVersion: string,
  objects: readonly Row[],
): Promise<SaveOutcome> => store.save({ type: 'replace', resourceVersion, objects }, signal)

/** Saves a change of one. */
export const change = (
  store: CollectionStore,
  resourceVersion: string,
  rows: readonly Row[],
  deletions: readonly string[] = [],
): Promise<SaveOutcome> => {
  const upserts = new Map(rows.map(row => [row.key, row]))
  return store.save({ type: 'delta', resourceVersion, upserts, deletions }, signal)
}

/** What a new host would show: the version, and each key's. */
export async function shown(disk: SnapshotDisk, address: CollectionAddress = PODS) {
  const store = disk.collection(address)
  const snapshot = await load(store)
  store.release()
  return snapshot && [snapshot.resourceVersion, versions(snapshot.objects)]
}

export const versions = (rows: Iterable<Row>): Record<string, string> =>
  Object.fromEntries([...rows].map(row => [row.key, row.resourceVersion]).sort())

/** Resolves once nobody holds or awaits the keeping of anything in a database. */
export const untilReleased = (rig: DiskRig): Promise<void> =>
  expect
    .poll(async () => {
      const { held = [], pending = [] } = await navigator.locks.query()
      return [...held, ...pending].filter(({ name }) => name?.includes(rig.name))
    })
    .toEqual([])

/** Lets virtual time go on as the real one does, until something has settled that waits for both: for a timer and for the disk. */
export async function settle<T>(clock: FakeClock, promise: Promise<T>): Promise<T> {
  let isSettled = false
  promise.then(
    () => (isSettled = true),
    () => (isSettled = true),
  )
  let at = performance.now()
  while (!isSettled) {
    await clock.settle()
    const now = performance.now()
    await clock.advance(now - at)
    at = now
  }
  return promise
}

/** Text that cannot be made smaller. */
function noise(bytes: number): string {
  const text: string[] = []
  for (let length = 0; length < bytes; length += 40_000) {
    const part = crypto.getRandomValues(new Uint8Array(Math.min(30_000, Math.ceil((bytes - length) * 0.75))))
    text.push(btoa(String.fromCharCode(...part)))
  }
  return text.join('')
}

/** Pods of about so many characters. */
export const largePods = (count: number, version: number, characters: number): Row[] =>
  Array.from({ length: count }, (_, i) => podRow(`default/pod-${i}`, version, { node: noise(characters) }))
