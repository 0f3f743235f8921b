import { deployments, type Pod, pods } from '@kube-informer/core/resources'
import type { FakeApiserver } from '@kube-informer/testing'
import { ensure } from '../violation.ts'
import { childrenOf } from './keeper.ts'
import type { ProcessObserver } from './process.ts'
import type { SentWrite } from './process-network.ts'

/** What one process does now. */
interface Activity {
  readonly name: string
  readonly isAwake: () => boolean
  isLeading: boolean
  /** The parents that it reconciles, and how many children each wants. */
  readonly reconciling: Map<string, number | undefined>
}

/** Checks what processes do while they do it. The first violation is kept, since they run in the program's callbacks. */
export class Checks {
  readonly #server: FakeApiserver
  readonly #activities: Activity[] = []
  #violation: unknown

  constructor(server: FakeApiserver) {
    this.#server = server
  }

  /** The process that leads, and is not suspended. */
  get leader(): string | undefined {
    return this.#activities.find(({ isLeading, isAwake }) => isLeading && isAwake())?.name
  }

  /** Throws the first violation. */
  throwViolation(): void {
    if (this.#violation !== undefined) throw this.#violation
  }

  /** The observer of a new process. */
  observe(name: string, isAwake: () => boolean): ProcessObserver {
    const activity: Activity = { name, isAwake, isLeading: false, reconciling: new Map() }
    this.#activities.push(activity)
    const checked =
      <A extends readonly unknown[]>(check: (...args: A) => void) =>
      (...args: A) => {
        try {
          check(...args)
        } catch (error) {
          this.#violation ??= error
        }
      }
    return {
      onLeading: checked(() => this.#onLeading(activity)),
      onStopped: checked(() => this.#onStopped(activity)),
      onStart: checked(key => this.#onStart(activity, key)),
      onWanted: (key, wanted) => activity.reconciling.set(key, wanted),
      onEnd: key => activity.reconciling.delete(key),
      onWrite: checked(write => this.#onWrite(activity, write)),
    }
  }

  /** Another process that leads. A suspended one does nothing: it may believe that it leads until it wakes. */
  #otherLeader(activity: Activity): Activity | undefined {
    return this.#activities.find(other => other !== activity && other.isLeading && other.isAwake())
  }

  #onLeading(activity: Activity): void {
    activity.isLeading = true
    const other = this.#otherLeader(activity)
    ensure(!other, () => `leadership overlap: ${activity.name} leads while ${other?.name} does`)
  }

  #onStopped(activity: Activity): void {
    activity.isLeading = false
  }

  #onStart(activity: Activity, key: string): void {
    const other = this.#activities.find(({ reconciling, isAwake }) => reconciling.has(key) && isAwake())
    ensure(!other, () => `${key} is reconciled twice at once, by ${activity.name} and ${other?.name}`)
    activity.reconciling.set(key, undefined)
  }

  #onWrite(activity: Activity, { method, url, body }: SentWrite): void {
    const leader = this.#otherLeader(activity)
    ensure(!leader, () => `${activity.name} writes while ${leader?.name} leads: ${method} ${url}`)
    if (method === 'POST' && url.includes('/pods')) this.#onChild(activity, JSON.parse(body) as Pod)
  }

  /** The child is about to be created. */
  #onChild(activity: Activity, { metadata }: Pod): void {
    const [owner] = metadata?.ownerReferences ?? []
    const wanted = activity.reconciling.get(owner?.name ?? '') ?? 0
    const parent = { metadata: { uid: owner?.uid ?? '' } }
    const count = childrenOf(parent, this.#server.list(pods)).length
    ensure(
      count < wanted,
      () => `child created twice: ${owner?.name} has ${count} of ${wanted}, and ${activity.name} creates one`,
    )
  }

  /** After recovery, each parent has the children that it wants, and no child is without a parent. */
  checkConverged(): void {
    const parents = this.#server.list(deployments)
    const children = this.#server.list(pods)
    for (const parent of parents) {
      const wanted = parent.spec?.replicas ?? 0
      const count = childrenOf(parent, children).length
      ensure(count === wanted, () => `${parent.metadata?.name} has ${count} children and wants ${wanted}`)
      const reported = parent.status?.replicas ?? 0
      ensure(
        reported === wanted,
        () => `${parent.metadata?.name} reports ${reported} replicas, not ${wanted}`,
      )
    }
    const owned = parents.reduce((sum, parent) => sum + childrenOf(parent, children).length, 0)
    ensure(children.length === owned, () => `${children.length - owned} children have no parent`)
  }
}
