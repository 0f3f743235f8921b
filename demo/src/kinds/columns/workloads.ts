import {
  type DaemonSet,
  type Deployment,
  daemonSets,
  deployments,
  type ReplicaSet,
  replicaSets,
  type StatefulSet,
  statefulSets,
} from '@kube-informer/core/resources'
import { type Column, columnsOf, type KindView, numberField } from './column.ts'
import {
  AGE,
  BY_NAMESPACE,
  BY_STATUS,
  IMAGE_OF_TEMPLATE,
  joined,
  LABELS,
  NAME,
  NAMESPACE,
  shortImage,
  statusColumn,
} from './common.ts'

type Workload = Deployment | ReplicaSet | StatefulSet | DaemonSet

const images: Column<Workload> = {
  id: 'images',
  label: 'Images',
  cell: {
    type: 'text',
    mono: true,
    read: ({ spec }) => joined(spec?.template?.spec?.containers?.map(({ image }) => shortImage(image))),
  },
  field: IMAGE_OF_TEMPLATE,
  width: 160,
  grow: 2,
}

const replicas = <T extends Workload>(read: (object: T) => { ready: number; wanted: number }): Column<T> => ({
  id: 'ready',
  label: 'Ready',
  cell: { type: 'share', read },
  sort: { by: 'status.readyReplicas' },
  field: numberField('ready', 'Ready replicas', 'status.readyReplicas'),
  width: 104,
})

/** A number of the status. */
const count = (
  id: string,
  label: string,
  path: string,
  read: (object: never) => number | undefined,
): Column<never> => ({
  id,
  label,
  cell: { type: 'text', read },
  sort: { by: path },
  field: numberField(id, label, path),
  width: 88,
  numeric: true,
})

const groupings = [BY_NAMESPACE, BY_STATUS]

export const deploymentView: KindView = {
  columns: columnsOf<never>(
    NAME,
    NAMESPACE,
    statusColumn(deployments),
    replicas<Deployment>(({ spec, status }) => ({
      ready: status?.readyReplicas ?? 0,
      wanted: spec?.replicas ?? 1,
    })),
    count(
      'updated',
      'Up-to-date',
      'status.updatedReplicas',
      ({ status }: Deployment) => status?.updatedReplicas ?? 0,
    ),
    count(
      'available',
      'Available',
      'status.availableReplicas',
      ({ status }: Deployment) => status?.availableReplicas ?? 0,
    ),
    images,
    LABELS,
    AGE,
  ),
  groupings,
}

export const replicaSetView: KindView = {
  columns: columnsOf<never>(
    NAME,
    NAMESPACE,
    statusColumn(replicaSets),
    replicas<ReplicaSet>(({ spec, status }) => ({
      ready: status?.readyReplicas ?? 0,
      wanted: spec?.replicas ?? 1,
    })),
    {
      id: 'owner',
      label: 'Owner',
      cell: {
        type: 'reference',
        read: ({ metadata }: ReplicaSet) => {
          const owner = metadata?.ownerReferences?.find(({ controller }) => controller)
          return owner && { ...owner, namespace: metadata?.namespace }
        },
      },
      width: 140,
      grow: 1,
    },
    images,
    LABELS,
    AGE,
  ),
  groupings,
}

export const statefulSetView: KindView = {
  columns: columnsOf<never>(
    NAME,
    NAMESPACE,
    statusColumn(statefulSets),
    replicas<StatefulSet>(({ spec, status }) => ({
      ready: status?.readyReplicas ?? 0,
      wanted: spec?.replicas ?? 1,
    })),
    count(
      'updated',
      'Up-to-date',
      'status.updatedReplicas',
      ({ status }: StatefulSet) => status?.updatedReplicas ?? 0,
    ),
    images,
    LABELS,
    AGE,
  ),
  groupings,
}

export const daemonSetView: KindView = {
  columns: columnsOf<never>(
    NAME,
    NAMESPACE,
    statusColumn(daemonSets),
    {
      ...replicas<DaemonSet>(({ status }) => ({
        ready: status?.numberReady ?? 0,
        wanted: status?.desiredNumberScheduled ?? 0,
      })),
      sort: { by: 'status.numberReady' },
      field: numberField('ready', 'Ready Pods', 'status.numberReady'),
    },
    count(
      'updated',
      'Up-to-date',
      'status.updatedNumberScheduled',
      ({ status }: DaemonSet) => status?.updatedNumberScheduled ?? 0,
    ),
    count(
      'available',
      'Available',
      'status.numberAvailable',
      ({ status }: DaemonSet) => status?.numberAvailable ?? 0,
    ),
    images,
    LABELS,
    AGE,
  ),
  groupings,
}
