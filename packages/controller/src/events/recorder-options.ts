import { type Clock, type KubeClient, type Random, systemClock } from '@kube-informer/core'
import { randomId } from '@kube-informer/core/internal'
import type { Event } from '@kube-informer/core/resources'
import type { Logger } from '../api/logger.ts'
import type { EventRecorder } from '../api/reconciler.ts'

/** Who reports the events, and with which client they are written. */
export interface EventRecorderOptions {
  /** Writes the events. It needs the verbs `create` and `patch` on events. */
  readonly client: Pick<KubeClient, 'create' | 'patch'>
  /** The name of the controller, as in `example.com/widget-controller`. */
  readonly controller: string
  /** Names this process, such as its Pod. At most 128 characters; the rest is cut off. @default the controller's name and a random part */
  readonly instance?: string | undefined
  /** Receives a message for each event that is not written. @default none */
  readonly log?: Logger | undefined
  /** @default the host's clock */
  readonly clock?: Clock | undefined
  /** @default Math.random */
  readonly random?: Random | undefined
}

/** As for `events.k8s.io`, and how events of `core/v1` are limited. */
export interface CoreEventRecorderOptions extends EventRecorderOptions {
  /**
   * What events have in common that share a rate limit (client-go `record.CorrelatorOptions.SpamKeyFunc`).
   *
   * @default the object, the type and the source
   * @example spamKey: ({ involvedObject: { uid }, reason }) => `${uid} ${reason}`
   */
  readonly spamKey?: ((event: Event) => string) | undefined
}

/** A recorder that can be stopped. Its methods neither throw nor reject. */
export interface StoppableEventRecorder extends EventRecorder {
  /**
   * Resolves when all events so far are written or given up, or when the signal aborts. Give a signal: a server that cannot
   * be reached delays it for minutes.
   */
  flush(signal?: AbortSignal): Promise<void>
  /** Drops what is not written yet and all later events, and clears its timers. */
  shutDown(): void
}

/** The options with their defaults. */
export interface RecorderSettings extends EventRecorderOptions {
  readonly instance: string
  readonly clock: Clock
  readonly random: Random
}

const MAX_INSTANCE_LENGTH = 128

/** Fills in the defaults. */
export function settingsOf(options: EventRecorderOptions): RecorderSettings {
  const { clock = systemClock, random = Math.random, controller } = options
  const { instance = `${controller}-${randomId(random)}` } = options
  return { ...options, clock, random, instance: instance.slice(0, MAX_INSTANCE_LENGTH) }
}

/** Both APIs accept these types only. Others are not written. */
export const isEventType = (type: string): boolean => type === 'Normal' || type === 'Warning'

/** Where events of cluster-scoped objects are. */
export const DEFAULT_NAMESPACE = 'default'

/** An event in messages: `Scaled of Widget default/a`. */
export const describeEvent = (
  { kind, namespace, name }: { readonly kind?: string; readonly namespace?: string; readonly name?: string },
  reason: string,
): string => `${reason} of ${kind} ${namespace ? `${namespace}/` : ''}${name}`
