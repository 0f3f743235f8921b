import type { Clock, TimerHandle } from '@kube-informer/core'
import { unwrap, wrap } from 'idb'
import { databaseExists } from './database-files.ts'
import { DiskError, describeFailure, errorName } from './disk-error.ts'
import { createStores, DATABASE_VERSION, type Database, hasStores } from './disk-schema.ts'
import { within } from './within.ts'

/** The state of the database connection. */
export type DatabaseState =
  | { readonly type: 'closed' | 'opening' | 'open' }
  | { readonly type: 'missing' | 'failed'; readonly reason: string }

/** Options of {@link DiskDatabase}. */
export interface DiskDatabaseOptions {
  readonly name: string
  readonly factory: IDBFactory | undefined
  readonly clock: Clock
  readonly onState: () => void
  /** @default the version of the schema */
  readonly version?: number | undefined
}

/** How long callers wait for the database to open. The open request continues after that. */
const OPEN_TIMEOUT_MS = 4_000
const FIRST_RETRY_MS = 5_000
const MAX_RETRY_MS = 5 * 60_000

/**
 * The connection to the database. It opens at first use, closes at once when another tab deletes or upgrades the database,
 * reopens after it was lost, and retries with exponential backoff when it cannot be opened.
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
    if (!options.factory) this.#state = { type: 'missing', reason: 'IndexedDB is not available' }
  }

  get state(): DatabaseState {
    return this.#state
  }

  /** False while the database as a whole cannot be used; then failures of single operations are not reported. */
  get isUsable(): boolean {
    return this.#state.type !== 'failed' && this.#state.type !== 'missing'
  }

  /** Whether there is a database; does not create one. */
  async exists(): Promise<boolean> {
    const { factory, name } = this.#options
    if (!factory || this.#isClosed) return false
    return this.#opening !== undefined || databaseExists(factory, name)
  }

  /** Starts to open the database. Idempotent. */
  open(): void {
    if (this.#opening || this.#isClosed || !this.#options.factory) return
    this.#setState({ type: 'opening' })
    const opening = this.#connect(this.#options.factory)
    this.#opening = opening
    opening.then(
      database => this.#opened(database),
      error => this.#failed(describeFailure(error)),
    )
  }

  /**
   * Runs one transaction on the open database, and retries once if the connection was lost.
   * @throws {DiskError} when the database cannot be opened in time
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
    if (!opening || this.state.type === 'failed') throw this.#openError()
    const database = await within(this.#options.clock, OPEN_TIMEOUT_MS, opening).catch(() => undefined)
    if (database) return database
    if (this.state.type === 'opening')
      this.#setState({ type: 'failed', reason: 'opening the database timed out' })
    throw this.#openError()
  }

  #openError(): DiskError {
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
      throw new DiskError(
        this.#isClosed ? 'the disk was closed' : `the database ${name} has an unknown schema`,
      )
    }
    return database
  }

  #opened(database: Database): void {
    this.#open = database
    this.#retryMs = FIRST_RETRY_MS
    const raw = unwrap(database)
    raw.onversionchange = () => {
      // Another tab wants to delete or upgrade the database.
      raw.close()
      this.#lost(database)
    }
    raw.onclose = () => this.#lost(database)
    this.#setState({ type: 'open' })
  }

  /** The open request stays pending until the other tab closes its connection. */
  #blocked(): void {
    if (this.#open || this.#isClosed) return
    this.#setState({
      type: 'failed',
      reason: 'another tab has an older version of the database open; close that tab',
    })
  }

  #lost(database: Database): void {
    if (this.#open !== database) return
    this.#open = undefined
    this.#opening = undefined
    if (this.#isClosed) return
    this.#setState({ type: 'closed' })
    this.open()
  }

  #failed(reason: string): void {
    this.#opening = undefined
    if (this.#isClosed) return
    this.#setState({ type: 'failed', reason })
    this.#retryTimer = this.#options.clock.setTimeout(() => {
      this.#retryTimer = undefined
      this.open()
    }, this.#retryMs)
    this.#retryMs = Math.min(2 * this.#retryMs, MAX_RETRY_MS)
  }

  #setState(state: DatabaseState): void {
    this.#state = state
    this.#options.onState()
  }
}
