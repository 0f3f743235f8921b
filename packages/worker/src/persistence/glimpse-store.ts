import { readChunk } from './chunk-reader.ts'
import type { CollectionAccess } from './collection-access.ts'
import { type CollectionFacts, carryOut, fits, glimpsesOf, writing } from './collection-file.ts'
import type { DiskContext } from './disk-context.ts'
import type { GlimpseRecord, HeadRecord, OwnerRecord } from './disk-schema.ts'
import type { Glimpse, Glimpses } from './glimpse.ts'
import type { OwnerEra } from './owners.ts'
import { sizeOfRow } from './split-content.ts'
import { within } from './within.ts'

/** What {@link GlimpseStore} takes. */
export interface GlimpseStoreOptions {
  readonly context: DiskContext
  readonly facts: CollectionFacts
  readonly era: OwnerEra
  readonly access: CollectionAccess
  /** The collection's head, if it is ours to write. */
  readonly keptHead: () => HeadRecord | undefined
}

type Note = Omit<Glimpse, 'rows'>

const MOST_GLIMPSES = 16
const MOST_CHARACTERS = 1024 * 1024
/** Later than this nobody is helped by it. */
const LONGEST_LOAD_MS = 2_000

/** The glimpses of one collection: a record each, in the form of a chunk. Whatever goes wrong, there is none. */
export class GlimpseStore implements Glimpses {
  readonly #options: GlimpseStoreOptions

  constructor(options: GlimpseStoreOptions) {
    this.#options = options
  }

  async load(key: string): Promise<Glimpse | undefined> {
    const { context, era } = this.#options
    if (era.isOver) return undefined
    const glimpse = await within(context.clock, LONGEST_LOAD_MS, this.#read(key)).catch(() => undefined)
    return era.isOver ? undefined : glimpse
  }

  async save(key: string, { rows, ...note }: Glimpse): Promise<void> {
    const { context, era, access, keptHead } = this.#options
    const head = keptHead()
    if (!head || era.isOver) return
    if (rows.reduce((sum, row) => sum + sizeOfRow(row), 0) > MOST_CHARACTERS) return
    try {
      const owner = await era.record()
      const place = { collection: head.number, number: numberOf(key) }
      const { bytes } = context.encoder.encode({ rows, deletions: [], note }, place)
      const payload = await access.formFor(owner).wrap(bytes, place)
      const record = { collection: head.number, key, savedAt: context.clock.now(), payload }
      await this.#write(record, head.writer, owner)
    } catch {
      // The next one may be kept.
    }
  }

  async #read(key: string): Promise<Glimpse | undefined> {
    const { context, era, access } = this.#options
    const [owner, record] = await Promise.all([era.record(), this.#find(key)])
    if (!record || context.clock.now() - record.savedAt > context.maxAgeMs) return undefined
    const place = { collection: record.collection, number: numberOf(key) }
    const { note, keys, row } = readChunk(await access.formFor(owner).unwrap(record.payload, place), place)
    return { ...(note as Note), rows: keys.map((_, i) => row(i)) }
  }

  #find(key: string): Promise<GlimpseRecord | undefined> {
    const { context, facts } = this.#options
    return context.database.use(async open => {
      const transaction = open.transaction(['collections', 'glimpses'], 'readonly')
      transaction.done.catch(() => {})
      const collection = await transaction.objectStore('collections').index('id').get(facts.id)
      if (!collection || !fits(collection, facts)) return undefined
      return transaction.objectStore('glimpses').get([collection.number, key])
    })
  }

  #write(record: GlimpseRecord, writer: string, { id, incarnation }: OwnerRecord): Promise<void> {
    return this.#options.context.database.use(async open => {
      const transaction = writing(open)
      const glimpses = transaction.objectStore('glimpses')
      const [owner, head, byAge] = await Promise.all([
        transaction.objectStore('owners').get(id),
        transaction.objectStore('heads').get(record.collection),
        glimpses.index('age').getAllKeys(glimpsesOf(record.collection)),
      ])
      const others = byAge.filter(([, key]) => key !== record.key)
      await carryOut(transaction, function* () {
        if (owner?.incarnation !== incarnation || head?.writer !== writer) return
        yield glimpses.put(record)
        for (const old of others.slice(0, Math.max(0, others.length + 1 - MOST_GLIMPSES)))
          yield glimpses.delete(old)
      })
    })
  }
}

/** Below the numbers of chunks: what is written for the one is never taken for the other. */
function numberOf(key: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193)
  return -1 - (hash >>> 0)
}
