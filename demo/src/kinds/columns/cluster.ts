import {
  type ConfigMap,
  type CustomResourceDefinition,
  customResourceDefinitions,
  type HorizontalPodAutoscaler,
  horizontalPodAutoscalers,
  type Namespace,
  namespaces,
} from '@kube-informer/core/resources'
import { columnsOf, type KindView, numberField, textField } from './column.ts'
import { AGE, BY_NAMESPACE, BY_STATUS, joined, LABELS, NAME, NAMESPACE, statusColumn } from './common.ts'

export const namespaceView: KindView = {
  columns: columnsOf<Namespace>(NAME, statusColumn(namespaces), { ...LABELS, wide: false }, AGE),
  groupings: [BY_STATUS],
}

const sizeOf = ({ data, binaryData }: ConfigMap): number =>
  Object.keys(data ?? {}).length + Object.keys(binaryData ?? {}).length

export const configMapView: KindView = {
  columns: columnsOf<ConfigMap>(
    NAME,
    NAMESPACE,
    { id: 'entries', label: 'Entries', cell: { type: 'text', read: sizeOf }, width: 72, numeric: true },
    {
      id: 'keys',
      label: 'Keys',
      cell: { type: 'text', mono: true, read: ({ data }) => joined(Object.keys(data ?? {})) },
      width: 200,
      grow: 2,
    },
    LABELS,
    AGE,
  ),
  groupings: [BY_NAMESPACE],
}

export const autoscalerView: KindView = {
  columns: columnsOf<HorizontalPodAutoscaler>(
    NAME,
    NAMESPACE,
    statusColumn(horizontalPodAutoscalers, 150),
    {
      id: 'target',
      label: 'Target',
      cell: {
        type: 'reference',
        read: ({ spec, metadata }) =>
          spec?.scaleTargetRef && { ...spec.scaleTargetRef, namespace: metadata?.namespace },
      },
      field: textField('target', 'Target', 'spec.scaleTargetRef.name'),
      width: 170,
      grow: 1,
    },
    {
      id: 'replicas',
      label: 'Replicas',
      cell: {
        type: 'share',
        read: ({ status }) => ({ ready: status?.currentReplicas ?? 0, wanted: status?.desiredReplicas ?? 0 }),
      },
      sort: { by: 'status.currentReplicas' },
      width: 104,
    },
    {
      id: 'min',
      label: 'Min',
      cell: { type: 'text', read: ({ spec }) => spec?.minReplicas ?? 1 },
      width: 52,
      numeric: true,
    },
    {
      id: 'max',
      label: 'Max',
      cell: { type: 'text', read: ({ spec }) => spec?.maxReplicas },
      sort: { by: 'spec.maxReplicas' },
      field: numberField('max', 'Max replicas', 'spec.maxReplicas'),
      width: 52,
      numeric: true,
    },
    LABELS,
    AGE,
  ),
  groupings: [BY_NAMESPACE, BY_STATUS],
}

export const definitionView: KindView = {
  columns: columnsOf<CustomResourceDefinition>(
    NAME,
    statusColumn(customResourceDefinitions, 110),
    {
      id: 'kind',
      label: 'Kind',
      cell: { type: 'text', read: ({ spec }) => spec?.names?.kind },
      sort: { by: 'spec.names.kind' },
      field: textField('kind', 'Kind', 'spec.names.kind'),
      width: 150,
      grow: 1,
    },
    {
      id: 'group',
      label: 'Group',
      cell: { type: 'text', read: ({ spec }) => spec?.group },
      sort: { by: 'spec.group' },
      field: textField('group', 'Group', 'spec.group'),
      width: 160,
      grow: 1,
    },
    {
      id: 'scope',
      label: 'Scope',
      cell: { type: 'text', read: ({ spec }) => spec?.scope },
      sort: { by: 'spec.scope' },
      field: { ...textField('scope', 'Scope', 'spec.scope'), exact: true },
      width: 96,
    },
    {
      id: 'versions',
      label: 'Versions',
      cell: { type: 'text', read: ({ spec }) => joined(spec?.versions?.map(({ name }) => name)) },
      width: 110,
    },
    AGE,
  ),
  groupings: [BY_STATUS],
}
