import { type CallOptions, type KubeClient, UsageError } from '@kube-informer/core'
import { abortable, callSafely } from '@kube-informer/core/internal'
import { type Lease, leases } from '@kube-informer/core/resources'
import type { EventRecorder } from '../api/reconciler.ts'
import { type LeaderElectionRecord, recordOfSpec, specOfRecord } from './leader-election-record.ts'
import type { ResourceLock } from './resource-lock.ts'

/** Which Lease the electors share, and who this one is. */
export interface LeaseLockOptions {
  readonly client: Pick<KubeClient, 'get' | 'create' | 'replace'>
  readonly namespace: string
  readonly name: string
  /** The name of this candidate. Two processes with one identity would both lead: include a random part. */
  readonly identity: string
  /** Set on the Lease with each write. Other labels of the Lease stay. */
  readonly labels?: Readonly<Record<string, string>> | undefined
  /** Receives an event when the leadership starts and ends. */
  readonly events?: Pick<EventRecorder, 'event'> | undefined
}

/**
 * A lock that is a Lease (client-go `resourcelock.LeaseLock`). Other implementations of the protocol, such as client-go's,
 * can compete for the same Lease.
 *
 * @example
 * const lock = new LeaseLock({ client, namespace: 'ops', name: 'widgets', identity: `${hostname}_${crypto.randomUUID()}` })
 */
export class LeaseLock implements ResourceLock {
  readonly identity: string
  readonly namespace: string
  readonly name: string
  readonly #client: LeaseLockOptions['client']
  readonly #labels: LeaseLockOptions['labels']
  readonly #events: LeaseLockOptions['events']
  /** As it was last read or written: its resourceVersion is the precondition of the next update. */
  #lease: Lease | undefined

  constructor({ client, namespace, name, identity, labels, events }: LeaseLockOptions) {
    this.identity = identity
    this.namespace = namespace
    this.name = name
    this.#client = client
    this.#labels = labels
    this.#events = events
  }

  async get({ signal }: CallOptions = {}): Promise<LeaderElectionRecord> {
    const { namespace, name } = this
    this.#lease = await abortable(this.#client.get(leases, { namespace, name }, { signal }), signal)
    return recordOfSpec(this.#lease.spec)
  }

  async create(record: LeaderElectionRecord, { signal }: CallOptions = {}): Promise<void> {
    const { namespace, name } = this
    const labels = this.#labels && { ...this.#labels }
    const lease: Lease = {
      metadata: { namespace, name, ...(labels && { labels }) },
      spec: specOfRecord(record),
    }
    this.#lease = await abortable(this.#client.create(leases, lease, { signal }), signal)
  }

  /** Throws a UsageError before the first `get` or `create`. */
  async update(record: LeaderElectionRecord, { signal }: CallOptions = {}): Promise<void> {
    if (!this.#lease) throw new UsageError('lease not initialized, call get or create first')
    const { metadata } = this.#lease
    const labels = this.#labels && { ...metadata?.labels, ...this.#labels }
    const lease: Lease = {
      ...this.#lease,
      metadata: { ...metadata, ...(labels && { labels }) },
      spec: specOfRecord(record),
    }
    // A result that arrives after an abort is dropped: the next update must build on what its caller has seen.
    this.#lease = await abortable(this.#client.replace(leases, lease, { signal }), signal)
  }

  recordEvent(text: string): void {
    const { namespace, name, identity } = this
    const metadata = this.#lease?.metadata ?? { namespace, name }
    const lease: Lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata }
    callSafely(() => this.#events?.event(lease, 'Normal', 'LeaderElection', `${identity} ${text}`))
  }

  describe(): string {
    return `${this.namespace}/${this.name}`
  }
}
