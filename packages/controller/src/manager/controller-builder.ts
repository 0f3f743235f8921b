import type { KubernetesObject, ResourceDefinition } from '@kube-informer/core'
import type { EventHandler } from '../api/event-handler.ts'
import type { Predicate } from '../api/predicate.ts'
import type { Reconciler } from '../api/reconciler.ts'
import type { Source } from '../api/source.ts'
import type { Controller } from '../controller/controller.ts'
import type { MapFunction } from '../handlers/enqueue-requests-from-map.ts'
import type { BuilderOptions } from './builder-options.ts'
import type { Stored } from './stored.ts'

/** Options of a watch. */
export interface WatchesOptions<T extends KubernetesObject = KubernetesObject> {
  /** All of them must pass an event, in addition to those of `where`. @default none */
  readonly predicates?: readonly Predicate<T>[] | undefined
}

/** A watch with an event handler. */
export interface HandlerWatch<T extends KubernetesObject = KubernetesObject> extends WatchesOptions<T> {
  /**
   * Adds the requests of an event to the queue. Those of this package give initial lists a low priority;
   * `withLowPriorityWhenUnchanged` does so for one of your own.
   */
  readonly handler: EventHandler<T>
}

/** Options of `owns`. */
export interface OwnsOptions<T extends KubernetesObject = KubernetesObject> extends WatchesOptions<T> {
  /**
   * Whether an event reconciles each owner of the controller's kind, instead of only the one with `controller: true`.
   * @default false
   */
  readonly matchEveryOwner?: boolean | undefined
}

/** Describes a controller (controller-runtime `builder.Builder`). It starts to exist with `reconcile`. */
export interface ControllerBuilder {
  /** Names the controller in metrics and messages. Names are unique. @default the kind of its objects, in lower case */
  named(name: string): this
  /**
   * Watches other objects. The function names the requests that an object concerns, as in `enqueueRequestsFromMap`.
   *
   * @example .watches(configMaps, configMap => [{ namespace: configMap.metadata.namespace, name: 'web' }])
   */
  watches<T extends KubernetesObject>(
    resource: ResourceDefinition<T>,
    map: MapFunction<Stored<T>>,
    options?: WatchesOptions<T>,
  ): this
  /**
   * Watches other objects with an event handler, which sees each event and chooses priorities and delays.
   *
   * @example .watches(pods, { handler: (event, queue) => queue.add({ name: event.object.spec?.nodeName ?? '' }) })
   */
  watches<T extends KubernetesObject>(resource: ResourceDefinition<T>, watch: HandlerWatch<T>): this
  /** Adds a source of any kind (controller-runtime `WatchesRawSource`). The predicates of `where` do not apply to it. */
  watchesSource(source: Source): this
  /**
   * Passes only events that all these predicates pass, of all watches: the controller's kind, owned and other objects
   * (controller-runtime `WithEventFilter`). For one watch, use its option `predicates`. With `generationChanged` here, no update
   * of a kind without a generation passes, such as a ConfigMap, and no status of an owned object.
   */
  where(...predicates: readonly Predicate[]): this
  /** Sets options of the controller. Repeated calls add to each other. */
  withOptions(options: BuilderOptions): this
  /**
   * Creates the controller and adds it to the manager. Throws a UsageError if something is missing, or if it was called
   * before.
   */
  reconcile(reconciler: Reconciler): Controller
}

/** Describes a controller of one kind of objects. */
export interface ResourceControllerBuilder extends ControllerBuilder {
  /** Watches objects that the controller creates: an event reconciles their controlling owner. */
  owns<T extends KubernetesObject>(resource: ResourceDefinition<T>, options?: OwnsOptions<T>): this
}

/** Events of a resource, and what they cause. */
export interface ResourceWatch<T extends KubernetesObject = KubernetesObject> {
  readonly resource: ResourceDefinition<T>
  readonly handler: EventHandler<T>
  /** All of them must pass an event. */
  readonly predicates: readonly Predicate<T>[]
}
