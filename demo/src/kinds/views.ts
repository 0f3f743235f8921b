import { autoscalerView, configMapView, definitionView, namespaceView } from './columns/cluster.ts'
import { type Column, type Field, type KindView, textField } from './columns/column.ts'
import { eventView } from './columns/events.ts'
import { cronJobView, jobView } from './columns/jobs.ts'
import { endpointSliceView, ingressView, serviceView } from './columns/network.ts'
import { nodeView } from './columns/nodes.ts'
import { podView } from './columns/pods.ts'
import { claimView, volumeView } from './columns/storage.ts'
import { daemonSetView, deploymentView, replicaSetView, statefulSetView } from './columns/workloads.ts'
import type { DefinedName } from './kind.ts'

const VIEWS: Readonly<Record<DefinedName, KindView>> = {
  pods: podView,
  deployments: deploymentView,
  replicasets: replicaSetView,
  statefulsets: statefulSetView,
  daemonsets: daemonSetView,
  jobs: jobView,
  cronjobs: cronJobView,
  services: serviceView,
  endpointslices: endpointSliceView,
  ingresses: ingressView,
  configmaps: configMapView,
  persistentvolumeclaims: claimView,
  persistentvolumes: volumeView,
  horizontalpodautoscalers: autoscalerView,
  nodes: nodeView,
  namespaces: namespaceView,
  events: eventView,
  customresourcedefinitions: definitionView,
}

/** The columns, fields and groups of a kind of the shared definition. */
export const viewOf = (name: DefinedName): KindView => VIEWS[name]

/** The fields of every kind. */
const COMMON: readonly Field[] = [
  textField('name', 'Name', 'metadata.name'),
  { ...textField('app', 'Label app', 'metadata.labels.app'), exact: true },
]

/** What a filter expression can name: the fields of the columns, the others of the kind, and the name. */
export function fieldsOf(columns: readonly Column[], others: readonly Field[] = []): readonly Field[] {
  const fields = [...COMMON, ...columns.flatMap(({ field }) => field ?? []), ...others]
  return [...new Map(fields.map(field => [field.id, field])).values()]
}
