import { type Event, events } from '@kube-informer/core/resources'
import { lastSeenOf } from '../event.ts'
import { columnsOf, type KindView, numberField, textField, timeField } from './column.ts'
import { BY_NAMESPACE, BY_STATUS, NAME, NAMESPACE, statusColumn } from './common.ts'

export const eventView: KindView = {
  columns: columnsOf<Event>(
    {
      id: 'last',
      label: 'Last seen',
      cell: { type: 'age', read: lastSeenOf },
      sort: { by: 'lastSeen' },
      field: timeField('last', 'Last seen', 'lastTimestamp'),
      width: 76,
      narrow: true,
    },
    { ...statusColumn(events, 96), id: 'type', label: 'Type' },
    {
      id: 'reason',
      label: 'Reason',
      cell: { type: 'text', read: ({ reason }) => reason },
      sort: { by: '.reason' },
      field: { ...textField('reason', 'Reason', 'reason'), index: 'reason', exact: true },
      width: 130,
    },
    {
      id: 'object',
      label: 'Object',
      cell: {
        type: 'reference',
        read: ({ involvedObject: { kind = '', name = '', namespace, apiVersion } }) => ({
          kind,
          name,
          namespace,
          apiVersion,
        }),
      },
      sort: { by: 'involvedObject.name', as: 'natural' },
      field: textField('object', 'Object', 'involvedObject.name'),
      width: 200,
      grow: 1.5,
    },
    {
      id: 'message',
      label: 'Message',
      cell: { type: 'text', read: ({ message }) => message },
      field: textField('message', 'Message', 'message'),
      width: 260,
      grow: 4,
      narrow: true,
    },
    {
      id: 'count',
      label: 'Count',
      cell: { type: 'text', read: ({ series, count }) => series?.count ?? count ?? 1 },
      sort: { by: '.count' },
      field: numberField('count', 'Count', 'count'),
      width: 60,
      numeric: true,
    },
    { ...NAMESPACE, wide: false },
    {
      id: 'source',
      label: 'Source',
      cell: {
        type: 'text',
        read: ({ source, reportingComponent }) => source?.component || reportingComponent,
      },
      field: textField('source', 'Source', 'source.component', 'reportingComponent'),
      width: 130,
      wide: true,
    },
    { ...NAME, narrow: false, wide: true, width: 180, grow: 1 },
  ),
  fields: [{ ...textField('kind', 'Kind of the object', 'involvedObject.kind'), index: 'kind', exact: true }],
  groupings: [
    BY_STATUS,
    { id: 'reason', label: 'Reason', index: 'reason', sort: { by: '.reason' } },
    { id: 'kind', label: 'Kind of the object', index: 'kind', sort: { by: 'involvedObject.kind' } },
    BY_NAMESPACE,
  ],
  sort: 'last',
}
