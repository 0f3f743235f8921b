import { encodeRow, type KubernetesObject, type Row, type WatchEvent } from '@kube-informer/core'
import type { StoredEvent } from '@kube-informer/core/snapshot'
import { isRow } from '../items/fed.ts'

/** The events of a watch as entries of a log. An ERROR event is no entry. */
export const logEntries = <T extends KubernetesObject>(
  events: readonly WatchEvent<T | Row<T>>[],
): readonly StoredEvent<T>[] => events.flatMap(event => entryOf(event) ?? [])

function entryOf<T extends KubernetesObject>(event: WatchEvent<T | Row<T>>): StoredEvent<T> | undefined {
  const { type, object } = event
  if (type === 'ERROR') return undefined
  if (type === 'BOOKMARK') return { type, resourceVersion: object.metadata?.resourceVersion ?? '' }
  return { type, row: isRow<T>(object) ? object : encodeRow(object) }
}
