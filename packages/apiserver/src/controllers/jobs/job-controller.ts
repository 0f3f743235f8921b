import { type Job, type JobSpec, type JobStatus, jobs, type Pod, pods } from '@kube-informer/core/resources'
import { timestamp } from '../../object/timestamp.ts'
import { LazyStoredObject, type StorageEvent } from '../../storage/stored-object.ts'
import { ControllerClient } from '../base/controller-client.ts'
import { controllerOf, controllerUidOf } from '../base/owner-index.ts'
import { containerStatusesOf, countsDiffer, isActive, isReady, isTerminating } from '../base/pod-state.ts'
import { ReconcileQueue } from '../base/reconcile-queue.ts'
import { uidOf } from '../base/stored-metadata.ts'
import type { ControllerOptions } from '../controller-options.ts'
import type { EventRecorder } from '../events/event-recorder.ts'
import { podFromTemplate } from '../replica-sets/pod-template.ts'
import { finishedAs, withJobCondition } from './job-conditions.ts'
import { type PodCounts, PodTally } from './pod-tally.ts'

const SOURCE = { component: 'job-controller' }
const DEFAULT_BACKOFF_LIMIT = 6
/** Failed Pods are replaced after 10 seconds, 20, 40, and so on up to ten minutes. */
const FIRST_BACKOFF_MS = 10_000
const LAST_BACKOFF_MS = 600_000

/** Why a Job ends. */
type End = readonly [type: 'Complete' | 'Failed', reason: string, message: string]

/** Runs the Pods of Jobs until enough of them succeed (pkg/controller/job), without indexes and failure policies. */
export class JobController {
  readonly #client: ControllerClient
  readonly #recorder: EventRecorder
  readonly #queue: ReconcileQueue
  readonly #tally = new PodTally()

  constructor(options: ControllerOptions, recorder: EventRecorder) {
    this.#client = new ControllerClient(options, 'kube-controller-manager')
    this.#recorder = recorder
    this.#queue = new ReconcileQueue({ clock: options.clock, reconcile: key => this.#sync(key) })
    const collection = this.#client.collection(jobs)
    for (const key of collection.keys) {
      const stored = collection.get(key)
      // Lazy ones are generated, and are not read before they change.
      if (stored && !(stored instanceof LazyStoredObject && !stored.lazy.isBuilt)) this.#queue.add(key)
    }
    collection.subscribe(({ key, previous, current }) => {
      if (previous && !current) this.#tally.forget(uidOf(previous.object))
      this.#queue.add(key)
    })
    this.#client.collection(pods).subscribe(event => this.#noticePod(event))
  }

  #noticePod({ previous, current }: StorageEvent): void {
    const stored = current ?? previous
    if (!stored || controllerUidOf(stored) === undefined) return
    const pod = stored.object as Pod
    if (
      previous &&
      current &&
      !countsDiffer(previous.object as Pod, pod) &&
      !isRestarted(previous.object as Pod, pod)
    )
      return
    const owner = controllerOf(pod)
    const key = `${pod.metadata?.namespace}/${owner?.name}`
    if (owner?.kind === 'Job' && this.#client.get(jobs, key)?.metadata?.uid === owner.uid)
      this.#queue.add(key)
  }

  #sync(key: string): void {
    const job = this.#client.get(jobs, key)
    if (!job || job.metadata?.deletionTimestamp) return
    const own = this.#client.dependents(pods, uidOf(job))
    if (finishedAs(job)) {
      this.#expire(key, job)
      return
    }
    const counts = this.#tally.count(job, own)
    const end = this.#endOf(job, own, counts)
    const active = end || specOf(job).suspend ? this.#stop(job, own) : this.#manage(key, job, own, counts)
    this.#writeStatus(job, own, { ...counts, active }, end)
  }

  /** Deletes an ended Job when its `ttlSecondsAfterFinished` are over. */
  #expire(key: string, job: Job): void {
    const { ttlSecondsAfterFinished } = specOf(job)
    if (ttlSecondsAfterFinished === undefined) return
    const endMs = Date.parse(finishedAs(job)?.lastTransitionTime ?? '')
    const leftMs = endMs + ttlSecondsAfterFinished * 1000 - this.#client.nowMs
    if (leftMs > 0) this.#queue.addAfter(key, leftMs)
    else this.#client.deleteNow(jobs, job)
  }

  #endOf(job: Job, own: readonly Pod[], counts: PodCounts): End | undefined {
    const { completions, backoffLimit = DEFAULT_BACKOFF_LIMIT, activeDeadlineSeconds } = specOf(job)
    const restarts = specOf(job).template.spec?.restartPolicy === 'OnFailure' ? restartsOf(own) : 0
    if (counts.failed + restarts > backoffLimit)
      return ['Failed', 'BackoffLimitExceeded', 'Job has reached the specified backoff limit']
    const startMs = Date.parse(job.status?.startTime ?? '')
    if (activeDeadlineSeconds !== undefined && this.#client.nowMs >= startMs + activeDeadlineSeconds * 1000)
      return ['Failed', 'DeadlineExceeded', 'Job was active longer than specified deadline']
    const isDone =
      completions === undefined
        ? counts.succeeded > 0 && !own.some(isActive)
        : counts.succeeded >= completions
    return isDone
      ? ['Complete', 'CompletionsReached', 'Reached expected number of succeeded pods']
      : undefined
  }

  /** Deletes the active Pods; returns how many are left. */
  #stop(job: Job, own: readonly Pod[]): number {
    for (const pod of own.filter(isActive)) this.#delete(job, pod)
    return 0
  }

  /** Creates or deletes Pods; returns how many are active then. */
  #manage(key: string, job: Job, own: readonly Pod[], counts: PodCounts): number {
    const { parallelism = 1, completions, activeDeadlineSeconds } = specOf(job)
    const startMs = Date.parse(job.status?.startTime ?? '') || this.#client.nowMs
    if (activeDeadlineSeconds !== undefined)
      this.#queue.addAfter(key, Math.max(0, startMs + activeDeadlineSeconds * 1000 - this.#client.nowMs))
    const active = own.filter(isActive)
    const left = completions === undefined ? parallelism : completions - counts.succeeded
    const isEnding = completions === undefined && counts.succeeded > 0
    const wanted = isEnding ? active.length : Math.min(parallelism, left)
    for (const pod of active.slice(wanted)) this.#delete(job, pod)
    const waitMs = this.#backoffMs(own, counts)
    if (active.length >= wanted) return wanted
    if (waitMs > 0) {
      this.#queue.addAfter(key, waitMs)
      return active.length
    }
    for (let count = active.length; count < wanted; count++) this.#create(job)
    return wanted
  }

  /** How long failed Pods delay the next ones, in ms. */
  #backoffMs(own: readonly Pod[], { failed }: PodCounts): number {
    if (failed === 0) return 0
    const ends = own.filter(({ status }) => status?.phase === 'Failed').map(finishMs)
    const delayMs = Math.min(FIRST_BACKOFF_MS * 2 ** (failed - 1), LAST_BACKOFF_MS)
    return Math.max(0, ...ends) + delayMs - this.#client.nowMs
  }

  #create(job: Job): void {
    const { metadata } = this.#client.create(pods, podFromTemplate(specOf(job).template, jobs, job))
    this.#report(job, 'SuccessfulCreate', `Created pod: ${metadata?.name}`)
  }

  #delete(job: Job, pod: Pod): void {
    this.#client.delete(pods, pod)
    this.#report(job, 'SuccessfulDelete', `Deleted pod: ${pod.metadata?.name}`)
  }

  #writeStatus(
    job: Job,
    own: readonly Pod[],
    counts: PodCounts & { readonly active: number },
    end: End | undefined,
  ): void {
    const next = this.#nextStatus(job, own, counts, end)
    if (JSON.stringify(next) === JSON.stringify(job.status)) return
    this.#client.replace(jobs, { ...job, status: next }, 'status')
    if (end?.[0] === 'Complete') this.#report(job, 'Completed', 'Job completed')
    else if (end) this.#report(job, end[1], end[2], 'Warning')
  }

  #nextStatus(
    job: Job,
    own: readonly Pod[],
    { active, succeeded, failed }: PodCounts & { readonly active: number },
    end: End | undefined,
  ): JobStatus {
    const { nowMs } = this.#client
    const suspended = this.#suspension(job, end)
    const startTime = specOf(job).suspend ? undefined : (job.status?.startTime ?? timestamp(nowMs))
    const conditions = end ? endConditions(suspended, end, nowMs) : suspended
    const ready = active === 0 ? 0 : own.filter(pod => isActive(pod) && isReady(pod)).length
    return {
      ...(conditions.length > 0 ? { conditions } : {}),
      ...(startTime ? { startTime } : {}),
      ...(end?.[0] === 'Complete' ? { completionTime: timestamp(nowMs) } : {}),
      ...(active > 0 ? { active } : {}),
      ...(succeeded > 0 ? { succeeded } : {}),
      ...(failed > 0 ? { failed } : {}),
      terminating: own.filter(isTerminating).length,
      uncountedTerminatedPods: {},
      ready,
    }
  }

  /** The condition Suspended, and an Event when it changes. */
  #suspension(job: Job, end: End | undefined): NonNullable<JobStatus['conditions']> {
    const before = job.status?.conditions ?? []
    const known = before.find(({ type }) => type === 'Suspended')
    const isSuspended = specOf(job).suspend ?? false
    if (end || isSuspended === (known?.status === 'True')) return before
    const { nowMs } = this.#client
    this.#report(job, isSuspended ? 'Suspended' : 'Resumed', isSuspended ? 'Job suspended' : 'Job resumed')
    return isSuspended
      ? withJobCondition(before, ['Suspended', 'True', 'JobSuspended', 'Job suspended'], nowMs)
      : withJobCondition(before, ['Suspended', 'False', 'JobResumed', 'Job resumed'], nowMs)
  }

  #report(job: Job, reason: string, message: string, type: 'Normal' | 'Warning' = 'Normal'): void {
    this.#recorder.record(job, SOURCE, { type, reason, message })
  }
}

/** A Job announces its end with a condition of its own before. */
function endConditions(
  before: NonNullable<JobStatus['conditions']>,
  [type, reason, message]: End,
  nowMs: number,
): NonNullable<JobStatus['conditions']> {
  const announced = type === 'Complete' ? 'SuccessCriteriaMet' : 'FailureTarget'
  const first = withJobCondition(before, [announced, 'True', reason, message], nowMs)
  return withJobCondition(first, [type, 'True', reason, message], nowMs)
}

const specOf = ({ spec }: Job): JobSpec => spec ?? { template: {} }

const restartsOf = (own: readonly Pod[]): number =>
  own.reduce((sum, { status }) => sum + (status?.containerStatuses?.[0]?.restartCount ?? 0), 0)

const isRestarted = (before: Pod, after: Pod): boolean => restartsOf([before]) !== restartsOf([after])

const finishMs = (pod: Pod): number =>
  Math.max(
    0,
    ...containerStatusesOf(pod).map(({ state }) => Date.parse(state?.terminated?.finishedAt ?? '') || 0),
  )
