import type { Clock, TimerHandle } from '@kube-informer/core'
import { unwrap, wrap } from 'idb'
import { DiskError, errorName, failureWords } from './disk-error.ts'
import { createStores, DATABASE_VERSION, type Database, hasStores } from './disk-schema.ts'
import { within } from './within.ts'

/** Whether the database can be used. */
export type DatabaseState =
  | { readonly type: 'closed' | 'opening' | 'open' }
  | { readonly type: 'missing' | 'failed'; readonly reason: string }

/** What {@link DiskDatabase} takes. */
export interface DiskDatabaseOptions {
  readonly name: string
  readonly factory: IDBFactory | undefined
  readonly clock: Clock
  readonly onState: () => void
  /** @default the version of the schema */
  readonly version?: number | undefined
}

/** Whoever waits for the database waits so long at most. An open that was asked for is not taken back by that. */
const LONGEST_OPEN_MS = 4_000
const FIRST_RETRY_MS = 5_000
const LONGEST_RETRY_MS = 5 * 60_000

/**
 * The connection to the database: opened when it is first needed, given up at once when another tab wants to delete or
 * upgrade the database, opened anew when it was lost, and tried again with growing pauses when it cannot be opened.
 */
export class DiskDatabase {
  readonly #options: DiskDatabaseOptions
  #state: DatabaseState = { type: 'closed' }
  #opening: Promise<Database> | undefined
  #open: Database | undefined
  #retryTimer: TimerHandle | undefined
  #retryMs = FIRST_RETRY_MS
  #isClosed = false

  constructor(options: DiskDatabaseOptions) {
    this.#options = options
    if (!options.factory) this.#state = { type: 'missing', reason: 'this browser has no IndexedDB here' }
  }

  get state(): DatabaseState {
    return this.#state
  }

  /** Whether what fails now fails for another reason than that the database as a whole cannot be used. */
  get isUsable(): boolean {
    return this.#state.type !== 'failed' && this.#state.type !== 'missing'
  }

  /** Begins to open the database. Idempotent. */
  open(): void {
    if (this.#opening || this.#isClosed || !this.#options.factory) return
    this.#become({ type: 'opening' })
    const opening = this.#connect(this.#options.factory)
    this.#opening = opening
    opening.then(
      database => this.#opened(database),
      error => this.#failed(failureWords(error)),
    )
  }

  /**
   * Does something with the open database, once more where the connection turns out to be lost: to be called for each
   * transaction. @throws {DiskError} when it cannot be opened, or not in time
   */
  async use<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const database = await this.#ready()
    try {
      return await work(database)
    } catch (error) {
      if (errorName(error) !== 'InvalidStateError') throw error
      this.#lost(database)
      return work(await this.#ready())
    }
  }

  /** Idempotent. */
  close(): void {
    this.#isClosed = true
    if (this.#retryTimer !== undefined) this.#options.clock.clearTimeout(this.#retryTimer)
    this.#retryTimer = undefined
    this.#open?.close()
    this.#open = undefined
    this.#state = { type: 'closed' }
  }

  async #ready(): Promise<Database> {
    if (this.#open) return this.#open
    this.open()
    const opening = this.#opening
    if (!opening || this.state.type === 'failed') throw this.#refusal()
    // Why it failed is in the state by then.
    const database = await within(this.#options.clock, LONGEST_OPEN_MS, opening).catch(() => undefined)
    if (database) return database
    if (this.state.type === 'opening')
      this.#become({ type: 'failed', reason: 'the browser does not open the database' })
    throw this.#refusal()
  }

  #refusal(): DiskError {
    const state = this.#state
    return new DiskError('reason' in state ? state.reason : 'the disk was closed')
  }

  async #connect(factory: IDBFactory): Promise<Database> {
    const { name, version = DATABASE_VERSION } = this.#options
    const request = factory.open(name, version)
    request.onupgradeneeded = () => createStores(wrap(request.result) as unknown as Database)
    request.onblocked = () => this.#blocked()
    const database = (await wrap(request)) as unknown as Database
    if (this.#isClosed || !hasStores(database)) {
      database.close()
      throw new DiskError(this.#isClosed ? 'the disk was closed' : `the database ${name} is not one of ours`)
    }
    return database
  }

  #opened(database: Database): void {
    this.#open = database
    this.#retryMs = FIRST_RETRY_MS
    const raw = unwrap(database)
    raw.onversionchange = () => {
      // Another tab waits for us: to delete the database, or for a version of its own.
      raw.close()
      this.#lost(database)
    }
    raw.onclose = () => this.#lost(database)
    this.#become({ type: 'open' })
  }

  /** The open goes on behind this, and ends when the other tab has gone or let go. */
  #blocked(): void {
    if (this.#open || this.#isClosed) return
    this.#become({ type: 'failed', reason: 'another tab holds the database in an older version; close it' })
  }

  #lost(database: Database): void {
    if (this.#open !== database) return
    this.#open = undefined
    this.#opening = undefined
    if (this.#isClosed) return
    this.#become({ type: 'closed' })
    this.open()
  }

  #failed(reason: string): void {
    this.#opening = undefined
    if (this.#isClosed) return
    this.#become({ type: 'failed', reason })
    this.#retryTimer = this.#options.clock.setTimeout(() => {
      this.#retryTimer = undefined
      this.open()
    }, this.#retryMs)
    this.#retryMs = Math.min(2 * this.#retryMs, LONGEST_RETRY_MS)
  }

  #become(state: DatabaseState): void {
    this.#state = state
    this.#options.onState()
  }
}
