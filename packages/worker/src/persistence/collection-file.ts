import type { Payload } from './chunk-payload.ts'
import type { DiskDatabase } from './disk-database.ts'
import {
  type CollectionRecord,
  type Database,
  FORMAT,
  type HeadRecord,
  isWhole,
  STORES,
  type WriteTransaction,
} from './disk-schema.ts'

/** The stored names of a collection, and the format that its records must have. */
export interface CollectionFacts {
  readonly id: string
  readonly owner: string
  readonly type: string
  readonly encrypted: boolean
}

/** A collection as read from disk. */
export interface FoundCollection {
  readonly head: HeadRecord
  /** Newest first. */
  readonly chunks: readonly { readonly number: number; readonly payload: unknown }[]
}

/** The preconditions of a write. */
export interface Guard {
  readonly owner: string
  readonly incarnation: string
  /** The head that the writer expects on disk. */
  readonly head: HeadRecord
}

/** The changes of one transaction. */
export interface Write {
  readonly put: readonly (readonly [number: number, payload: Payload])[]
  readonly remove?: readonly number[]
  /** Removes every chunk below this number. */
  readonly removeBelow?: number | undefined
  /** Removes every chunk from this number on, before the new chunks are put. */
  readonly removeFrom?: number | undefined
  /** The new head. Without it, the chunks are not part of the collection yet. */
  readonly head?: HeadRecord | undefined
}

/** `erased`: the owner was erased, so nothing may be written. `preempted`: another writer has changed the head. */
export type CommitResult = 'done' | 'erased' | 'preempted'

/** Whether a collection with this head may be claimed. */
export type Claimable = (head: HeadRecord) => boolean

const chunksOf = (collection: number, from = 0) =>
  IDBKeyRange.bound([collection, from], [collection, Infinity])
const chunksBelow = (collection: number, end: number) =>
  IDBKeyRange.bound([collection, -1], [collection, end], false, true)

/** All keys and ages of a collection: IndexedDB orders numbers before text, and text before arrays. */
export const firstPaintOf = (collection: number): IDBKeyRange =>
  IDBKeyRange.bound([collection], [collection, []])

export const fits = (record: CollectionRecord, { type, encrypted }: CollectionFacts): boolean =>
  record.type === type && record.encrypted === encrypted && record.format === FORMAT

/** Reads a collection in one transaction; undefined if it is missing or has another format. */
export function readCollection(
  database: DiskDatabase,
  facts: CollectionFacts,
): Promise<FoundCollection | undefined> {
  return database.use(async open => {
    const transaction = open.transaction(STORES, 'readonly')
    transaction.done.catch(() => {})
    const record = await transaction.objectStore('collections').index('id').get(facts.id)
    if (!record || !fits(record, facts)) return undefined
    const chunks = transaction.objectStore('chunks')
    const range = chunksOf(record.number)
    const [head, keys] = await Promise.all([
      transaction.objectStore('heads').get(record.number),
      chunks.getAllKeys(range),
    ])
    if (!head || head.resourceVersion === '') return undefined
    // Last: WebKit reads one request after the other, and a first-paint snapshot must not wait for all chunks.
    const payloads = await chunks.getAll(range)
    const found = payloads.map((payload, i) => ({ number: keys[i]?.[1] ?? 0, payload }))
    return { head, chunks: found.filter(({ number }) => number < head.end).reverse() }
  })
}

/**
 * Makes this store the writer of a collection, so that writes of earlier writers are rejected. Deletes chunks of unfinished
 * replacements and data of another type. Resolves with the new head.
 */
export function claimCollection(
  database: DiskDatabase,
  facts: CollectionFacts,
  {
    incarnation,
    writer,
    now,
    claimable,
  }: { incarnation: string; writer: string; now: number; claimable: Claimable },
): Promise<HeadRecord | Exclude<CommitResult, 'done'>> {
  return database.use(async open => {
    const transaction = writing(open)
    const collections = transaction.objectStore('collections')
    const heads = transaction.objectStore('heads')
    const [owner, record] = await Promise.all([
      transaction.objectStore('owners').get(facts.owner),
      collections.index('id').get(facts.id),
    ])
    if (owner?.incarnation !== incarnation) return abortWith(transaction, 'erased')
    const found = record && (await heads.get(record.number))
    const before = found && isWhole(found) ? found : undefined
    if (before && !claimable(before)) return abortWith(transaction, 'preempted')
    const fresh = { ...facts, format: FORMAT, usedAt: now }
    const number = record?.number ?? (await collections.add(fresh as CollectionRecord))
    const kept = record && before && fits(record, facts) ? before : emptyHead(number, before)
    const head = { ...kept, writer, sequence: kept.sequence + 1 }
    await commitRequests(transaction, function* () {
      yield collections.put({ ...fresh, number })
      yield heads.put(head)
      if (kept !== before) yield transaction.objectStore('firstPaint').delete(firstPaintOf(number))
      yield transaction.objectStore('chunks').delete(chunksOf(number, kept.count === 0 ? 0 : kept.end))
    })
    return head
  })
}

/** Runs one transaction of the writer; changes nothing unless the guard holds. */
export function writeCollection(database: DiskDatabase, guard: Guard, write: Write): Promise<CommitResult> {
  return database.use(async open => {
    const transaction = writing(open)
    const [owner, head] = await Promise.all([
      transaction.objectStore('owners').get(guard.owner),
      transaction.objectStore('heads').get(guard.head.number),
    ])
    if (owner?.incarnation !== guard.incarnation) return abortWith(transaction, 'erased')
    if (head?.writer !== guard.head.writer || head.sequence !== guard.head.sequence)
      return abortWith(transaction, 'preempted')
    await commitRequests(transaction, () => requestsOf(transaction, guard.head.number, write))
    return 'done'
  })
}

function* requestsOf(
  transaction: WriteTransaction,
  collection: number,
  write: Write,
): Generator<Promise<unknown>> {
  const chunks = transaction.objectStore('chunks')
  const { put, remove = [], removeBelow, removeFrom, head } = write
  if (removeFrom !== undefined) yield chunks.delete(chunksOf(collection, removeFrom))
  for (const [number, payload] of put) yield chunks.put(payload, [collection, number])
  for (const number of remove) yield chunks.delete([collection, number])
  if (removeBelow !== undefined) yield chunks.delete(chunksBelow(collection, removeBelow))
  if (head) yield transaction.objectStore('heads').put(head)
}

/**
 * Issues requests and waits for the commit. Rejects, with the transaction rolled back, with the transaction's error or with
 * what a request threw synchronously.
 */
export async function commitRequests(
  transaction: Pick<WriteTransaction, 'done' | 'error' | 'abort'>,
  requests: () => Iterable<Promise<unknown>>,
): Promise<void> {
  // The transaction has the error of a request only once it has been aborted.
  let failure: unknown
  const onError = (error: unknown) => {
    failure ??= error
  }
  try {
    for (const request of requests()) request.catch(onError)
    await transaction.done
  } catch (error) {
    tryAbort(transaction)
    throw transaction.error ?? failure ?? error
  }
}

/** Deletes collections and all of their records. The transaction must include all stores. */
export function* removalOf(
  transaction: WriteTransaction,
  numbers: readonly number[],
): Generator<Promise<unknown>> {
  for (const number of numbers) {
    yield transaction.objectStore('collections').delete(number)
    yield transaction.objectStore('heads').delete(number)
    yield transaction.objectStore('chunks').delete(chunksOf(number))
    yield transaction.objectStore('firstPaint').delete(firstPaintOf(number))
  }
}

/** Deletes one collection; resolves with its number, or with undefined if there is none. */
export function removeCollection(database: DiskDatabase, id: string): Promise<number | undefined> {
  return database.use(async open => {
    const transaction = writing(open)
    const number = (await transaction.objectStore('collections').index('id').get(id))?.number
    await commitRequests(transaction, () => (number === undefined ? [] : removalOf(transaction, [number])))
    return number
  })
}

/** Opens a write transaction with relaxed durability: after a power failure an older state is found, never a wrong one. */
export function writing(open: Database): WriteTransaction {
  const transaction = open.transaction(STORES, 'readwrite', { durability: 'relaxed' })
  // A failed request can end the transaction before `done` is awaited.
  transaction.done.catch(() => {})
  return transaction
}

const emptyHead = (number: number, before: HeadRecord | undefined): HeadRecord => ({
  number,
  writer: '',
  sequence: before?.sequence ?? 0,
  resourceVersion: '',
  end: 0,
  count: 0,
  bytes: 0,
  checksum: 0,
  savedAt: 0,
})

async function abortWith<T extends CommitResult>(transaction: WriteTransaction, result: T): Promise<T> {
  tryAbort(transaction)
  await transaction.done.catch(() => {})
  return result
}

function tryAbort(transaction: Pick<WriteTransaction, 'abort'>): void {
  try {
    transaction.abort()
  } catch {
    // The transaction has already ended.
  }
}
