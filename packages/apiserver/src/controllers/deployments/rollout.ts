import {
  type Deployment,
  deployments,
  pods,
  type ReplicaSet,
  replicaSets,
} from '@kube-informer/core/resources'
import { type ControllerClient, objectKey } from '../base/controller-client.ts'
import { isFinished } from '../base/pod-state.ts'
import { generationOf, uidOf } from '../base/stored-metadata.ts'
import {
  annotatedCount,
  DESIRED_REPLICAS,
  hasAnnotations,
  revisionOf,
  sizeAnnotations,
} from './annotations.ts'
import { conditionOf, deadlineMs, setCondition } from './conditions.ts'
import {
  allOf,
  countedStatus,
  isComplete,
  isSameStatus,
  type Revisions,
  rolloutStatus,
  stuckInMs,
} from './deployment-status.ts'
import {
  isRolling,
  marginsOf,
  nextReplicas,
  proportionalSizes,
  replicasOf,
  totalAvailable,
  totalReplicas,
} from './replica-counts.ts'
import { byCreation, type RevisionKeeper } from './revisions.ts'

const UNLIMITED = 2 ** 31 - 1
const DEFAULT_HISTORY = 10

const isInUse = (replicaSet: ReplicaSet): boolean => replicasOf(replicaSet) > 0

/** Brings the ReplicaSets of one Deployment one step closer to its template and size (pkg/controller/deployment). */
export class Rollout {
  readonly #client: ControllerClient
  readonly #keeper: RevisionKeeper
  readonly #key: string
  readonly #mayAdopt: boolean

  constructor(
    client: ControllerClient,
    keeper: RevisionKeeper,
    { key, mayAdopt }: { readonly key: string; readonly mayAdopt: boolean },
  ) {
    this.#client = client
    this.#keeper = keeper
    this.#key = key
    this.#mayAdopt = mayAdopt
  }

  /** Takes the step. Returns when to look again in ms, if nothing happens until then. */
  run(): number | undefined {
    const deployment = this.#live()
    if (!deployment) return undefined
    const list = this.#keeper.claim(deployment, this.#mayAdopt)
    if (deployment.metadata?.deletionTimestamp) this.#writeCounts({ current: undefined, old: list })
    else this.#advance(deployment, list)
    const after = this.#live()
    return after && stuckInMs(after, after.status ?? {}, this.#client.nowMs)
  }

  /** The Deployment with the writes so far. */
  #live(): Deployment | undefined {
    return this.#client.get(deployments, this.#key)
  }

  /** The ReplicaSet with the writes so far. */
  #latest(replicaSet: ReplicaSet): ReplicaSet {
    return this.#client.get(replicaSets, objectKey(replicaSet)) ?? replicaSet
  }

  #advance(deployment: Deployment, list: readonly ReplicaSet[]): void {
    this.#notePause(deployment)
    const revisions = this.#keeper.split(deployment, list, false)
    if (deployment.spec.paused || isScaling(deployment, allOf(revisions))) this.#scale(deployment, revisions)
    else if (isRolling(deployment)) this.#roll(deployment, list)
    else this.#recreate(deployment, list, revisions)
  }

  #notePause(deployment: Deployment): void {
    const { reason } = conditionOf(deployment.status?.conditions, 'Progressing') ?? {}
    if (deadlineMs(deployment) === undefined || reason === 'ProgressDeadlineExceeded') return
    const isPaused = deployment.spec.paused ?? false
    if (isPaused === (reason === 'DeploymentPaused')) return
    const conditions = setCondition(
      deployment.status?.conditions ?? [],
      isPaused
        ? ['Progressing', 'Unknown', 'DeploymentPaused', 'Deployment is paused']
        : ['Progressing', 'Unknown', 'DeploymentResumed', 'Deployment is resumed'],
      this.#client.nowMs,
    )
    this.#client.replace(
      deployments,
      { ...deployment, status: { ...deployment.status, conditions } },
      'status',
    )
  }

  #roll(deployment: Deployment, list: readonly ReplicaSet[]): void {
    const revisions = this.#keeper.split(deployment, list, true)
    const isMoved = this.#growCurrent(deployment, revisions) || this.#shrinkOld(deployment, revisions)
    if (!isMoved && isComplete(this.#live() ?? deployment)) this.#cleanUp(deployment, revisions)
    this.#writeProgress(revisions)
  }

  #growCurrent(deployment: Deployment, { current, old }: Revisions): boolean {
    if (!current || replicasOf(current) === replicasOf(deployment)) return false
    const size =
      replicasOf(current) > replicasOf(deployment)
        ? replicasOf(deployment)
        : nextReplicas(deployment, [...old, current], replicasOf(current))
    return this.#resize(deployment, current, size)
  }

  /** First removes Pods that are not available, then as many available ones as may be missing. */
  #shrinkOld(deployment: Deployment, revisions: Revisions): boolean {
    const { current } = revisions
    const old = revisions.old.filter(isInUse)
    if (!current || old.length === 0) return false
    const least = replicasOf(deployment) - marginsOf(deployment).unavailable
    const missing = replicasOf(current) - (current.status?.availableReplicas ?? 0)
    const spare = totalReplicas([...old, current]) - least - missing
    if (spare <= 0) return false
    const unhealthy = this.#shrink(deployment, old, spare, replicaSet =>
      Math.max(0, replicasOf(replicaSet) - (replicaSet.status?.availableReplicas ?? 0)),
    )
    const left = old.map(replicaSet => this.#latest(replicaSet))
    const available = totalAvailable([...left, current]) - least
    return this.#shrink(deployment, left, available, replicasOf) + unhealthy > 0
  }

  /** Scales ReplicaSets down, the oldest first, until `most` Pods are removed; returns how many are. */
  #shrink(
    deployment: Deployment,
    old: readonly ReplicaSet[],
    most: number,
    removable: (replicaSet: ReplicaSet) => number,
  ): number {
    let removed = 0
    for (const replicaSet of [...old].sort(byCreation)) {
      const count = Math.min(most - removed, removable(replicaSet))
      if (count <= 0) continue
      this.#resize(deployment, replicaSet, replicasOf(replicaSet) - count)
      removed += count
    }
    return removed
  }

  #recreate(deployment: Deployment, list: readonly ReplicaSet[], revisions: Revisions): void {
    const shrunk = revisions.old.filter(isInUse)
    for (const replicaSet of shrunk) this.#resize(deployment, replicaSet, 0)
    if (shrunk.length > 0 || revisions.old.some(replicaSet => this.#hasPods(replicaSet))) {
      this.#writeProgress(revisions)
      return
    }
    const next = revisions.current ? revisions : this.#keeper.split(deployment, list, true)
    if (next.current) this.#resize(deployment, next.current, replicasOf(deployment))
    if (isComplete(this.#live() ?? deployment)) this.#cleanUp(deployment, next)
    this.#writeProgress(next)
  }

  #hasPods(replicaSet: ReplicaSet): boolean {
    return this.#client.dependents(pods, uidOf(replicaSet)).some(pod => !isFinished(pod))
  }

  /** Follows the size of a Deployment that is paused, or was scaled. */
  #scale(deployment: Deployment, revisions: Revisions): void {
    const active = allOf(revisions).filter(isInUse)
    const only = active.length > 1 ? undefined : (active[0] ?? revisions.current ?? newest(revisions.old))
    if (only) this.#resize(deployment, only, replicasOf(deployment))
    else if (isSaturated(deployment, revisions.current))
      for (const replicaSet of revisions.old.filter(isInUse)) this.#resize(deployment, replicaSet, 0)
    else if (isRolling(deployment))
      for (const [replicaSet, size] of proportionalSizes(deployment, active))
        this.#resize(deployment, replicaSet, size, true)
    if (deployment.spec.paused) this.#cleanUp(deployment, revisions)
    this.#writeCounts(revisions)
  }

  /** Whether the size changed. */
  #resize(deployment: Deployment, replicaSet: ReplicaSet, size: number, isForced = false): boolean {
    const before = replicasOf(replicaSet)
    const desired = replicasOf(deployment)
    const annotations = sizeAnnotations(desired, desired + marginsOf(deployment).surge)
    const isSized = before === size
    if (isSized && (!isForced || hasAnnotations(replicaSet.metadata?.annotations, annotations))) return false
    const live = this.#latest(replicaSet)
    this.#client.replace(replicaSets, {
      ...live,
      metadata: { ...live.metadata, annotations: { ...live.metadata?.annotations, ...annotations } },
      spec: { ...live.spec, replicas: size },
    })
    if (isSized) return false
    const direction = before < size ? 'up' : 'down'
    const message = `Scaled ${direction} replica set ${live.metadata?.name} from ${before} to ${size}`
    this.#keeper.report(deployment, 'ScalingReplicaSet', message)
    return true
  }

  /** Deletes old ReplicaSets without Pods, except for the newest. */
  #cleanUp({ spec }: Deployment, { old }: Revisions): void {
    const { revisionHistoryLimit = DEFAULT_HISTORY } = spec
    if (revisionHistoryLimit === UNLIMITED) return
    const alive = old.filter(({ metadata }) => !metadata?.deletionTimestamp)
    const sorted = [...alive].sort((a, b) => revisionOf(a) - revisionOf(b) || byCreation(a, b))
    for (const replicaSet of sorted.slice(0, Math.max(0, alive.length - revisionHistoryLimit))) {
      const { status } = replicaSet
      const isObserved = generationOf(replicaSet) <= (status?.observedGeneration ?? 0)
      if (isInUse(replicaSet) || (status?.replicas ?? 0) > 0 || !isObserved) continue
      this.#client.deleteNow(replicaSets, replicaSet)
    }
  }

  #writeCounts(revisions: Revisions): void {
    const deployment = this.#live()
    if (deployment)
      this.#writeStatus(deployment, countedStatus(deployment, this.#fresh(revisions), this.#client.nowMs))
  }

  #writeProgress(revisions: Revisions): void {
    const deployment = this.#live()
    if (deployment)
      this.#writeStatus(deployment, rolloutStatus(deployment, this.#fresh(revisions), this.#client.nowMs))
  }

  #writeStatus(deployment: Deployment, status: Deployment['status']): void {
    if (status && !isSameStatus(deployment.status, status))
      this.#client.replace(deployments, { ...deployment, status }, 'status')
  }

  /** The ReplicaSets with the writes of this step. */
  #fresh({ current, old }: Revisions): Revisions {
    const live = (replicaSet: ReplicaSet) => this.#client.get(replicaSets, objectKey(replicaSet))
    return { current: current && live(current), old: old.flatMap(replicaSet => live(replicaSet) ?? []) }
  }
}

/** Whether the Deployment was scaled since its ReplicaSets were. */
const isScaling = (deployment: Deployment, all: readonly ReplicaSet[]): boolean =>
  all.filter(isInUse).some(replicaSet => {
    const desired = annotatedCount(replicaSet, DESIRED_REPLICAS)
    return desired !== undefined && desired !== replicasOf(deployment)
  })

const newest = (list: readonly ReplicaSet[]): ReplicaSet | undefined => [...list].sort(byCreation).at(-1)

/** Whether the new ReplicaSet has all Pods. */
const isSaturated = (deployment: Deployment, current: ReplicaSet | undefined): boolean =>
  current !== undefined &&
  replicasOf(current) === replicasOf(deployment) &&
  annotatedCount(current, DESIRED_REPLICAS) === replicasOf(deployment) &&
  (current.status?.availableReplicas ?? 0) === replicasOf(deployment)
