import type { KubernetesObject } from '@kube-informer/core'
import type { Collection } from '../storage/collection.ts'
import type { StorageEvent } from '../storage/stored-object.ts'
import { uidOf } from './base/stored-metadata.ts'
import { type ControllerOptions, storedKinds } from './controller-options.ts'
import { DeploymentController } from './deployments/deployment-controller.ts'
import { EventRecorder } from './events/event-recorder.ts'
import { GarbageCollector } from './garbage-collector.ts'
import { CronJobController } from './jobs/cron-job-controller.ts'
import { JobController } from './jobs/job-controller.ts'
import { NamespaceController } from './namespace-controller.ts'
import { PodController } from './pod-controller.ts'
import { ReplicaSetController } from './replica-sets/replica-set-controller.ts'
import { Kubelet } from './scheduler/kubelet.ts'
import { Scheduler } from './scheduler/scheduler.ts'

/** Which controllers of a cluster run. A bare apiserver has none. */
export interface ControllerChoice {
  /** Deletes the contents of terminating namespaces. @default false */
  readonly namespaces?: boolean
  /** Deletes objects whose owners are gone, and completes foreground and orphan deletions. @default false */
  readonly garbageCollector?: boolean
  /**
   * Completes the deletion of running Pods, as kubelets do. Together with `scheduler`, also starts the Pods that are
   * bound to a Node that exists, and ends those that do not run forever.
   *
   * @default false
   */
  readonly pods?: boolean
  /**
   * How long a running Pod takes to stop after its deletion, at most its grace period. Until then, it is shown with its
   * `deletionTimestamp` and `deletionGracePeriodSeconds`.
   *
   * @default 1000 with `scheduler`, else 0
   */
  readonly podStopMs?: number
  /** Answers `GET …/pods/NAME/log` with generated lines; without it, every log is empty. @default false */
  readonly logs?: boolean
  /** Binds Pods to Nodes that are ready, as kube-scheduler does. @default false */
  readonly scheduler?: boolean
  /** Keeps the number of Pods of each ReplicaSet. @default false */
  readonly replicaSets?: boolean
  /** Rolls Deployments out with ReplicaSets; `replicaSets` then creates the Pods. @default false */
  readonly deployments?: boolean
  /**
   * Runs the Pods of Jobs, and ends Jobs. Pods end if `scheduler` and `pods` run them: after the seconds of the annotation
   * `fake.kube-informer.dev/run-seconds`, with the code of `fake.kube-informer.dev/exit-code`.
   *
   * @default false
   */
  readonly jobs?: boolean
  /** Creates the Jobs of CronJobs on time, in UTC. @default false */
  readonly cronJobs?: boolean
}

/** The delay between a write and a run of the controllers, in ms. */
const DELAY_MS = 10
/** Objects with an owner that never existed stay: tests may create them without their owners. */
const MAX_GONE = 10_000

/** Runs the chosen controllers after writes, until they have nothing left to do. */
export class Controllers {
  readonly #options: ControllerOptions
  readonly #controllers: readonly { run(gone: ReadonlySet<string>): void }[]
  readonly #heard = new Set<Collection>()
  #isScheduled = false
  /** The uids of the objects that were deleted last. */
  readonly #gone = new Set<string>()

  constructor(choice: ControllerChoice, options: ControllerOptions) {
    this.#options = options
    this.#controllers = [
      ...(choice.namespaces ? [new NamespaceController(options)] : []),
      ...(choice.garbageCollector ? [new GarbageCollector(options)] : []),
      ...(choice.pods && !choice.scheduler ? [new PodController(options, choice.podStopMs)] : []),
    ]
    startWorkloads(choice, options)
    if (this.#controllers.length === 0) return
    this.#listen()
    options.kinds.onChange(() => this.#listen())
  }

  /** Subscribes to every collection, including those of kinds that are added later. */
  #listen(): void {
    for (const { resource } of storedKinds(this.#options.kinds)) {
      const collection = this.#options.storage.collection(resource)
      if (this.#heard.has(collection)) continue
      this.#heard.add(collection)
      collection.subscribe(event => this.#notice(event))
    }
  }

  /** These controllers only have work after deletions, and after writes of dependents that come too late. */
  #notice({ previous, current }: StorageEvent): void {
    if (current && !current.object.metadata?.deletionTimestamp && !this.#isLate(current.object)) return
    if (previous && !current) this.#remember(uidOf(previous.object))
    if (this.#isScheduled) return
    this.#isScheduled = true
    this.#options.clock.setTimeout(() => this.#look(), DELAY_MS)
  }

  /** Whether an owner was deleted before its dependent was written. */
  #isLate({ metadata }: KubernetesObject): boolean {
    return metadata?.ownerReferences?.some(({ uid }) => this.#gone.has(uid)) ?? false
  }

  #remember(uid: string): void {
    this.#gone.add(uid)
    const [oldest] = this.#gone
    if (this.#gone.size > MAX_GONE && oldest !== undefined) this.#gone.delete(oldest)
  }

  /** Writes of the controllers trigger another run. */
  #look(): void {
    this.#isScheduled = false
    for (const controller of this.#controllers) controller.run(this.#gone)
  }
}

/** Starts the controllers that listen to single objects. */
function startWorkloads(choice: ControllerChoice, options: ControllerOptions): void {
  const recorder = new EventRecorder(options)
  if (choice.scheduler) new Scheduler(options, recorder)
  if (choice.scheduler && choice.pods) new Kubelet(options, recorder, choice.podStopMs)
  if (choice.deployments) new DeploymentController(options, recorder)
  if (choice.jobs) new JobController(options, recorder)
  if (choice.cronJobs) new CronJobController(options, recorder)
  if (choice.replicaSets) new ReplicaSetController(options, recorder)
}
