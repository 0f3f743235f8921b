import {
  type PersistentVolume,
  type PersistentVolumeClaim,
  persistentVolumeClaims,
  persistentVolumes,
} from '@kube-informer/core/resources'
import { columnsOf, type KindView, textField } from './column.ts'
import { AGE, BY_NAMESPACE, BY_STATUS, joined, LABELS, NAME, NAMESPACE, statusColumn } from './common.ts'

export const claimView: KindView = {
  columns: columnsOf<PersistentVolumeClaim>(
    NAME,
    NAMESPACE,
    statusColumn(persistentVolumeClaims, 100),
    {
      id: 'capacity',
      label: 'Capacity',
      cell: {
        type: 'text',
        read: ({ status, spec }) => status?.capacity?.storage ?? spec?.resources?.requests?.storage,
      },
      sort: { by: 'status.capacity.storage', as: 'quantity' },
      field: { ...textField('capacity', 'Capacity', 'status.capacity.storage'), type: 'quantity' },
      width: 84,
      numeric: true,
    },
    {
      id: 'volume',
      label: 'Volume',
      cell: {
        type: 'reference',
        read: ({ spec }) =>
          spec?.volumeName ? { kind: 'PersistentVolume', name: spec.volumeName } : undefined,
      },
      field: textField('volume', 'Volume', 'spec.volumeName'),
      width: 160,
      grow: 1,
    },
    {
      id: 'class',
      label: 'Class',
      cell: { type: 'text', read: ({ spec }) => spec?.storageClassName },
      sort: { by: 'spec.storageClassName' },
      field: textField('class', 'Class', 'spec.storageClassName'),
      width: 110,
    },
    {
      id: 'modes',
      label: 'Access modes',
      cell: { type: 'text', read: ({ spec }) => joined(spec?.accessModes) },
      width: 120,
      wide: true,
    },
    LABELS,
    AGE,
  ),
  groupings: [BY_NAMESPACE, BY_STATUS],
}

export const volumeView: KindView = {
  columns: columnsOf<PersistentVolume>(
    NAME,
    statusColumn(persistentVolumes, 100),
    {
      id: 'capacity',
      label: 'Capacity',
      cell: { type: 'text', read: ({ spec }) => spec?.capacity?.storage },
      sort: { by: 'spec.capacity.storage', as: 'quantity' },
      field: { ...textField('capacity', 'Capacity', 'spec.capacity.storage'), type: 'quantity' },
      width: 84,
      numeric: true,
    },
    {
      id: 'claim',
      label: 'Claim',
      cell: {
        type: 'reference',
        read: ({ spec }) =>
          spec?.claimRef?.name
            ? { kind: 'PersistentVolumeClaim', name: spec.claimRef.name, namespace: spec.claimRef.namespace }
            : undefined,
      },
      field: textField('claim', 'Claim', 'spec.claimRef.name'),
      width: 180,
      grow: 1,
    },
    {
      id: 'class',
      label: 'Class',
      cell: { type: 'text', read: ({ spec }) => spec?.storageClassName },
      sort: { by: 'spec.storageClassName' },
      field: textField('class', 'Class', 'spec.storageClassName'),
      width: 110,
    },
    {
      id: 'policy',
      label: 'Reclaim policy',
      cell: { type: 'text', read: ({ spec }) => spec?.persistentVolumeReclaimPolicy },
      sort: { by: 'spec.persistentVolumeReclaimPolicy' },
      width: 110,
    },
    LABELS,
    AGE,
  ),
  groupings: [BY_STATUS],
}
