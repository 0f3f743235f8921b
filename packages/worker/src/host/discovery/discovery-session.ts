import type { Clock, KubeClient, Random } from '@kube-informer/core'
import { type DiscoveredGroup, discover } from '@kube-informer/core/discovery'
import { Timer } from '@kube-informer/core/internal'
import { apiServices, customResourceDefinitions } from '@kube-informer/core/resources'
import { canWatch, definitionNames } from './served-resources.ts'
import { type OpenNames, WatchedNames } from './watched-names.ts'
import { withLastKnown } from './with-last-known.ts'

/** What a discovery has found. */
interface FoundGroups {
  readonly groups: readonly DiscoveredGroup[]
  /** By group version. */
  readonly failures: ReadonlyMap<string, Error>
}

export interface DiscoverySessionOptions {
  readonly client: Pick<KubeClient, 'request'>
  readonly clock: Clock
  readonly random: Random
  readonly openNames: OpenNames
  /** What was known before. */
  readonly known: readonly DiscoveredGroup[]
  /** Returns whether it differs from what was known. */
  readonly onFound: (found: FoundGroups) => boolean
  readonly onFailed: (error: unknown) => void
}

/** What is known of changes of the definitions. */
type Changes =
  | { readonly type: 'none' }
  /** There was one, and the next discovery follows soon. */
  | { readonly type: 'collecting' }
  /** A number of discoveries may not have shown them yet. */
  | { readonly type: 'settling'; readonly attempts: number }

/** A discovery that runs. */
interface Run {
  readonly over: Promise<void>
  /** The discovery that follows it. */
  next?: Promise<void>
}

/** How long changes are collected: a Helm chart creates many definitions. */
const COLLECT_MS = 100
/** The shortest time between two discoveries after changes. */
const SPACING_MS = 1_000
/** The server updates its discovery a little later than a definition: the pauses before it is asked again. */
const SETTLE_MS = [300, 1_000, 3_000]
/**
 * How often the server is asked where it does not report all changes: two requests each time. kube-controller-manager asks
 * every 30 seconds.
 */
const PERIOD_MS = 60_000
/** With watches, only changes inside of aggregated apiservers are missed. */
const WATCHED_PERIOD_MS = 600_000
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 30_000

/** Discovers when it is asked, and again after each change of the definitions of resources, until it is stopped. */
export class DiscoverySession {
  readonly #options: DiscoverySessionOptions
  readonly #stop = new AbortController()
  readonly #due: Timer
  readonly #definitions: WatchedNames
  readonly #services: WatchedNames
  #groups: readonly DiscoveredGroup[]
  #run: Run | undefined
  #changes: Changes = { type: 'none' }
  #retryMs = FIRST_RETRY_MS
  #lastAt = Number.NEGATIVE_INFINITY

  constructor(options: DiscoverySessionOptions) {
    const { clock, openNames, known } = options
    this.#options = options
    this.#groups = known
    this.#due = new Timer(clock)
    const callbacks = { onChange: () => this.#changed(), onState: () => this.#stateChanged() }
    this.#definitions = new WatchedNames({
      open: onChange => openNames(customResourceDefinitions, onChange),
      ...callbacks,
    })
    this.#services = new WatchedNames({ open: onChange => openNames(apiServices, onChange), ...callbacks })
  }

  /** Discovers unless it has done so before. */
  begin(): void {
    if (this.#lastAt === Number.NEGATIVE_INFINITY) void this.again()
  }

  /** Resolves after a discovery that starts now, or after the running one. Concurrent calls share it. Never rejects. */
  again(): Promise<void> {
    const run = this.#run
    if (!run) return this.#start()
    run.next ??= run.over.then(() => this.#start())
    return run.next
  }

  /** The network may have been interrupted, or the rights may have changed. */
  reconnect(): void {
    this.#retryMs = FIRST_RETRY_MS
    void this.again()
  }

  /** Idempotent. */
  stop(): void {
    this.#stop.abort()
    this.#due.stop()
    this.#definitions.stop()
    this.#services.stop()
  }

  #start(): Promise<void> {
    const over = this.#discover(this.#stop.signal).finally(() => {
      this.#run = undefined
    })
    this.#run = { over }
    return over
  }

  async #discover(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    const { client, clock, random, onFound, onFailed } = this.#options
    this.#due.stop()
    if (this.#isCollecting) this.#changes = { type: 'settling', attempts: 0 }
    this.#lastAt = clock.now()
    try {
      const { groups, error } = await discover(client, { signal })
      if (signal.aborted) return
      const failures = error?.failures ?? new Map()
      this.#groups = withLastKnown(groups, failures, this.#groups)
      this.#retryMs = FIRST_RETRY_MS
      const hasChanged = onFound({ groups: this.#groups, failures })
      this.#watch()
      this.#after(hasChanged, failures.size > 0)
    } catch (error) {
      if (signal.aborted) return
      onFailed(error)
      this.#later(this.#retryMs * (1 + random() / 4))
      this.#retryMs = Math.min(2 * this.#retryMs, LONGEST_RETRY_MS)
    }
  }

  #watch(): void {
    if (canWatch(this.#groups, customResourceDefinitions)) this.#definitions.start()
    if (canWatch(this.#groups, apiServices)) this.#services.start()
  }

  #changed(): void {
    if (this.#isCollecting) return
    this.#changes = { type: 'collecting' }
    this.#later(Math.max(COLLECT_MS, this.#lastAt + SPACING_MS - this.#options.clock.now()))
  }

  #stateChanged(): void {
    // A definition may have come between the discovery and the list of the definitions.
    if (!this.#agrees()) this.#changed()
    else if (!this.#isWatching && !this.#isCollecting) this.#later(PERIOD_MS)
  }

  #after(hasChanged: boolean, hasFailures: boolean): void {
    if (this.#isCollecting) return
    const attempts = this.#changes.type === 'settling' ? this.#changes.attempts : undefined
    const isLate = attempts !== undefined && (!this.#agrees() || (!hasChanged && attempts < 2))
    const pause = isLate ? SETTLE_MS[attempts] : undefined
    this.#changes =
      pause === undefined ? { type: 'none' } : { type: 'settling', attempts: (attempts ?? 0) + 1 }
    this.#later(pause ?? (this.#isWatching && !hasFailures ? WATCHED_PERIOD_MS : PERIOD_MS))
  }

  get #isCollecting(): boolean {
    return this.#changes.type === 'collecting'
  }

  /** Whether the server reports all changes but those inside of aggregated apiservers. */
  get #isWatching(): boolean {
    return this.#definitions.isComplete && this.#services.isComplete
  }

  /** Whether the discovery has the resources of the definitions, and none of deleted ones. */
  #agrees(): boolean {
    const served = definitionNames(this.#groups)
    const { names, deleted } = this.#definitions
    return names.every(name => served.has(name)) && ![...deleted].some(name => served.has(name))
  }

  #later(delayMs: number): void {
    if (!this.#stop.signal.aborted) this.#due.start(delayMs, () => void this.again())
  }
}
