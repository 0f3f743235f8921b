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

/** Which collection, and what it has to look like. */
export interface CollectionFacts {
  readonly id: string
  readonly owner: string
  readonly shape: string
  readonly encrypted: boolean
  readonly title: string
}

/** A collection as it was found. */
export interface FoundCollection {
  readonly head: HeadRecord
  /** The newest first. */
  readonly chunks: readonly { readonly number: number; readonly payload: unknown }[]
}

/** Who writes, and on top of what. */
export interface Guard {
  readonly owner: string
  readonly incarnation: string
  /** What the writer knows of the collection. */
  readonly head: HeadRecord
}

/** One transaction. */
export interface Write {
  readonly put: readonly (readonly [number: number, payload: Payload])[]
  readonly remove?: readonly number[]
  /** Removes every chunk below this number. */
  readonly removeBelow?: number | undefined
  /** Removes every chunk from this number on before anything is put. */
  readonly removeFrom?: number | undefined
  /** The new head; without one nothing of this counts yet. */
  readonly head?: HeadRecord | undefined
}

/** `erased`: the owner is gone, and with it every right to write. `deposed`: somebody else has written meanwhile. */
export type CommitResult = 'done' | 'erased' | 'deposed'

/** What a claim may rest on; undefined takes whatever is there. */
export type Claimable = (head: HeadRecord) => boolean

const chunksOf = (collection: number, from = 0) =>
  IDBKeyRange.bound([collection, from], [collection, Infinity])
const chunksBelow = (collection: number, end: number) =>
  IDBKeyRange.bound([collection, -1], [collection, end], false, true)

/** Every key, and every age: text sorts behind numbers, and arrays behind both. */
export const firstPaintOf = (collection: number): IDBKeyRange =>
  IDBKeyRange.bound([collection], [collection, []])

export const fits = (record: CollectionRecord, { shape, encrypted }: CollectionFacts): boolean =>
  record.shape === shape && record.encrypted === encrypted && record.format === FORMAT

/** What is kept of this collection, in one transaction; undefined when there is nothing that can be used. */
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
    const [head, keys, payloads] = await Promise.all([
      transaction.objectStore('heads').get(record.number),
      chunks.getAllKeys(range),
      chunks.getAll(range),
    ])
    if (!head || head.resourceVersion === '') return undefined
    const found = payloads.map((payload, i) => ({ number: keys[i]?.[1] ?? 0, payload }))
    return { head, chunks: found.filter(({ number }) => number < head.end).reverse() }
  })
}

/**
 * Makes us the writer: nobody who wrote before can go on. What a replacement left behind that was not finished is removed, and
 * what has another shape. Resolves with the head that is ours now.
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
    if (owner?.incarnation !== incarnation) return broken(transaction, 'erased')
    const found = record && (await heads.get(record.number))
    const before = found && isWhole(found) ? found : undefined
    if (before && !claimable(before)) return broken(transaction, 'deposed')
    const { id, shape, encrypted, title } = facts
    const fresh = { id, shape, encrypted, title, owner: facts.owner, format: FORMAT, usedAt: now }
    const number = record?.number ?? (await collections.add(fresh as CollectionRecord))
    const kept = record && before && fits(record, facts) ? before : emptyHead(number, before)
    const head = { ...kept, writer, sequence: kept.sequence + 1 }
    await carryOut(transaction, function* () {
      yield collections.put({ ...fresh, number })
      yield heads.put(head)
      if (kept !== before) yield transaction.objectStore('firstPaint').delete(firstPaintOf(number))
      yield transaction.objectStore('chunks').delete(chunksOf(number, kept.count === 0 ? 0 : kept.end))
    })
    return head
  })
}

/** One transaction of the writer; nothing happens unless the guard still holds. */
export function writeCollection(database: DiskDatabase, guard: Guard, write: Write): Promise<CommitResult> {
  return database.use(async open => {
    const transaction = writing(open)
    const [owner, head] = await Promise.all([
      transaction.objectStore('owners').get(guard.owner),
      transaction.objectStore('heads').get(guard.head.number),
    ])
    if (owner?.incarnation !== guard.incarnation) return broken(transaction, 'erased')
    if (head?.writer !== guard.head.writer || head.sequence !== guard.head.sequence)
      return broken(transaction, 'deposed')
    await carryOut(transaction, () => requestsOf(transaction, guard.head.number, write))
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
 * Resolves once all requests are committed; rejects, with nothing of them done, with what stood in the way: the
 * transaction's end tells of a request that failed, and what the browser does not even take is thrown at once.
 */
export async function carryOut(
  transaction: Pick<WriteTransaction, 'done' | 'error' | 'abort'>,
  requests: () => Iterable<Promise<unknown>>,
): Promise<void> {
  try {
    for (const request of requests()) request.catch(() => {})
    await transaction.done
  } catch (error) {
    tryAbort(transaction)
    throw transaction.error ?? error
  }
}

/** Removes collections with everything in them, in a transaction that has all stores. */
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

/** Relaxed: the browser need not wait for the disk. A machine that loses power then shows an older state, no wrong one. */
export function writing(open: Database): WriteTransaction {
  const transaction = open.transaction(STORES, 'readwrite', { durability: 'relaxed' })
  // Whoever waits for it hears of its end; where a request before has failed, nobody does.
  transaction.done.catch(() => {})
  return transaction
}

const emptyHead = (number: number, before: HeadRecord | undefined): HeadRecord => ({
  ...{ number, writer: '', sequence: before?.sequence ?? 0, resourceVersion: '', end: 0 },
  ...{ count: 0, bytes: 0, checksum: 0, savedAt: 0 },
})

async function broken<T extends CommitResult>(transaction: WriteTransaction, result: T): Promise<T> {
  tryAbort(transaction)
  await transaction.done.catch(() => {})
  return result
}

function tryAbort(transaction: Pick<WriteTransaction, 'abort'>): void {
  try {
    transaction.abort()
  } catch {
    // It is over already.
  }
}
