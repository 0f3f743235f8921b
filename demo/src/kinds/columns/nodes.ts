import { parseQuantity } from '@kube-informer/core/quantity'
import { type Node, nodes } from '@kube-informer/core/resources'
import { formatBinary } from '../quantity.ts'
import { columnsOf, type KindView, textField } from './column.ts'
import { AGE, BY_STATUS, joined, LABELS, NAME, statusColumn } from './common.ts'

const ROLE = 'node-role.kubernetes.io/'

const rolesOf = ({ metadata }: Node): string | undefined =>
  joined(
    Object.keys(metadata?.labels ?? {})
      .filter(label => label.startsWith(ROLE))
      .map(label => label.slice(ROLE.length)),
  )

const addressOf = ({ status }: Node, type: string): string | undefined =>
  status?.addresses?.find(address => address.type === type)?.address

function memoryOf({ status }: Node): string | undefined {
  const text = status?.allocatable?.memory
  const bytes = text === undefined ? undefined : parseQuantity(text)?.approximate
  return bytes === undefined ? text : formatBinary(bytes)
}

export const nodeView: KindView = {
  columns: columnsOf<Node>(
    NAME,
    statusColumn(nodes, 190),
    {
      id: 'roles',
      label: 'Roles',
      cell: { type: 'text', read: rolesOf },
      width: 110,
      grow: 1,
    },
    {
      id: 'version',
      label: 'Version',
      cell: { type: 'text', read: ({ status }) => status?.nodeInfo?.kubeletVersion },
      sort: { by: 'status.nodeInfo.kubeletVersion', as: 'natural' },
      field: textField('version', 'Version', 'status.nodeInfo.kubeletVersion'),
      width: 90,
    },
    {
      id: 'cpu',
      label: 'CPU',
      cell: { type: 'text', read: ({ status }) => status?.allocatable?.cpu },
      sort: { by: 'status.allocatable.cpu', as: 'quantity' },
      field: { ...textField('cpu', 'CPU', 'status.allocatable.cpu'), type: 'quantity' },
      width: 64,
      numeric: true,
      description: 'The CPUs that Pods may use',
    },
    {
      id: 'memory',
      label: 'Memory',
      cell: { type: 'text', read: memoryOf },
      sort: { by: 'status.allocatable.memory', as: 'quantity' },
      field: { ...textField('memory', 'Memory', 'status.allocatable.memory'), type: 'quantity' },
      width: 80,
      numeric: true,
      description: 'The memory that Pods may use',
    },
    {
      id: 'pods',
      label: 'Max Pods',
      cell: { type: 'text', read: ({ status }) => status?.allocatable?.pods },
      sort: { by: 'status.allocatable.pods', as: 'quantity' },
      width: 84,
      numeric: true,
      description: 'The number of Pods that the Node accepts',
    },
    {
      id: 'ip',
      label: 'Internal IP',
      cell: { type: 'text', read: node => addressOf(node, 'InternalIP'), mono: true },
      field: textField('ip', 'IP', 'status.addresses[*].address'),
      width: 112,
    },
    {
      id: 'taints',
      label: 'Taints',
      cell: {
        type: 'text',
        read: ({ spec }) => joined(spec?.taints?.map(({ key, effect }) => `${key}:${effect}`)),
      },
      field: textField('taint', 'Taint', 'spec.taints[*].key'),
      width: 140,
      grow: 1,
      wide: true,
    },
    {
      id: 'os',
      label: 'OS image',
      cell: { type: 'text', read: ({ status }) => status?.nodeInfo?.osImage },
      field: textField('os', 'OS image', 'status.nodeInfo.osImage'),
      width: 150,
      wide: true,
    },
    LABELS,
    AGE,
  ),
  fields: [textField('zone', 'Zone', "metadata.labels['topology.kubernetes.io/zone']")],
  groupings: [BY_STATUS],
}
