import type { Clock, Random } from '@kube-informer/core'
import { Agenda } from './agenda.ts'
import { ChunkCheck } from './chunk-check.ts'
import { CrowdStats } from './crowd-stats.ts'
import type { Oracle } from './oracle.ts'
import { RateMeter } from './rate-meter.ts'
import { Reader } from './reader.ts'
import type { ReaderContext } from './reader-context.ts'
import type { TreeNode } from './tree-node.ts'
import type { User } from './users.ts'

/** Options of {@link Crowd}. */
export interface CrowdOptions {
  readonly leaf: TreeNode
  readonly users: readonly User[]
  readonly readers: number
  readonly oracle: Oracle
  readonly clock: Clock
  readonly random: Random
  /** Since when all links from the leaf to the apiserver have been open; undefined while one is not. */
  readonly connectedSince: () => number | undefined
  /** Called with what is wrong. */
  readonly onFault: (fault: string) => void
}

/** The readers of one leaf, and what they share. */
export class Crowd implements ReaderContext {
  readonly stats = new CrowdStats()
  readonly readers: readonly Reader[]
  readonly users: readonly User[]
  readonly leaf: TreeNode
  readonly clock: Clock
  readonly random: Random
  readonly oracle: Oracle
  readonly agenda: Agenda
  readonly chunks: ChunkCheck
  /** The opens of each process of the leaf. */
  readonly meters: RateMeter[]
  readonly #options: CrowdOptions

  constructor(options: CrowdOptions) {
    const { leaf, users, readers, oracle, clock, random } = options
    this.#options = options
    this.users = users
    this.leaf = leaf
    this.clock = clock
    this.random = random
    this.oracle = oracle
    this.agenda = new Agenda(clock)
    this.chunks = new ChunkCheck(oracle)
    this.meters = [new RateMeter(clock.now())]
    this.readers = Array.from({ length: readers }, (_, index) => new Reader(this, index))
  }

  connectedSince(): number | undefined {
    return this.#options.connectedSince()
  }

  fault(text: string): void {
    this.#options.onFault(`${this.leaf.name}: ${text}`)
  }

  opened(): void {
    this.stats.opened++
    this.meters.at(-1)?.add(this.clock.now())
  }

  /** The process of the leaf has ended: all connections break. */
  cut(): void {
    for (const reader of this.readers) reader.cut()
  }

  /** A new process of the leaf has started. */
  restarted(): void {
    this.meters.push(new RateMeter(this.clock.now()))
  }

  /** Checks that all readers that could follow have followed, and that no reader without access reads. */
  check(allowedDelayMs: number): void {
    const now = this.clock.now()
    const since = this.connectedSince()
    const from = now - allowedDelayMs
    const expected = this.#expected(from)
    for (const reader of this.readers) {
      // One that does not read cannot notice the end.
      if (reader.isOpen && !reader.isStalled && reader.user.deniedBy < now)
        this.fault(
          `a watch of ${reader.user.name} is open ${now - reader.user.deniedBy} ms after it had to end`,
        )
      if (since === undefined || since > from || !reader.followsSince(from)) continue
      if (reader.position < (expected[reader.view] ?? 0))
        this.fault(`reader ${reader.index} has ${reader.position} of ${expected[reader.view]} events`)
    }
  }

  /** Checks that all readers have everything, except those without access. */
  checkEnd(): void {
    const expected = this.#expected(Number.POSITIVE_INFINITY)
    for (const reader of this.readers) {
      if (reader.user.isDenied || reader.user.deniedBy < this.clock.now()) {
        if (reader.isOpen) this.fault(`reader ${reader.index} still reads without access`)
      } else if (!reader.isOpen || reader.position !== expected[reader.view])
        this.fault(
          `reader ${reader.index} ended with ${reader.position} of ${expected[reader.view]} events${reader.isOpen ? '' : ', without a watch'}`,
        )
    }
  }

  /** No reader requests anything any more. */
  stop(): void {
    this.agenda.stop()
    for (const reader of this.readers) reader.stop()
  }

  #expected(until: number): readonly number[] {
    const counts: number[] = []
    for (const { view } of this.readers) counts[view] ??= this.oracle.countAt(view, until)
    return counts
  }
}
