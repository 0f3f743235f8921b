import type { Event } from '@kube-informer/core/resources'

/** When an Event happened last. Those of clients of the new API have no `lastTimestamp`. */
export const lastSeenOf = ({ series, lastTimestamp, eventTime, metadata }: Event): string | undefined =>
  series?.lastObservedTime ?? lastTimestamp ?? eventTime ?? metadata.creationTimestamp
