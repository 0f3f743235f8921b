import { StatusError } from '@kube-informer/core'
import {
  type CronJob,
  type CronJobStatus,
  cronJobs,
  type Job,
  jobs,
  type ObjectReference,
} from '@kube-informer/core/resources'
import { timestamp } from '../../object/timestamp.ts'
import type { StorageEvent } from '../../storage/stored-object.ts'
import { ControllerClient, controllerReference } from '../base/controller-client.ts'
import { controllerOf } from '../base/owner-index.ts'
import { ReconcileQueue } from '../base/reconcile-queue.ts'
import { nameOf, namespaceOf, uidOf } from '../base/stored-metadata.ts'
import type { ControllerOptions } from '../controller-options.ts'
import type { EventRecorder } from '../events/event-recorder.ts'
import { type CronSchedule, parseSchedule } from './cron-schedule.ts'
import { finishedAs } from './job-conditions.ts'

const SOURCE = { component: 'cronjob-controller' }
const SCHEDULED_AT = 'batch.kubernetes.io/cronjob-scheduled-timestamp'
const DEFAULT_SUCCESSFUL = 3
const DEFAULT_FAILED = 1
/** Only the latest of many missed times counts: it is sought in the last hour, day, month, then in all time. */
const WINDOWS_MS = [3_600_000, 86_400_000, 32 * 86_400_000, Number.POSITIVE_INFINITY] as const
/** The longest timer; a later time is looked at again. */
const LONGEST_MS = 2 ** 31 - 1

/** Creates Jobs on time (pkg/controller/cronjob). Schedules are in UTC. */
export class CronJobController {
  readonly #client: ControllerClient
  readonly #recorder: EventRecorder
  readonly #queue: ReconcileQueue

  constructor(options: ControllerOptions, recorder: EventRecorder) {
    this.#client = new ControllerClient(options, 'kube-controller-manager')
    this.#recorder = recorder
    this.#queue = new ReconcileQueue({ clock: options.clock, reconcile: key => this.#sync(key) })
    const collection = this.#client.collection(cronJobs)
    for (const key of collection.keys) this.#queue.add(key)
    collection.subscribe(({ key }) => this.#queue.add(key))
    this.#client.collection(jobs).subscribe(event => this.#noticeJob(event))
  }

  #noticeJob({ previous, current }: StorageEvent): void {
    const job = (current ?? previous)?.object
    const owner = job && controllerOf(job)
    const key = `${job?.metadata?.namespace}/${owner?.name}`
    if (owner?.kind === 'CronJob' && this.#client.get(cronJobs, key)) this.#queue.add(key)
  }

  #sync(key: string): void {
    const cronJob = this.#client.get(cronJobs, key)
    if (!cronJob || cronJob.metadata?.deletionTimestamp) return
    const own = this.#client.dependents(jobs, uidOf(cronJob))
    const status = this.#observed(cronJob, own)
    this.#cleanUp(cronJob, own)
    const schedule = parseSchedule(cronJob.spec.schedule)
    if (!schedule)
      this.#report(
        cronJob,
        'UnparseableSchedule',
        `unparseable schedule: "${cronJob.spec.schedule}"`,
        'Warning',
      )
    const next = schedule && !cronJob.spec.suspend ? this.#start(key, cronJob, schedule, status) : status
    if (JSON.stringify(next) !== JSON.stringify(cronJob.status ?? {}))
      this.#client.replace(cronJobs, { ...cronJob, status: next }, 'status')
  }

  /** The status with the Jobs that are active now. */
  #observed(cronJob: CronJob, own: readonly Job[]): CronJobStatus {
    const { active = [], lastScheduleTime, lastSuccessfulTime } = cronJob.status ?? {}
    const stillActive: ObjectReference[] = []
    for (const reference of active) {
      const job = own.find(({ metadata }) => metadata?.uid === reference.uid)
      const end = job && finishedAs(job)
      if (end)
        this.#report(
          cronJob,
          'SawCompletedJob',
          `Saw completed job: ${reference.name}, condition: ${end.type}`,
        )
      else if (job) stillActive.push(reference)
      else this.#report(cronJob, 'MissingJob', `Active job went missing: ${reference.name}`)
    }
    const ends = own.flatMap(({ status }) => status?.completionTime ?? [])
    const last = [...ends, ...(lastSuccessfulTime ? [lastSuccessfulTime] : [])].sort().at(-1)
    return statusOf(stillActive, lastScheduleTime, last)
  }

  /** Deletes the oldest ended Jobs beyond the limits. */
  #cleanUp(cronJob: CronJob, own: readonly Job[]): void {
    const { successfulJobsHistoryLimit = DEFAULT_SUCCESSFUL, failedJobsHistoryLimit = DEFAULT_FAILED } =
      cronJob.spec
    for (const [type, limit] of [
      ['Complete', successfulJobsHistoryLimit],
      ['Failed', failedJobsHistoryLimit],
    ] as const) {
      const ended = own.filter(job => finishedAs(job)?.type === type)
      const sorted = [...ended].sort((a, b) => startOf(a) - startOf(b))
      for (const job of sorted.slice(0, Math.max(0, ended.length - limit))) this.#delete(cronJob, job)
    }
  }

  #delete(cronJob: CronJob, job: Job): void {
    this.#client.deleteNow(jobs, job)
    this.#report(cronJob, 'SuccessfulDelete', `Deleted job ${job.metadata?.name}`)
  }

  /** Creates the Job that is due, and plans the next look. */
  #start(key: string, cronJob: CronJob, schedule: CronSchedule, status: CronJobStatus): CronJobStatus {
    const { nowMs } = this.#client
    const nextMs = schedule.next(nowMs)
    if (nextMs !== undefined) this.#queue.addAfter(key, Math.min(nextMs - nowMs, LONGEST_MS))
    const dueMs = this.#due(cronJob, schedule)
    if (dueMs === undefined) return status
    const { concurrencyPolicy = 'Allow' } = cronJob.spec
    const { active = [], lastSuccessfulTime } = status
    if (concurrencyPolicy === 'Forbid' && active.length > 0) {
      const message = 'Not starting job because prior execution is running and concurrency policy is Forbid'
      this.#report(cronJob, 'JobAlreadyActive', message)
      return status
    }
    const replaced = concurrencyPolicy === 'Replace' ? active : []
    for (const { namespace, name } of replaced) {
      const job = this.#client.get(jobs, `${namespace}/${name}`)
      if (job) this.#delete(cronJob, job)
    }
    const created = this.#create(cronJob, dueMs)
    const others = replaced.length > 0 ? [] : active
    return statusOf(created ? [...others, created] : others, timestamp(dueMs), lastSuccessfulTime)
  }

  /** The latest time that was not served, in ms; undefined if there is none, or it is too late. */
  #due({ metadata, spec, status }: CronJob, schedule: CronSchedule): number | undefined {
    const { nowMs } = this.#client
    const limitMs =
      spec.startingDeadlineSeconds === undefined ? undefined : spec.startingDeadlineSeconds * 1000
    const last = Date.parse(status?.lastScheduleTime ?? metadata?.creationTimestamp ?? '') || nowMs
    const earliest = limitMs === undefined ? last : Math.max(last, nowMs - limitMs)
    for (const windowMs of WINDOWS_MS) {
      const found = latestTime(schedule, Math.max(earliest, nowMs - windowMs), nowMs)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** Undefined if the Job exists already or cannot be created. */
  #create(cronJob: CronJob, dueMs: number): ObjectReference | undefined {
    const { namespace = '', name = '' } = cronJob.metadata ?? {}
    const { metadata, spec } = cronJob.spec.jobTemplate
    const annotations = { ...metadata?.annotations, [SCHEDULED_AT]: timestamp(dueMs) }
    const job: Job = {
      kind: 'Job',
      apiVersion: 'batch/v1',
      metadata: {
        name: `${name}-${Math.floor(dueMs / 60_000)}`,
        namespace,
        ...(metadata?.labels ? { labels: metadata.labels } : {}),
        annotations,
        ownerReferences: [controllerReference(cronJobs, cronJob)],
      },
      spec: spec ?? { template: {} },
    }
    try {
      const created = this.#client.create(jobs, job)
      this.#report(cronJob, 'SuccessfulCreate', `Created job ${created.metadata?.name}`)
      return referenceTo(created)
    } catch (error) {
      if (!(error instanceof StatusError)) throw error
      if (error.status.reason !== 'AlreadyExists')
        this.#report(cronJob, 'FailedCreate', `Error creating job: ${error.message}`, 'Warning')
      return undefined
    }
  }

  #report(cronJob: CronJob, reason: string, message: string, type: 'Normal' | 'Warning' = 'Normal'): void {
    this.#recorder.record(cronJob, SOURCE, { type, reason, message })
  }
}

/** The last time of a schedule after one time and until another. */
function latestTime(schedule: CronSchedule, afterMs: number, untilMs: number): number | undefined {
  let latest: number | undefined
  for (let at = schedule.next(afterMs); at !== undefined && at <= untilMs; at = schedule.next(at)) latest = at
  return latest
}

const startOf = ({ metadata, status }: Job): number =>
  Date.parse(status?.startTime ?? metadata?.creationTimestamp ?? '')

const statusOf = (
  active: readonly ObjectReference[],
  lastScheduleTime: string | undefined,
  lastSuccessfulTime: string | undefined,
): CronJobStatus => ({
  ...(active.length > 0 ? { active } : {}),
  ...(lastScheduleTime ? { lastScheduleTime } : {}),
  ...(lastSuccessfulTime ? { lastSuccessfulTime } : {}),
})

const referenceTo = (job: Job): ObjectReference => ({
  kind: 'Job',
  namespace: namespaceOf(job),
  name: nameOf(job),
  uid: uidOf(job),
  apiVersion: 'batch/v1',
  resourceVersion: job.metadata?.resourceVersion ?? '',
})
