import { type Pod, pods } from '@kube-informer/core/resources'
import { lastRestartOf, readyOf, restartsOf } from '../pod.ts'
import { sumOfQuantities } from '../quantity.ts'
import { columnsOf, type KindView, textField } from './column.ts'
import {
  AGE,
  BY_NAMESPACE,
  BY_STATUS,
  joined,
  LABELS,
  NAME,
  NAMESPACE,
  shortImage,
  statusColumn,
} from './common.ts'

const requests = ({ spec }: Pod, resource: 'cpu' | 'memory'): string | undefined =>
  sumOfQuantities((spec?.containers ?? []).map(container => container.resources?.requests?.[resource]))

export const podView: KindView = {
  columns: columnsOf<Pod>(
    NAME,
    NAMESPACE,
    statusColumn(pods, 150),
    {
      id: 'ready',
      label: 'Ready',
      cell: { type: 'share', read: readyOf },
      width: 64,
      description: 'Containers that are ready, of all containers',
    },
    {
      id: 'restarts',
      label: 'Restarts',
      cell: { type: 'text', read: restartsOf },
      sort: { by: 'restarts' },
      field: { id: 'restarts', label: 'Restarts', type: 'number', source: { computed: 'restarts' } },
      width: 76,
      numeric: true,
    },
    {
      id: 'last-restart',
      label: 'Last restart',
      cell: { type: 'age', read: lastRestartOf },
      width: 92,
      numeric: true,
      wide: true,
    },
    {
      id: 'node',
      label: 'Node',
      cell: {
        type: 'reference',
        read: ({ spec }) => (spec?.nodeName ? { kind: 'Node', name: spec.nodeName } : undefined),
      },
      sort: { by: 'spec.nodeName', as: 'natural' },
      field: { ...textField('node', 'Node', 'spec.nodeName'), index: 'node' },
      width: 120,
      grow: 1.5,
    },
    {
      id: 'ip',
      label: 'IP',
      cell: { type: 'text', read: ({ status }) => status?.podIP, mono: true },
      sort: { by: 'status.podIP', as: 'natural' },
      field: textField('ip', 'IP', 'status.podIPs[*].ip', 'status.podIP'),
      width: 112,
      wide: true,
    },
    {
      id: 'cpu',
      label: 'CPU',
      cell: { type: 'text', read: pod => requests(pod, 'cpu') },
      width: 64,
      numeric: true,
      wide: true,
      description: 'The CPU that the containers request',
    },
    {
      id: 'memory',
      label: 'Memory',
      cell: { type: 'text', read: pod => requests(pod, 'memory') },
      width: 76,
      numeric: true,
      wide: true,
      description: 'The memory that the containers request',
    },
    {
      id: 'owner',
      label: 'Owner',
      cell: {
        type: 'reference',
        read: ({ metadata }) => {
          const owner = metadata?.ownerReferences?.find(({ controller }) => controller)
          return owner && { ...owner, namespace: metadata?.namespace }
        },
      },
      field: textField('owner', 'Owner', 'metadata.ownerReferences[*].name'),
      width: 160,
      grow: 1,
      wide: true,
    },
    {
      id: 'image',
      label: 'Images',
      cell: {
        type: 'text',
        read: ({ spec }) => joined(spec?.containers?.map(({ image }) => shortImage(image))),
        mono: true,
      },
      field: textField('image', 'Image', 'spec.containers[*].image', 'spec.initContainers[*].image'),
      width: 160,
      grow: 1,
      wide: true,
    },
    LABELS,
    AGE,
  ),
  fields: [
    { ...textField('phase', 'Phase', 'status.phase'), index: 'phase', exact: true },
    { ...textField('app', 'Label app', 'metadata.labels.app'), index: 'app', exact: true },
    textField('qos', 'Quality of service', 'status.qosClass'),
  ],
  groupings: [
    BY_NAMESPACE,
    { id: 'node', label: 'Node', index: 'node', sort: { by: 'spec.nodeName' } },
    BY_STATUS,
    { id: 'app', label: 'Label app', index: 'app', sort: { by: 'metadata.labels.app' } },
  ],
}
