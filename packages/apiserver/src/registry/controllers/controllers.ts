import type { Clock } from '@kube-informer/core'
import type { Collection } from '../../storage/collection.ts'
import type { StorageEvent } from '../../storage/stored-object.ts'
import { type ControllerOptions, storedKinds } from './controller-options.ts'
import { GarbageCollector } from './garbage-collector.ts'
import { NamespaceController } from './namespace-controller.ts'
import { PodController } from './pod-controller.ts'

/** Which controllers of a cluster run beside the server. A bare apiserver has none. */
export interface ControllerChoice {
  /** Empties namespaces that are deleted. @default false */
  readonly namespaces?: boolean
  /** Deletes what lost its owners, and ends deletions that wait for dependents. @default false */
  readonly garbageCollector?: boolean
  /** Ends Pods that are deleted while they run, as kubelets do. @default false */
  readonly pods?: boolean
}

/** How long after a write the controllers look, in ms. */
const DELAY_MS = 10

/** Runs the controllers that were chosen, some time after each write, until nothing is left to do. */
export class Controllers {
  readonly #options: ControllerOptions
  readonly #clock: Clock
  readonly #controllers: readonly { run(gone: ReadonlySet<string>): void }[]
  readonly #heard = new Set<Collection>()
  #isScheduled = false
  /** The uids of what went since the last look. */
  #gone = new Set<string>()

  constructor(choice: ControllerChoice, options: ControllerOptions & { readonly clock: Clock }) {
    this.#options = options
    this.#clock = options.clock
    this.#controllers = [
      ...(choice.namespaces ? [new NamespaceController(options)] : []),
      ...(choice.garbageCollector ? [new GarbageCollector(options)] : []),
      ...(choice.pods ? [new PodController(options)] : []),
    ]
    if (this.#controllers.length === 0) return
    this.#listen()
    options.kinds.onChange(() => this.#listen())
  }

  /** Hears of every write, of kinds that come later, too. */
  #listen(): void {
    for (const { resource } of storedKinds(this.#options.kinds)) {
      const collection = this.#options.storage.collection(resource)
      if (this.#heard.has(collection)) continue
      this.#heard.add(collection)
      collection.subscribe(event => this.#notice(event))
    }
  }

  /** There is something to do only where objects go. */
  #notice({ previous, current }: StorageEvent): void {
    if (current && !current.object.metadata?.deletionTimestamp) return
    if (!current) this.#gone.add(previous?.object.metadata?.uid ?? '')
    if (this.#isScheduled) return
    this.#isScheduled = true
    this.#clock.setTimeout(() => this.#look(), DELAY_MS)
  }

  /** What they write is noticed like every other write. */
  #look(): void {
    this.#isScheduled = false
    const gone = this.#gone
    this.#gone = new Set()
    for (const controller of this.#controllers) controller.run(gone)
  }
}
