import type { Event } from '@kube-informer/core/resources'

/** The limit of each cache (client-go `record.maxLruCacheEntries`). */
export const MAX_KEYS = 4096

/** What the events have in common that are combined: all but the message (client-go `EventAggregatorByReasonFunc`). */
export function aggregateKey(event: Event): string {
  return JSON.stringify([objectOf(event), event.reason, event.reportingComponent, event.reportingInstance])
}

/** What the events have in common that are counted: all but the time (client-go `getEventKey`). */
export const eventKey = (event: Event): string =>
  JSON.stringify([aggregateKey(event), event.involvedObject.fieldPath, event.message])

/** What the events have in common that share a rate limit (client-go `getSpamKey`, and the type). */
export const spamKey = (event: Event): string => JSON.stringify(objectOf(event))

function objectOf({ source = {}, involvedObject, type }: Event): readonly unknown[] {
  const { kind, namespace, name, uid, apiVersion } = involvedObject
  return [source.component, source.host, kind, namespace, name, uid, apiVersion, type]
}
