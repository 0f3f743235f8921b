import { type EndpointSlice, type Ingress, type Service, services } from '@kube-informer/core/resources'
import { columnsOf, type KindView, textField } from './column.ts'
import { AGE, BY_NAMESPACE, joined, LABELS, NAME, NAMESPACE, statusColumn } from './common.ts'

type ServicePort = NonNullable<NonNullable<Service['spec']>['ports']>[number]

/** `80→8080/TCP`. */
function portText({ port, targetPort, nodePort, protocol = 'TCP' }: ServicePort): string {
  const target = targetPort === undefined || targetPort === port ? '' : `→${targetPort}`
  return `${port}${nodePort ? `:${nodePort}` : ''}${target}/${protocol}`
}

export const serviceView: KindView = {
  columns: columnsOf<Service>(
    NAME,
    NAMESPACE,
    {
      id: 'type',
      label: 'Type',
      cell: { type: 'text', read: ({ spec }) => spec?.type ?? 'ClusterIP' },
      sort: { by: 'spec.type' },
      field: { ...textField('type', 'Type', 'spec.type'), index: 'type', exact: true },
      width: 104,
      narrow: true,
    },
    {
      id: 'ip',
      label: 'Cluster IP',
      cell: { type: 'text', read: ({ spec }) => spec?.clusterIP, mono: true },
      sort: { by: 'spec.clusterIP', as: 'natural' },
      field: textField('ip', 'Cluster IP', 'spec.clusterIPs[*]', 'spec.clusterIP'),
      width: 112,
    },
    {
      id: 'ports',
      label: 'Ports',
      cell: { type: 'text', read: ({ spec }) => joined(spec?.ports?.map(portText)), mono: true },
      field: { id: 'port', label: 'Port', type: 'number', source: { paths: ['spec.ports[*].port'] } },
      width: 140,
      grow: 1,
    },
    {
      id: 'selector',
      label: 'Selector',
      cell: {
        type: 'text',
        mono: true,
        read: ({ spec }) =>
          joined(Object.entries(spec?.selector ?? {}).map(([name, value]) => `${name}=${value}`)),
      },
      width: 160,
      grow: 1.5,
    },
    { ...statusColumn(services, 96), wide: true, narrow: false },
    LABELS,
    AGE,
  ),
  groupings: [BY_NAMESPACE, { id: 'type', label: 'Type', index: 'type', sort: { by: 'spec.type' } }],
}

export const endpointSliceView: KindView = {
  columns: columnsOf<EndpointSlice>(
    NAME,
    NAMESPACE,
    {
      id: 'type',
      label: 'Addresses',
      cell: { type: 'text', read: ({ addressType }) => addressType },
      width: 90,
    },
    {
      id: 'ready',
      label: 'Ready',
      cell: {
        type: 'share',
        read: ({ endpoints }) => ({
          ready: endpoints?.filter(({ conditions }) => conditions?.ready !== false).length ?? 0,
          wanted: endpoints?.length ?? 0,
        }),
      },
      width: 104,
    },
    {
      id: 'ports',
      label: 'Ports',
      cell: {
        type: 'text',
        mono: true,
        read: ({ ports }) => joined(ports?.map(({ port }) => port?.toString())),
      },
      width: 110,
    },
    {
      id: 'endpoints',
      label: 'Endpoints',
      cell: {
        type: 'text',
        mono: true,
        read: ({ endpoints }) => joined(endpoints?.flatMap(({ addresses }) => addresses)),
      },
      field: textField('ip', 'Address', 'endpoints[*].addresses[*]'),
      width: 200,
      grow: 2,
    },
    LABELS,
    AGE,
  ),
  fields: [textField('service', 'Service', "metadata.labels['kubernetes.io/service-name']")],
  groupings: [BY_NAMESPACE],
}

export const ingressView: KindView = {
  columns: columnsOf<Ingress>(
    NAME,
    NAMESPACE,
    {
      id: 'class',
      label: 'Class',
      cell: { type: 'text', read: ({ spec }) => spec?.ingressClassName },
      sort: { by: 'spec.ingressClassName' },
      field: textField('class', 'Class', 'spec.ingressClassName'),
      width: 100,
    },
    {
      id: 'hosts',
      label: 'Hosts',
      cell: { type: 'text', read: ({ spec }) => joined(spec?.rules?.map(({ host }) => host ?? '*')) },
      field: textField('host', 'Host', 'spec.rules[*].host'),
      width: 200,
      grow: 2,
    },
    {
      id: 'address',
      label: 'Address',
      cell: {
        type: 'text',
        mono: true,
        read: ({ status }) =>
          joined(status?.loadBalancer?.ingress?.map(({ ip, hostname }) => ip ?? hostname)),
      },
      width: 130,
      grow: 1,
    },
    LABELS,
    AGE,
  ),
  groupings: [BY_NAMESPACE],
}
