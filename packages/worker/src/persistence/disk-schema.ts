import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb'
import type { Payload } from './chunk-payload.ts'

/**
 * Increased with each change of the schema. An upgrade drops all data, since it is a cache. The first version was 2, because
 * a database that is opened without a version has version 1.
 */
export const DATABASE_VERSION = 4
/** The format of chunks. It is part of a collection's record, and housekeeping deletes collections of another format. */
export const FORMAT = 2

/** An owner with persisted data. */
export interface OwnerRecord {
  /** The stored name of the server and identity. */
  readonly id: string
  /** Random, set when the record is created. Erasing an owner deletes the record; a later record has another incarnation. */
  readonly incarnation: string
  /** Ms since the epoch. */
  readonly createdAt: number
  /** The encryption key, not extractable; absent without encryption. */
  readonly key?: CryptoKey
}

/** A persisted collection. */
export interface CollectionRecord {
  readonly number: number
  /** The stored name of the owner, resource and scope. */
  readonly id: string
  readonly owner: string
  /** The stored name of the resource and of the shape of its rows. */
  readonly type: string
  readonly format: number
  readonly encrypted: boolean
  /** When a store last claimed the collection; ms since the epoch. */
  readonly usedAt: number
}

/** The state of a collection, written in the same transaction as the data that it describes. */
export interface HeadRecord {
  readonly number: number
  /** The writer and its number of writes. A writer must know both to replace the head. */
  readonly writer: string
  readonly sequence: number
  /** The resourceVersion of the collection; empty before the first complete save. */
  readonly resourceVersion: string
  /** Chunks from this number on belong to an unfinished replacement, and are ignored. */
  readonly end: number
  /** The number of chunks below `end`, their bytes, and the sum of their checksums. */
  readonly count: number
  readonly bytes: number
  readonly checksum: number
  readonly savedAt: number
}

/** Whether a head has the expected types. */
export const isWhole = ({ sequence, end, count, resourceVersion }: HeadRecord): boolean =>
  [sequence, end, count].every(Number.isSafeInteger) && typeof resourceVersion === 'string'

/** The first-paint snapshot of one slice. */
export interface FirstPaintRecord {
  readonly collection: number
  /** The stored name of the slice. */
  readonly key: string
  readonly savedAt: number
  readonly payload: Payload
}

export interface DiskSchema extends DBSchema {
  owners: { key: string; value: OwnerRecord }
  collections: { key: number; value: CollectionRecord; indexes: { id: string; owner: string } }
  heads: { key: number; value: HeadRecord }
  chunks: { key: [collection: number, chunk: number]; value: Payload }
  firstPaint: {
    key: [collection: number, key: string]
    value: FirstPaintRecord
    indexes: { age: [number, number]; savedAt: number }
  }
  keys: { key: string; value: CryptoKey }
}

export type Database = IDBPDatabase<DiskSchema>
export type StoreName = StoreNames<DiskSchema>
export type WriteTransaction = IDBPTransaction<DiskSchema, StoreName[], 'readwrite'>
export type AnyTransaction = IDBPTransaction<DiskSchema, StoreName[], IDBTransactionMode>

export const STORES: StoreName[] = ['owners', 'collections', 'heads', 'chunks', 'firstPaint', 'keys']

/** Creates the object stores; drops those of an older version. */
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
  firstPaint.createIndex('savedAt', 'savedAt')
  database.createObjectStore('keys')
}

/** Whether the database has all object stores; a foreign database of the same name has not. */
export const hasStores = (database: Database): boolean =>
  STORES.every(name => database.objectStoreNames.contains(name))
