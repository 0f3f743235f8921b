import type { Random } from '@kube-informer/core'
import { createFakeApiserver, type FakeApiserver, FakeClock, seededRandom } from '@kube-informer/testing'
import { Violation } from '../violation.ts'
import { Crowd } from './crowd.ts'
import { CrowdStats } from './crowd-stats.ts'
import type { Faulty } from './faulty.ts'
import { Oracle } from './oracle.ts'
import { Tree } from './tree.ts'
import { checkLinks, checkQueues, checkRates, checkServer } from './tree-checks.ts'
import { TreeFaults } from './tree-faults.ts'
import { startMsOf, type TreePlan } from './tree-plan.ts'
import { Users } from './users.ts'

/** Objects at the start. */
const OBJECTS = 40
/** How late an event may be: four flush windows, and the time between two checks. */
const ALLOWED_DELAY_MS = 1000
/** How long the effect of a fault lasts, without the readers' return. */
const LAST_FAULT_MS = 45_000

/** Options of {@link runTree}. */
export interface RunTreeOptions {
  /** Only these leaves have readers. @default all */
  readonly leaves?: { readonly from: number; readonly to: number }
  readonly faulty?: Faulty
}

/** The result of a run. */
export interface TreeReport {
  readonly seed: number
  /** The first violated invariant. */
  readonly failure: string | undefined
  readonly readers: number
  readonly stats: CrowdStats
  /** The largest number of watches that a leaf opened within a second, and within ten. */
  readonly peakOpens: readonly [number, number]
  readonly reviews: number
  readonly peakReviews: number
  readonly lists: { readonly root: number; readonly others: number }
  readonly writes: number
  /** Of all writes: equal for runs whose leaves saw the same tree. */
  readonly hash: number
  readonly mostQueuedBytes: number
  readonly virtualMs: number
}

/** Runs a plan in virtual time, and checks the invariants each second and at the end. */
export async function runTree(plan: TreePlan, options: RunTreeOptions = {}): Promise<TreeReport> {
  const run = new TreeRun(plan, options)
  let failure: string | undefined
  try {
    await run.run()
  } catch (error) {
    if (!(error instanceof Violation)) throw error
    failure = error.message
  } finally {
    await run.stop()
  }
  return run.report(failure)
}

class TreeRun {
  readonly #plan: TreePlan
  readonly #clock = new FakeClock({ quietTicks: 2 })
  readonly #startedAt = this.#clock.now()
  readonly #random: Random
  /** Its numbers must not depend on which leaves have readers. */
  readonly #writes: Random
  readonly #users: Users
  readonly #server: FakeApiserver
  readonly #oracle: Oracle
  readonly #tree: Tree
  readonly #leaves: { readonly from: number; readonly to: number }
  #crowds: readonly Crowd[] = []
  #fault: string | undefined
  #mostQueuedBytes = 0

  constructor(plan: TreePlan, { leaves, faulty }: RunTreeOptions) {
    const clock = this.#clock
    this.#plan = plan
    this.#leaves = leaves ?? { from: 0, to: plan.size.leaves }
    this.#random = seededRandom(plan.seed + 4 + 7 * this.#leaves.from)
    this.#writes = seededRandom(plan.seed)
    this.#users = new Users({
      random: seededRandom(plan.seed + 1),
      tokenExpiresAt: Math.ceil((this.#startedAt + plan.tokenExpiresMs) / 1000) * 1000,
    })
    this.#server = createFakeApiserver({
      clock,
      random: seededRandom(plan.seed + 2),
      auth: {
        token: token => {
          const username = token === 'relay' ? token : this.#users.find(token)?.name
          return username === undefined ? undefined : { username }
        },
      },
      authorize: ({ user }) => this.#users.mayRead(user),
    })
    this.#oracle = new Oracle({ server: this.#server, clock, random: seededRandom(plan.seed + 3) })
    this.#tree = new Tree({ plan, server: this.#server, clock, faulty })
  }

  async run(): Promise<void> {
    const { steps, size, startsTogether } = this.#plan
    for (let object = 0; object < OBJECTS; object++) this.#oracle.write()
    for (const node of this.#tree.nodes) {
      node.start()
      await this.#clock.advance(100)
    }
    this.#crowds = this.#createCrowds()
    const faults = this.#faults()
    const startMs = startMsOf(size)
    for (const { readers } of this.#crowds)
      for (const reader of readers) reader.start(startsTogether ? 0 : this.#random() * startMs)
    const firstMs = this.#elapsed()
    // What returns last: readers that were refused again, after the longest delays.
    const faultsMs = startMs + size.seconds * 1000 + LAST_FAULT_MS
    const endMs = faultsMs + startMs + 90_000
    let next = 0
    for (let ms = 0; ms < endMs && !(ms > faultsMs && this.#hasSettled()); ms += 1000) {
      for (let step = steps[next]; step && step.atMs <= ms; step = steps[++next]) faults.apply(step.action)
      if (ms < faultsMs && this.#writes() < 0.2) this.#oracle.write()
      await this.#clock.advance(firstMs + ms + 1000 - this.#elapsed())
      this.#check()
    }
    for (const crowd of this.#crowds) crowd.checkEnd()
    checkServer(this.#server, this.#oracle)
    this.#check()
  }

  async stop(): Promise<void> {
    for (const crowd of this.#crowds) crowd.stop()
    await Promise.all(this.#tree.nodes.map(node => node.stop()))
    await this.#clock.settle()
  }

  report(failure: string | undefined): TreeReport {
    const { root, nodes, reviews, reviewMeter } = this.#tree
    const peak = (seconds: number) =>
      Math.max(...this.#crowds.flatMap(({ meters }) => meters.map(meter => meter.peak(seconds))))
    const others = nodes.reduce((sum, { link }) => sum + link.lists, 0) - root.link.lists
    return {
      seed: this.#plan.seed,
      failure,
      readers: this.#crowds.reduce((sum, { readers }) => sum + readers.length, 0),
      stats: totalOf(this.#crowds.map(({ stats }) => stats)),
      peakOpens: [peak(1), peak(10)],
      reviews,
      peakReviews: reviewMeter.peak(1),
      lists: { root: root.link.lists, others },
      writes: this.#oracle.writes,
      hash: this.#oracle.hash,
      mostQueuedBytes: this.#mostQueuedBytes,
      virtualMs: this.#elapsed(),
    }
  }

  #elapsed(): number {
    return this.#clock.now() - this.#startedAt
  }

  #createCrowds(): readonly Crowd[] {
    const { size, seed } = this.#plan
    const { from, to } = this.#leaves
    return this.#tree.leaves.slice(from, to).map((leaf, index) => {
      const readers = Math.round(size.readers / size.leaves)
      return new Crowd({
        leaf,
        users: this.#users.add(leaf.name, Math.ceil(readers / size.readersPerUser)),
        readers,
        oracle: this.#oracle,
        clock: this.#clock,
        random: seededRandom(seed + 10_000 + from + index),
        connectedSince: () => this.#tree.connectedSince(leaf),
        onFault: fault => {
          this.#fault ??= `after ${this.#elapsed() / 1000} s: ${fault}`
        },
      })
    })
  }

  /** Whether all readers that may read have a watch. */
  #hasSettled(): boolean {
    return this.#crowds.every(({ readers }) => readers.every(({ isOpen, isGone }) => isOpen || isGone))
  }

  #faults(): TreeFaults {
    return new TreeFaults({
      clock: this.#clock,
      server: this.#server,
      oracle: this.#oracle,
      tree: this.#tree,
      users: this.#users,
      crowds: this.#crowds,
      watchesRbac: this.#plan.watchesRbac,
    })
  }

  #check(): void {
    for (const crowd of this.#crowds) crowd.check(ALLOWED_DELAY_MS)
    checkLinks(this.#tree.nodes)
    const queued = checkQueues(this.#crowds, this.#plan.size)
    this.#mostQueuedBytes = Math.max(this.#mostQueuedBytes, queued)
    checkRates(this.#crowds, this.#plan.size)
    if (this.#fault !== undefined) throw new Violation(this.#fault)
  }
}

function totalOf(all: readonly CrowdStats[]): CrowdStats {
  const total = new CrowdStats()
  for (const stats of all)
    for (const key of Object.keys(total) as (keyof CrowdStats)[])
      total[key] = key.startsWith('most') ? Math.max(total[key], stats[key]) : total[key] + stats[key]
  return total
}
