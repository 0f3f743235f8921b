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

/** A database for one test, the disks opened on it, and direct access to its object stores. */
export interface DiskRig {
  readonly name: string
  /** Opens the database as one more host: of another tab, or of this tab after a restart. */
  open(options?: Partial<IndexedDbDiskOptions>): SnapshotDisk
  /** All entries of an object store, read without the disk. */
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

/** A raw connection to a database; it does not react to `versionchange`. */
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

/** Saves a change of a collection. */
export const change = (
  store: CollectionStore,
  resourceVersion: string,
  rows: readonly Row[],
  deletions: readonly string[] = [],
): Promise<SaveOutcome> => {
  const upserts = new Map(rows.map(row => [row.key, row]))
  return store.save({ type: 'delta', resourceVersion, upserts, deletions }, signal)
}

/** What a new host would restore: the resourceVersion of the snapshot, and that of each key. */
export async function shown(disk: SnapshotDisk, address: CollectionAddress = PODS) {
  const store = disk.collection(address)
  const snapshot = await load(store)
  store.release()
  return snapshot && [snapshot.resourceVersion, versions(snapshot.objects)]
}

export const versions = (rows: Iterable<Row>): Record<string, string> =>
  Object.fromEntries([...rows].map(row => [row.key, row.resourceVersion]).sort())

/** Resolves when no writer lock of the database is held or requested. */
export const untilReleased = (rig: DiskRig): Promise<void> =>
  expect
    .poll(async () => {
      const { held = [], pending = [] } = await navigator.locks.query()
      return [...held, ...pending].filter(({ name }) => name?.includes(rig.name))
    })
    .toEqual([])

/** Advances virtual time with real time until the promise settles; for promises that need both timers and the real disk. */
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

/** Random text that cannot be compressed. */
function noise(bytes: number): string {
  const text: string[] = []
  for (let length = 0; length < bytes; length += 40_000) {
    const part = crypto.getRandomValues(new Uint8Array(Math.min(30_000, Math.ceil((bytes - length) * 0.75))))
    text.push(btoa(String.fromCharCode(...part)))
  }
  return text.join('')
}

/** Pods of about this many characters each. */
export const largePods = (count: number, version: number, characters: number): Row[] =>
  Array.from({ length: count }, (_, i) => podRow(`default/pod-${i}`, version, { node: noise(characters) }))
