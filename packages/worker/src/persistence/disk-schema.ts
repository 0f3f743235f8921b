import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb'
import type { Payload } from './chunk-payload.ts'

/**
 * Raised whenever what is below changes: it is a cache, so everything is dropped then. It begins with 2, since 1 is what a
 * database has that was opened without saying which.
 */
export const DATABASE_VERSION = 3
/** What a chunk is made of; part of a collection's record, so that a change drops collections one by one. */
export const FORMAT = 1

/** An owner that something is kept of. */
export interface OwnerRecord {
  readonly id: string
  /** Drawn when the record is made. Erasing an owner deletes the record; one that is made later has another incarnation. */
  readonly incarnation: string
  /** Where its objects are kept encrypted; cannot be exported. */
  readonly key?: CryptoKey
}

/** A collection that something is kept of. */
export interface CollectionRecord {
  readonly number: number
  /** Everything of its address but the shape. */
  readonly id: string
  readonly owner: string
  readonly shape: string
  readonly format: number
  readonly encrypted: boolean
  /** In words, for the status. */
  readonly title: string
  /** When somebody last loaded it or began to keep it. */
  readonly usedAt: number
}

/** The state of a collection: written in the transaction that writes what it speaks of. */
export interface HeadRecord {
  readonly number: number
  /** Who wrote it, and the how-manieth time: only who knows both may write the next one. */
  readonly writer: string
  readonly sequence: number
  /** The resourceVersion that the chunks cover; empty while there is nothing whole. */
  readonly resourceVersion: string
  /** Chunks from this number on do not count: they are of a replacement that was not finished. */
  readonly end: number
  /** How many chunks there are below, their bytes, and the sum of their checksums. */
  readonly count: number
  readonly bytes: number
  readonly checksum: number
  readonly savedAt: number
}

/** Whether a head is one that we have written, as far as can be seen. */
export const isWhole = ({ sequence, end, count, resourceVersion }: HeadRecord): boolean =>
  [sequence, end, count].every(Number.isSafeInteger) && typeof resourceVersion === 'string'

/** What a slice of a collection showed last. */
export interface FirstPaintRecord {
  readonly collection: number
  readonly key: string
  readonly savedAt: number
  readonly payload: Payload
}

interface DiskSchema extends DBSchema {
  owners: { key: string; value: OwnerRecord }
  collections: { key: number; value: CollectionRecord; indexes: { id: string; owner: string } }
  heads: { key: number; value: HeadRecord }
  chunks: { key: [collection: number, chunk: number]; value: Payload }
  firstPaint: {
    key: [collection: number, key: string]
    value: FirstPaintRecord
    indexes: { age: [number, number] }
  }
}

export type Database = IDBPDatabase<DiskSchema>
export type StoreName = StoreNames<DiskSchema>
export type WriteTransaction = IDBPTransaction<DiskSchema, StoreName[], 'readwrite'>

export const STORES: StoreName[] = ['owners', 'collections', 'heads', 'chunks', 'firstPaint']

/** Makes the stores of a new database; whatever an older one has is dropped. */
export function createStores(database: Database): void {
  for (const name of [...database.objectStoreNames]) database.deleteObjectStore(name)
  database.createObjectStore('owners', { keyPath: 'id' })
  const collections = database.createObjectStore('collections', { keyPath: 'number', autoIncrement: true })
  collections.createIndex('id', 'id', { unique: true })
  collections.createIndex('owner', 'owner')
  database.createObjectStore('heads', { keyPath: 'number' })
  database.createObjectStore('chunks')
  const firstPaint = database.createObjectStore('firstPaint', { keyPath: ['collection', 'key'] })
  firstPaint.createIndex('age', ['collection', 'savedAt'])
}

/** Whether the database has what we need: another one of the same name has not. */
export const hasStores = (database: Database): boolean =>
  STORES.every(name => database.objectStoreNames.contains(name))
