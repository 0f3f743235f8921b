import { setTimeout as sleep } from 'node:timers/promises'
import { createKubeClient, type Random } from '@kube-informer/core'
import { seededRandom } from '@kube-informer/testing'
import type { Cluster } from '../../../../tools/kubernetes/start.ts'
import { type ElectorKind, ElectorProcess } from './elector-process.ts'
import type { LeadershipSpan } from './leadership-span.ts'
import { LeaseHistory } from './lease-history.ts'
import { type Partition, TcpProxy } from './tcp-proxy.ts'

/**
 * client-go compares records to the second, so renewals of one second look like one to its candidates. The lease is longer
 * than the retry period, the renew deadline and that second together.
 */
const DURATIONS = { leaseDurationMs: 5000, renewDeadlineMs: 2000, retryPeriodMs: 500 }
const AT = { namespace: 'default', name: 'shared' }
/** How long a takeover may take on a busy machine. */
const PATIENCE_MS = 30_000

/** What happens to a leader. */
type LeaderFault = 'kill' | 'terminate' | 'pause' | Partition

/**
 * A process of client-go's elector that is paused reports for up to its renew deadline that it leads when it goes on: it reads
 * the lease before it checks the time.
 */
const FAULTS: Readonly<Record<ElectorKind, readonly LeaderFault[]>> = {
  go: ['kill', 'hang', 'refuse', 'terminate'],
  own: ['kill', 'hang', 'refuse', 'terminate', 'pause'],
}

/** A candidate, with its own way to the apiserver. */
interface Candidate {
  readonly kind: ElectorKind
  readonly proxy: TcpProxy
  process: ElectorProcess
}

/** Electors of client-go and ours that share one Lease of a real apiserver. */
export class SharedLease {
  readonly history: LeaseHistory
  /** The faults so far: `go-1 hang`. */
  readonly faults: string[] = []
  readonly #cluster: Cluster
  readonly #random: Random
  readonly #candidates: Candidate[] = []
  readonly #past: LeadershipSpan[] = []
  readonly #pending: Record<ElectorKind, LeaderFault[]> = { go: [], own: [] }
  #started = 0

  private constructor(cluster: Cluster, seed: number) {
    this.#cluster = cluster
    this.#random = seededRandom(seed)
    const client = createKubeClient({ baseUrl: cluster.url, getToken: () => cluster.token })
    this.history = new LeaseHistory(client, AT)
  }

  static async start(cluster: Cluster, { seed }: { readonly seed: number }): Promise<SharedLease> {
    const lease = new SharedLease(cluster, seed)
    try {
      for (const kind of ['go', 'own', 'go', 'own', 'go', 'own'] as const) await lease.#add(kind)
      return lease
    } catch (error) {
      await lease.close()
      throw error
    }
  }

  /** The times in which each process led. */
  get spans(): readonly LeadershipSpan[] {
    return [...this.#past, ...this.#candidates.flatMap(({ process }) => process.spans)]
  }

  /** The kinds that have led. */
  get winners(): ReadonlySet<string> {
    return new Set(this.spans.map(({ identity }) => identity.split('-')[0] ?? ''))
  }

  /** Lets a leader lead for a while, ends its leadership with a fault, and waits for another one. */
  async round(): Promise<void> {
    const leader = await this.#leader()
    await sleep(this.#random() * 1000)
    const bystander = this.#pick(this.#candidates.filter(each => each !== leader))
    bystander.proxy.cut('hang')
    const fault = this.#nextFault(leader.kind)
    this.faults.push(`${leader.process.identity} ${fault}`)
    await this.#strike(leader, fault)
    bystander.proxy.heal()
  }

  /** Partitions all others until an elector of this kind leads. */
  async elect(kind: ElectorKind): Promise<void> {
    const others = this.#candidates.filter(each => each.kind !== kind)
    for (const { proxy } of others) proxy.cut('refuse')
    await this.#leader(each => each.kind === kind)
    for (const { proxy } of others) proxy.heal()
  }

  /** Ends all processes. */
  async close(): Promise<void> {
    for (const { process, proxy } of this.#candidates) {
      await process.kill()
      await proxy.close()
    }
    await this.history.stop()
  }

  async #add(kind: ElectorKind): Promise<void> {
    const proxy = await TcpProxy.start(this.#cluster.url)
    this.#candidates.push({ kind, proxy, process: this.#spawn(kind, proxy) })
  }

  #spawn(kind: ElectorKind, { url }: TcpProxy): ElectorProcess {
    const { token, ca = '' } = this.#cluster
    const identity = `${kind}-${++this.#started}`
    return new ElectorProcess(kind, { url, token, ca, identity, ...AT, ...DURATIONS })
  }

  async #strike(leader: Candidate, fault: LeaderFault): Promise<void> {
    const { process, proxy } = leader
    if (fault === 'hang' || fault === 'refuse') {
      proxy.cut(fault)
      await this.#leader(each => each !== leader)
      proxy.heal()
    } else if (fault === 'pause') {
      process.pause()
      await this.#leader(each => each !== leader)
      process.resume()
    } else {
      await (fault === 'kill' ? process.kill() : process.terminate())
      this.#past.push(...process.spans)
      leader.process = this.#spawn(leader.kind, proxy)
      await this.#leader()
    }
  }

  /** Waits until a process leads that fits. */
  async #leader(fits: (candidate: Candidate) => boolean = () => true): Promise<Candidate> {
    for (const deadline = performance.now() + PATIENCE_MS; performance.now() < deadline; await sleep(20)) {
      const dead = this.#candidates.find(({ process }) => process.hasExited)
      if (dead) throw new Error(`${dead.process.identity} has ended: ${dead.process.errors}`)
      const leader = this.#candidates.find(each => each.process.isLeading && fits(each))
      if (leader) return leader
    }
    const errors = this.#candidates.map(({ process }) => `${process.identity}: ${process.errors}`)
    throw new Error(`no elector leads after ${this.faults.join(', ')}\n${errors.join('\n')}`)
  }

  /** Each fault of a kind once, in random order, before any again. */
  #nextFault(kind: ElectorKind): LeaderFault {
    const pending = this.#pending[kind]
    if (pending.length === 0) pending.push(...FAULTS[kind])
    const fault = this.#pick(pending)
    pending.splice(pending.indexOf(fault), 1)
    return fault
  }

  #pick<T>(values: readonly T[]): T {
    const value = values[Math.floor(this.#random() * values.length)]
    if (value === undefined) throw new Error('there is nothing to pick from')
    return value
  }
}
