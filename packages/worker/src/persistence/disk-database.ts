import type { Clock, TimerHandle } from '@kube-informer/core'
import { unwrap, wrap } from 'idb'
import { databaseExists } from './database-files.ts'
import { DiskError, describeFailure, errorName } from './disk-error.ts'
import { createStores, DATABASE_VERSION, type Database, hasStores } from './disk-schema.ts'
import { within } from './within.ts'

/** The state of the database connection. */
export type DatabaseState =
  | { readonly type: 'closed' }
  | { readonly type: 'opening'; readonly opening: Promise<Database> }
  | { readonly type: 'open'; readonly database: Database }
  /** Where the request to open continues, it may succeed yet. */
  | { readonly type: 'failed'; readonly reason: string; readonly opening?: Promise<Database> | undefined }
  | { readonly type: 'missing'; readonly reason: string }
  /** It was closed for good. */
  | { readonly type: 'ended' }

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
  #retryTimer: TimerHandle | undefined
  #retryMs = FIRST_RETRY_MS

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
    const { type } = this.#state
    if (!factory || type === 'ended') return false
    return type === 'open' || this.#opening !== undefined || databaseExists(factory, name)
  }

  /** Starts to open the database. Idempotent. */
  open(): void {
    const { factory } = this.#options
    const { type } = this.#state
    if (!factory || this.#opening || (type !== 'closed' && type !== 'failed')) return
    const opening = this.#connect(factory)
    this.#setState({ type: 'opening', opening })
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
    this.#options.clock.clearTimeout(this.#retryTimer)
    this.#retryTimer = undefined
    if (this.#state.type === 'open') this.#state.database.close()
    this.#state = { type: 'ended' }
  }

  /** The request that is pending. */
  get #opening(): Promise<Database> | undefined {
    return 'opening' in this.#state ? this.#state.opening : undefined
  }

  get #isEnded(): boolean {
    return this.#state.type === 'ended'
  }

  async #ready(): Promise<Database> {
    this.open()
    const state = this.#state
    if (state.type === 'open') return state.database
    if (state.type !== 'opening') throw this.#openError()
    const { opening } = state
    const database = await within(this.#options.clock, OPEN_TIMEOUT_MS, opening).catch(() => undefined)
    if (database) return database
    if (this.#state === state)
      this.#setState({ type: 'failed', reason: 'opening the database timed out', opening })
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
    if (this.#isEnded || !hasStores(database)) {
      database.close()
      throw new DiskError(
        this.#isEnded ? 'the disk was closed' : `the database ${name} has an unknown schema`,
      )
    }
    return database
  }

  #opened(database: Database): void {
    if (this.#isEnded) {
      database.close()
      return
    }
    this.#retryMs = FIRST_RETRY_MS
    const raw = unwrap(database)
    raw.onversionchange = () => {
      // Another tab wants to delete or upgrade the database.
      raw.close()
      this.#lost(database)
    }
    raw.onclose = () => this.#lost(database)
    this.#setState({ type: 'open', database })
  }

  /** The open request stays pending until the other tab closes its connection. */
  #blocked(): void {
    const opening = this.#opening
    if (!opening) return
    this.#setState({
      type: 'failed',
      reason: 'another tab has an older version of the database open; close that tab',
      opening,
    })
  }

  #lost(database: Database): void {
    if (this.#state.type !== 'open' || this.#state.database !== database) return
    this.#setState({ type: 'closed' })
    this.open()
  }

  #failed(reason: string): void {
    if (this.#isEnded) return
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
