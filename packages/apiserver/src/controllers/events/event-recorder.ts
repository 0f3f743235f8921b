import { type KubernetesObject, StatusError } from '@kube-informer/core'
import { type Event, events } from '@kube-informer/core/resources'
import { timestamp } from '../../object/timestamp.ts'
import { ControllerClient, objectKey } from '../base/controller-client.ts'
import { uidOf } from '../base/stored-metadata.ts'
import type { ControllerOptions } from '../controller-options.ts'
import { type Correlated, EventCorrelator } from './event-correlator.ts'
import { EventExpiry } from './event-expiry.ts'
import { RecentMap } from './recent-map.ts'

/** The component that reports an Event. */
export interface EventSource {
  readonly component: string
  /** The node of a kubelet. */
  readonly host?: string | undefined
  /** What the component did, for one that uses the newer API of Events, as the scheduler does. */
  readonly action?: string | undefined
}

/** What an Event says. */
export interface EventText {
  /** @default Normal */
  readonly type?: 'Normal' | 'Warning'
  readonly reason: string
  readonly message: string
  /** The part of the object, such as a container. */
  readonly fieldPath?: string | undefined
}

const REMEMBERED = 4_096

/** Writes Events: repeated ones are counted, similar ones merged, and old ones removed (client-go's `EventRecorder`). */
export class EventRecorder {
  readonly #client: ControllerClient
  readonly #correlator: EventCorrelator
  readonly #expiry: EventExpiry
  /** The keys of the Events that were written last, by their identity. */
  readonly #known = new RecentMap<string, string>(REMEMBERED)
  #serial = 0

  constructor(options: ControllerOptions) {
    this.#client = new ControllerClient(options, 'kube-controller-manager')
    this.#correlator = new EventCorrelator(options.clock)
    this.#expiry = new EventExpiry(options.clock, key => this.#client.collection(events).remove(key))
  }

  /** Reports what happened to an object. An Event that cannot be written is lost. */
  record(object: KubernetesObject, source: EventSource, text: EventText): void {
    const { type = 'Normal', reason, message, fieldPath = '' } = text
    const uid = uidOf(object)
    const { component } = source
    const correlated = this.#correlator.correlate({ component, uid, fieldPath, type, reason, message })
    if (!correlated) return
    try {
      this.#write(object, source, text, correlated)
    } catch (error) {
      // The namespace is gone, for example.
      if (!(error instanceof StatusError)) throw error
    }
  }

  #write(object: KubernetesObject, source: EventSource, text: EventText, correlated: Correlated): void {
    const { identity, message } = correlated
    const known = this.#client.get(events, this.#known.get(identity) ?? '')
    const written = known
      ? this.#client.replace(events, this.#repeated(known, source, message))
      : this.#client.create(events, this.#first(object, source, { ...text, message }))
    this.#known.set(identity, objectKey(written))
    this.#expiry.written(objectKey(written))
  }

  #repeated(event: Event, { action }: EventSource, message: string): Event {
    const { nowMs } = this.#client
    if (action === undefined)
      return { ...event, message, count: (event.count ?? 1) + 1, lastTimestamp: timestamp(nowMs) }
    return {
      ...event,
      series: { count: (event.series?.count ?? 1) + 1, lastObservedTime: microTime(nowMs) },
    }
  }

  #first(object: KubernetesObject, source: EventSource, text: EventText): Event {
    const { kind = '', apiVersion = '', metadata = {} } = object
    const { type = 'Normal', reason, message, fieldPath } = text
    const { nowMs } = this.#client
    const { name = '', namespace = 'default', uid = '', resourceVersion = '' } = metadata
    const suffix = (BigInt(nowMs) * 1_000_000n + BigInt(this.#serial++ % 1_000_000)).toString(16)
    const involved = { kind, namespace: metadata.namespace ?? '', name, uid, apiVersion, resourceVersion }
    return {
      kind: 'Event',
      apiVersion: 'v1',
      metadata: { name: `${name}.${suffix}`, namespace },
      involvedObject: fieldPath === undefined ? involved : { ...involved, fieldPath },
      reason,
      message,
      type,
      ...timesOf(source, nowMs),
    }
  }
}

function timesOf({ component, host, action }: EventSource, nowMs: number): Partial<Event> {
  if (action !== undefined)
    return {
      source: {},
      eventTime: microTime(nowMs),
      action,
      reportingComponent: component,
      reportingInstance: `${component}-fake`,
    }
  const at = timestamp(nowMs)
  return {
    source: host === undefined ? { component } : { component, host },
    firstTimestamp: at,
    lastTimestamp: at,
    count: 1,
    reportingComponent: component,
    reportingInstance: host ?? '',
  }
}

/** RFC 3339 in microseconds. */
const microTime = (ms: number): string => new Date(ms).toISOString().replace('Z', '000Z')
