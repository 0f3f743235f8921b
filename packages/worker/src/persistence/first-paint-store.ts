import { encodeRow, type Row, readObject } from '@kube-informer/core'
import { hasBytes } from '@kube-informer/core/rows'
import { readChunk } from './chunk-reader.ts'
import type { CollectionAccess } from './collection-access.ts'
import { commitRequests, firstPaintOf, fits, writing } from './collection-file.ts'
import type { DiskContext } from './disk-context.ts'
import type { FirstPaintRecord, HeadRecord, OwnerRecord } from './disk-schema.ts'
import { isExpired } from './expiry.ts'
import type { FirstPaintSnapshot, FirstPaintSnapshots } from './first-paint.ts'
import type { OwnerGeneration } from './owners.ts'
import { sizeOfRow } from './row-content.ts'
import { within } from './within.ts'

export interface FirstPaintStoreOptions {
  readonly context: DiskContext
  readonly generation: OwnerGeneration
  readonly access: CollectionAccess
  /** The collection's head, if this store may write the collection. */
  readonly writableHead: () => HeadRecord | undefined
}

type Note = Omit<FirstPaintSnapshot, 'rows'>

const MAX_SNAPSHOTS = 16
const MAX_CHARACTERS = 1024 * 1024
/** After this time the collection itself is usually loaded. */
const LOAD_TIMEOUT_MS = 2_000

/** The first-paint snapshots of one collection: one record each, encoded as a chunk. Failures are treated as missing. */
export class FirstPaintStore implements FirstPaintSnapshots {
  readonly #options: FirstPaintStoreOptions

  constructor(options: FirstPaintStoreOptions) {
    this.#options = options
  }

  async load(key: string): Promise<FirstPaintSnapshot | undefined> {
    const { context, generation } = this.#options
    if (generation.isOver) return undefined
    const snapshot = await within(context.clock, LOAD_TIMEOUT_MS, this.#read(key)).catch(() => undefined)
    return generation.isOver ? undefined : snapshot
  }

  async save(key: string, { rows: shown, ...note }: FirstPaintSnapshot): Promise<void> {
    const { context, generation, access, writableHead } = this.#options
    const head = writableHead()
    if (!head || generation.isOver) return
    const rows = shown.map(asText)
    if (rows.reduce((sum, row) => sum + sizeOfRow(row), 0) > MAX_CHARACTERS) return
    try {
      const [owner, name] = await Promise.all([generation.record(), access.sliceName(key)])
      const address = { collection: head.number, number: numberOf(key) }
      const { bytes } = context.encoder.encode({ rows, deletions: [], note }, address)
      const payload = await access.formFor(owner).wrap(bytes, address)
      const record = { collection: head.number, key: name, savedAt: context.clock.now(), payload }
      await this.#write(record, head.writer, owner)
    } catch {
      // The next save may succeed.
    }
  }

  async #read(key: string): Promise<FirstPaintSnapshot | undefined> {
    const { context, generation, access } = this.#options
    const [owner, record] = await Promise.all([generation.record(), this.#find(key)])
    if (!record || isExpired(record.savedAt, context.clock.now(), context.maxAgeMs)) return undefined
    const address = { collection: record.collection, number: numberOf(key) }
    const { note, keys, row } = readChunk(
      await access.formFor(owner).unwrap(record.payload, address),
      address,
    )
    return { ...(note as Note), rows: keys.map((_, i) => row(i)) }
  }

  async #find(key: string): Promise<FirstPaintRecord | undefined> {
    const { context, access } = this.#options
    const [facts, name] = await Promise.all([access.facts(), access.sliceName(key)])
    return context.database.use(async open => {
      const transaction = open.transaction(['collections', 'firstPaint'], 'readonly')
      transaction.done.catch(() => {})
      const collection = await transaction.objectStore('collections').index('id').get(facts.id)
      if (!collection || !fits(collection, facts)) return undefined
      return transaction.objectStore('firstPaint').get([collection.number, name])
    })
  }

  #write(record: FirstPaintRecord, writer: string, { id, incarnation }: OwnerRecord): Promise<void> {
    return this.#options.context.database.use(async open => {
      const transaction = writing(open)
      const firstPaint = transaction.objectStore('firstPaint')
      const [owner, head, byAge] = await Promise.all([
        transaction.objectStore('owners').get(id),
        transaction.objectStore('heads').get(record.collection),
        firstPaint.index('age').getAllKeys(firstPaintOf(record.collection)),
      ])
      const others = byAge.filter(([, key]) => key !== record.key)
      await commitRequests(transaction, function* () {
        if (owner?.incarnation !== incarnation || head?.writer !== writer) return
        yield firstPaint.put(record)
        for (const old of others.slice(0, Math.max(0, others.length + 1 - MAX_SNAPSHOTS)))
          yield firstPaint.delete(old)
      })
    })
  }
}

/** A page shows text at once. For bytes it would have to load what reads them. */
const asText = (row: Row): Row => (hasBytes(row) ? encodeRow(readObject(row)) : row)

/** A negative chunk number, so that a first-paint snapshot is never mistaken for a chunk of the collection. */
function numberOf(key: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193)
  return -1 - (hash >>> 0)
}
