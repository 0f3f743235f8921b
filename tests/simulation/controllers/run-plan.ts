import type { KubernetesObject } from '@kube-informer/core'
import { type Deployment, deployments, leases, pods } from '@kube-informer/core/resources'
import {
  createFakeApiserver,
  type FakeApiserver,
  FakeClock,
  type FaultPlay,
  playFaults,
  seededRandom,
} from '@kube-informer/testing'
import { ensure } from '../violation.ts'
import { loadServer } from '../write-path.ts'
import { Checks } from './checks.ts'
import { NAMESPACE } from './keeper.ts'
import type { Action, Plan } from './plan.ts'
import { Process } from './process.ts'

/** After the faults: an expired lease, the longest backoff and the idle timeout of a watch fit in. */
const RECOVERY_MS = 8 * 60_000
const GRACE_MS = 60_000
const INITIAL_REPLICAS = 3

/** Measurements of one history. */
export interface ControllersStats {
  readonly virtualMs: number
  readonly requests: number
}

/** Runs a plan; throws a `Violation` when an invariant does not hold. */
export async function runControllersPlan(plan: Plan): Promise<ControllersStats> {
  await loadServer()
  const history = new ControllersHistory(plan)
  for (const { atMs, action } of plan.steps) await history.runStep(atMs, action)
  return await history.finish()
}

class ControllersHistory {
  readonly #plan: Plan
  readonly #clock = new FakeClock({ quietTicks: 3 })
  readonly #server: FakeApiserver
  readonly #checks: Checks
  readonly #faults: FaultPlay[] = []
  readonly #processes: Process[] = []
  readonly #all: Process[] = []
  readonly #startedAt = this.#clock.now()
  /** Numbers identities, replacements of parents and edits. */
  #count = 0

  constructor(plan: Plan) {
    this.#plan = plan
    this.#server = createFakeApiserver({
      clock: this.#clock,
      random: seededRandom(plan.seed),
      controllers: { garbageCollector: true },
    })
    for (let parent = 0; parent < plan.parents; parent++) this.#createParent(`p${parent}`)
    this.#checks = new Checks(this.#server)
    for (const index of plan.processes.keys()) this.#start(index)
  }

  async runStep(atMs: number, action: Action): Promise<void> {
    await this.#clock.advance(this.#startedAt + atMs - this.#clock.now())
    this.#checks.throwViolation()
    this.#perform(action)
    await this.#clock.settle()
    this.#checks.throwViolation()
  }

  async finish(): Promise<ControllersStats> {
    this.#clearFaults()
    for (const index of this.#plan.processes.keys()) {
      this.#processes[index]?.resume()
      this.#start(index)
    }
    // A process that finds out late that it has lost its lease fails, and is started again.
    for (let half = 0; half < 2; half++) {
      await this.#clock.advance(RECOVERY_MS / 2)
      for (const index of this.#plan.processes.keys()) this.#start(index)
    }
    this.#checks.throwViolation()
    this.#checks.checkConverged()
    for (const process of this.#processes) process.stop()
    await this.#clock.advance(GRACE_MS)
    this.#checks.throwViolation()
    this.#checkStopped()
    return { virtualMs: this.#clock.now() - this.#startedAt, requests: this.#server.requests.length }
  }

  #checkStopped(): void {
    const { pendingTimers } = this.#clock
    const { openWatches } = this.#server
    const running = this.#all.filter(({ state }) => state === 'running').length
    ensure(running === 0, () => `${running} managers run after their stop`)
    ensure(pendingTimers === 0, () => `${pendingTimers} timers are pending after the stop`)
    ensure(openWatches === 0, () => `${openWatches} watches are open after the stop`)
  }

  /** Starts a process unless one runs already. */
  #start(index: number): void {
    const plan = this.#plan.processes[index]
    if (!plan || this.#processes[index]?.state === 'running') return
    const identity = `process-${index}-${this.#count++}`
    const process: Process = new Process({
      plan,
      identity,
      latencyMs: this.#plan.latencyMs,
      fetch: this.#server.fetch,
      clock: this.#clock,
      random: seededRandom(this.#plan.seed + this.#count),
      observer: this.#checks.observe(identity, () => process.isAwake),
    })
    this.#processes[index] = process
    this.#all.push(process)
  }

  #perform(action: Action): void {
    switch (action.type) {
      case 'scale':
        this.#changeParent(action.parent, parent => scaled(parent, action.replicas))
        break
      case 'annotate':
        this.#changeParent(action.parent, parent => this.#annotated(parent))
        break
      case 'delete-parent':
        this.#replaceParent(action.parent)
        break
      case 'delete-child':
      case 'edit-child':
        this.#changeChild(action.child, action.type)
        break
      case 'edit-lease':
        this.#editLease()
        break
      case 'inject-fault':
        this.#faults.push(playFaults(this.#server, [{ atMs: 0, fault: action.fault }]))
        break
      case 'stop-leader':
        this.#leader?.stop()
        break
      case 'suspend-leader':
        this.#suspend(this.#leader, action.forMs)
        break
      case 'clear-faults':
        this.#clearFaults()
        break
      default:
        this.#performOn(action)
    }
  }

  #performOn(action: Extract<Action, { readonly process: number }>): void {
    const index = action.process % this.#plan.processes.length
    const process = this.#processes[index]
    switch (action.type) {
      case 'start':
        this.#start(index)
        break
      case 'stop':
        process?.stop()
        break
      case 'kill':
        process?.kill()
        break
      case 'restart':
        process?.kill()
        this.#start(index)
        break
      case 'suspend':
        this.#suspend(process, action.forMs)
        break
      case 'outage':
        process?.network.startOutage(action.forMs)
        break
      case 'delay-watches':
        process?.network.delayWatches(action.byMs, action.resource)
        break
      case 'fail-writes':
        for (const fault of action.faults) process?.network.failNextWrite(fault)
    }
  }

  get #leader(): Process | undefined {
    return this.#processes.find(({ identity }) => identity === this.#checks.leader)
  }

  #suspend(process: Process | undefined, forMs: number): void {
    process?.suspend()
    this.#clock.setTimeout(() => process?.resume(), forMs)
  }

  #clearFaults(): void {
    for (const fault of this.#faults.splice(0)) fault.stop()
    this.#server.faults.clear()
    for (const { network } of this.#processes) network.clearFaults()
  }

  #createParent(name: string): void {
    this.#server.create({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name, namespace: NAMESPACE },
      spec: { replicas: INITIAL_REPLICAS, selector: {}, template: {} } as never,
    })
  }

  #changeParent(index: number, change: (parent: Deployment) => Deployment): void {
    const parent = this.#server.get(deployments, `${NAMESPACE}/p${index % this.#plan.parents}`)
    if (parent) this.#server.update(change(parent))
  }

  /** Deletes a parent, and creates another one of that name. */
  #replaceParent(index: number): void {
    const name = `p${index % this.#plan.parents}`
    const parent = this.#server.get(deployments, `${NAMESPACE}/${name}`)
    if (parent) this.#server.delete(parent)
    this.#createParent(name)
  }

  #changeChild(index: number, change: 'delete-child' | 'edit-child'): void {
    const children = this.#server.list(pods)
    const child = children[index % Math.max(1, children.length)]
    if (!child) return
    if (change === 'delete-child') this.#server.delete(child)
    else this.#server.update(this.#annotated(child))
  }

  /** The next renewal fails with a conflict. */
  #editLease(): void {
    const [lease] = this.#server.list(leases)
    if (lease) this.#server.update(this.#annotated(lease))
  }

  #annotated<T extends KubernetesObject>(object: T): T {
    return { ...object, metadata: { ...object.metadata, annotations: { edit: String(this.#count++) } } }
  }
}

const scaled = (parent: Deployment, replicas: number): Deployment => ({
  ...parent,
  spec: { ...parent.spec, replicas } as NonNullable<Deployment['spec']>,
})
