// Generated from kube-apiserver v1.37.1, not to be edited: npm run generate -- resources

import type { KubernetesObject, ObjectMeta } from '../api/object.ts'
import { defineResource, type NamespacedResource } from '../api/resource.ts'
import type { EventSource, ObjectReference } from './core-v1.ts'

/** events.k8s.io/v1 events. */
export const events: NamespacedResource<Event, string, never> = /* @__PURE__ */ defineResource({
  group: 'events.k8s.io',
  version: 'v1',
  plural: 'events',
  kind: 'Event',
  namespaced: true,
})

/** events/v1 Event. */
export interface Event extends KubernetesObject {
  readonly action?: string
  readonly apiVersion?: 'events.k8s.io/v1'
  readonly deprecatedCount?: number
  readonly deprecatedFirstTimestamp?: string
  readonly deprecatedLastTimestamp?: string
  readonly deprecatedSource?: EventSource
  readonly eventTime: string
  readonly kind?: 'Event'
  readonly metadata?: ObjectMeta
  readonly note?: string
  readonly reason?: string
  readonly regarding?: ObjectReference
  readonly related?: ObjectReference
  readonly reportingController?: string
  readonly reportingInstance?: string
  readonly series?: EventSeries
  readonly type?: string
}

/** events/v1 EventSeries. */
export interface EventSeries {
  readonly count: number
  readonly lastObservedTime: string
}
