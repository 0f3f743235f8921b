import {
  type Clock,
  createListWatch,
  type InformerClient,
  SharedIndexInformer,
  type SharedIndexInformerOptions,
  systemClock,
} from '@kube-informer/core'
import { RateLimitingQueue } from '@kube-informer/core/workqueue'
import type { Logger } from '../api/logger.ts'
import type { Runnable } from '../api/runnable.ts'
import { microTime } from './leader-election-record.ts'
import { type LeaseCandidateObject, leaseCandidates } from './lease-candidates.ts'

/** How often a candidate renews its object without being asked (client-go's `requeueInterval`). */
const RENEW_INTERVAL_MS = 5 * 60_000

/** Who the candidate is, and which versions it can run. */
export interface LeaseCandidateOptions {
  readonly client: InformerClient
  readonly namespace: string
  /** The name of the candidate's object: the identity of its elector's lock. */
  readonly name: string
  /** The Lease that it wants. */
  readonly leaseName: string
  /** The version of the program, e.g. `1.2.3`. */
  readonly binaryVersion: string
  /** The version that the program behaves like. */
  readonly emulationVersion: string
  /** How the coordinator selects the holder. @default 'OldestEmulationVersion' */
  readonly strategy?: string | undefined
  readonly log?: Logger | undefined
  /** @default the host's clock */
  readonly clock?: Clock | undefined
  /** @default Math.random */
  readonly random?: SharedIndexInformerOptions<LeaseCandidateObject>['random']
}

/**
 * Offers this process to a coordinator in the cluster, which selects the holder of a Lease among all candidates (client-go
 * `leaderelection.LeaseCandidate`). An elector with `coordinated: true` leads when it is selected. Alpha upstream.
 *
 * The object is created if it is missing, renewed every five minutes, and at once when the coordinator asks.
 *
 * @example
 * const versions = { binaryVersion: '1.2.0', emulationVersion: '1.2.0' }
 * const candidate = new LeaseCandidate({ client, namespace: 'ops', name: identity, leaseName: 'widgets', ...versions })
 * await Promise.all([candidate.run(signal), elector.run(signal)])
 */
export class LeaseCandidate implements Runnable {
  readonly needsLeaderElection = false
  readonly #options: LeaseCandidateOptions
  readonly #clock: Clock
  readonly #informer: SharedIndexInformer<LeaseCandidateObject>

  constructor(options: LeaseCandidateOptions) {
    const { client, namespace, name, clock = systemClock, random } = options
    this.#options = options
    this.#clock = clock
    this.#informer = new SharedIndexInformer({
      listerWatcher: createListWatch(client, leaseCandidates, {
        namespace,
        fieldSelector: { 'metadata.name': name },
        // The object is written back as a whole.
        trim: [],
      }),
      clock,
      random,
    })
  }

  /** Keeps the object up to date until the signal aborts. Failed writes are repeated with backoff. */
  async run(signal: AbortSignal): Promise<void> {
    const key = this.#key
    const queue = new RateLimitingQueue<string>({ clock: this.#clock })
    const onUpdate = (_old: LeaseCandidateObject, { spec }: LeaseCandidateObject) => {
      if (isAfter(spec?.pingTime, spec?.renewTime)) queue.add(key)
    }
    const registration = this.#informer.addEventHandler({ onUpdate }, { name: 'lease candidate' })
    const informing = this.#informer.run(signal)
    try {
      await this.#informer.synced(signal)
      queue.add(key)
      await this.#work(queue, signal)
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      registration.remove()
      queue.shutDown()
      await informing
    }
  }

  get #key(): string {
    return `${this.#options.namespace}/${this.#options.name}`
  }

  async #work(queue: RateLimitingQueue<string>, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const key = await queue.get(signal)
      if (key === undefined) return
      try {
        await this.#ensure(signal)
        queue.forget(key)
        queue.addAfter(key, RENEW_INTERVAL_MS)
      } catch (error) {
        if (!signal.aborted) this.#options.log?.error('failed to renew the lease candidate', error, { key })
        queue.addRateLimited(key)
      } finally {
        queue.done(key)
      }
    }
  }

  /** Creates the object, or renews it. */
  async #ensure(signal: AbortSignal): Promise<void> {
    const { client, namespace, name, leaseName, binaryVersion, emulationVersion } = this.#options
    const { strategy = 'OldestEmulationVersion' } = this.#options
    const known = this.#informer.indexer.getByKey(this.#key)
    if (known) {
      const spec = { ...known.spec, renewTime: this.#renewTime(known.spec?.pingTime) }
      await client.replace(leaseCandidates, { ...known, spec }, { signal })
      return
    }
    const spec = { leaseName, binaryVersion, emulationVersion, strategy, renewTime: this.#renewTime() }
    await client.create(leaseCandidates, { metadata: { namespace, name }, spec }, { signal })
  }

  /** After the ping also if the clock of the server is ahead: an older answer would be asked for again at once. */
  #renewTime(pingTime?: string): string {
    const now = this.#clock.now()
    const pingMs = pingTime === undefined ? Number.NaN : Date.parse(pingTime)
    return microTime(pingMs >= now ? pingMs + 1 : now)
  }
}

/** Compares two times of an object to the microsecond; the server writes them all in one format. */
function isAfter(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined) return false
  if (b === undefined) return true
  const [aMs, bMs] = [Date.parse(a), Date.parse(b)]
  return aMs === bMs ? a > b : aMs > bMs
}
