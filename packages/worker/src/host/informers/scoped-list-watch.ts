import {
  createListWatch,
  createTableListWatch,
  type InformerClient,
  type ListerWatcher,
  type Row,
} from '@kube-informer/core'
import type { InformerLocation } from './informer-location.ts'

/** Lists and watches what a definition keeps of the objects of a scope, or their Tables. */
export function scopedListWatch(
  { definition, scope }: Pick<InformerLocation, 'definition' | 'scope'>,
  client: InformerClient,
): ListerWatcher<Row> {
  const { trim, pick, metadataOnly, resource, table } = definition
  const asRows = { ...scope, trim, pick, metadataOnly, countAhead: !metadataOnly, form: 'row' } as const
  const asTable = { ...scope, countAhead: true, columns: table?.latest, onColumns: table?.see }
  return table ? createTableListWatch(client, resource, asTable) : createListWatch(client, resource, asRows)
}
