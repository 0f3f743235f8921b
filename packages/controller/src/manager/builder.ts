import { type KubernetesObject, type ResourceDefinition, UsageError } from '@kube-informer/core'
import type { EventHandler } from '../api/event-handler.ts'
import type { Predicate } from '../api/predicate.ts'
import type { Reconciler } from '../api/reconciler.ts'
import type { Source } from '../api/source.ts'
import type { Controller } from '../controller/controller.ts'
import { enqueueRequestForObject } from '../handlers/enqueue-request-for-object.ts'
import { enqueueRequestForOwner } from '../handlers/enqueue-request-for-owner.ts'
import { enqueueRequestsFromMap, type MapFunction } from '../handlers/enqueue-requests-from-map.ts'
import type { BuilderOptions } from './builder-options.ts'
import type {
  HandlerWatch,
  OwnsOptions,
  ResourceControllerBuilder,
  ResourceWatch,
  WatchesOptions,
} from './controller-builder.ts'
import type { Stored } from './stored.ts'

/** What a builder has collected. */
export interface ControllerPlan {
  readonly name: string
  /** The kind of its objects, if it is a controller of one kind. */
  readonly resource: ResourceDefinition | undefined
  readonly reconciler: Reconciler
  readonly sources: readonly Source[]
  readonly options: BuilderOptions
}

/** What a builder needs of its manager. */
export interface BuilderHost {
  createSource<T extends KubernetesObject>(watch: ResourceWatch<T>): Source
  addController(plan: ControllerPlan): Controller
}

/** Collects what the calls say, and checks it at the end. */
export class Builder implements ResourceControllerBuilder {
  readonly #host: BuilderHost
  readonly #resource: ResourceDefinition | undefined
  /** Functions, because the predicates of `where` may follow. */
  readonly #watches: (() => Source)[] = []
  readonly #sources: Source[] = []
  readonly #filters: Predicate[] = []
  #options: BuilderOptions = {}
  #name: string
  #isComplete = false

  constructor(host: BuilderHost, name: string, resource?: ResourceDefinition) {
    this.#host = host
    this.#name = name
    this.#resource = resource
  }

  /** A controller of one kind of objects, with the kind as its name. */
  static of<T extends KubernetesObject>(
    host: BuilderHost,
    resource: ResourceDefinition<T>,
    options: WatchesOptions<T>,
  ): Builder {
    const builder = new Builder(host, resource.kind.toLowerCase(), resource)
    builder.#watch(resource, enqueueRequestForObject, options)
    return builder
  }

  named(name: string): this {
    this.#name = name
    return this
  }

  owns<T extends KubernetesObject>(resource: ResourceDefinition<T>, options: OwnsOptions<T> = {}): this {
    if (!this.#resource)
      throw new UsageError('Owns() can only be used together with For(): use manager.controllerFor(resource)')
    const onlyController = !options.matchEveryOwner
    this.#watch(resource, enqueueRequestForOwner(this.#resource, { onlyController }), options)
    return this
  }

  watches<T extends KubernetesObject>(
    resource: ResourceDefinition<T>,
    map: MapFunction<Stored<T>>,
    options?: WatchesOptions<T>,
  ): this
  watches<T extends KubernetesObject>(resource: ResourceDefinition<T>, watch: HandlerWatch<T>): this
  watches<T extends KubernetesObject>(
    resource: ResourceDefinition<T>,
    given: MapFunction<Stored<T>> | HandlerWatch<T>,
    options: WatchesOptions<T> = {},
  ): this {
    if (typeof given !== 'function') {
      if (typeof given?.handler !== 'function') throw new UsageError(NO_HANDLER)
      this.#watch(resource, given.handler, given)
      return this
    }
    this.#watch(resource, enqueueRequestsFromMap(given as MapFunction<T>), options)
    return this
  }

  watchesSource(source: Source): this {
    this.#sources.push(source)
    return this
  }

  where(...predicates: readonly Predicate[]): this {
    this.#filters.push(...predicates)
    return this
  }

  withOptions(options: BuilderOptions): this {
    this.#options = { ...this.#options, ...options }
    return this
  }

  reconcile(reconciler: Reconciler): Controller {
    if (this.#isComplete)
      throw new UsageError('reconcile() should only be called once, with the reconciler of the controller')
    if (this.#name === '')
      throw new UsageError(
        'one of For() or Named() must be called: name the controller, or use controllerFor()',
      )
    const sources = [...this.#watches.map(create => create()), ...this.#sources]
    if (sources.length === 0) {
      throw new UsageError(
        'there are no watches configured, controller will never get triggered. Use controllerFor(), watches() or watchesSource() to set them up',
      )
    }
    const plan = {
      ...{ name: this.#name, resource: this.#resource, reconciler, sources },
      options: this.#options,
    }
    const controller = this.#host.addController(plan)
    this.#isComplete = true
    return controller
  }

  #watch<T extends KubernetesObject>(
    resource: ResourceDefinition<T>,
    handler: EventHandler<T>,
    { predicates = [] }: WatchesOptions<T>,
  ): void {
    this.#watches.push(() =>
      this.#host.createSource({ resource, handler, predicates: [...this.#filters, ...predicates] }),
    )
  }
}

const NO_HANDLER = 'watches() needs a function that names the requests of an object, or { handler }'
