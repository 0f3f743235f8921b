import type { KubernetesObject } from '@kube-informer/core'
import { ageOf, objectAge } from '@kube-informer/core/columns'
import { type CellsByKind, text } from './cells.ts'
import { at, conditionOf, numberAt, objectAt, objectsAt, textAt, textsAt } from './read.ts'

const NONE = '<none>'
const ROLE_PREFIX = 'node-role.kubernetes.io/'

function nodeStatus(node: KubernetesObject): string {
  const ready = conditionOf(node, 'Ready')
  const status = ready ? (ready.status === 'True' ? 'Ready' : 'NotReady') : 'Unknown'
  return at(node, 'spec.unschedulable') === true ? `${status},SchedulingDisabled` : status
}

function nodeRoles(node: KubernetesObject): string {
  const roles = Object.entries(objectAt(node, 'metadata.labels')).flatMap(([key, value]) => {
    if (key.startsWith(ROLE_PREFIX)) return key.slice(ROLE_PREFIX.length) || []
    return key === 'kubernetes.io/role' && typeof value === 'string' ? value || [] : []
  })
  return [...new Set(roles)].toSorted().join(',') || NONE
}

const nodeAddress = (type: string) => (node: KubernetesObject) => {
  const address = objectsAt(node, 'status.addresses').find(each => each.type === type)
  return textAt(address, 'address') || NONE
}

/** When an event was seen; reporters set different fields. */
function eventTimes(event: KubernetesObject, now: number): { readonly first: string; readonly last: string } {
  const first = ageOf(
    textAt(event, 'firstTimestamp') ||
      textAt(event, 'deprecatedFirstTimestamp') ||
      textAt(event, 'eventTime'),
    now,
  )
  const series = textAt(event, 'series.lastObservedTime')
  const last = textAt(event, 'lastTimestamp') || textAt(event, 'deprecatedLastTimestamp')
  if (series) return { first, last: ageOf(series, now) }
  return { first, last: last ? ageOf(last, now) : first }
}

/** A member of the object that an event is about; `events.k8s.io` names it differently. */
const regarding = (event: KubernetesObject, member: string): string =>
  textAt(event, `involvedObject.${member}`) || textAt(event, `regarding.${member}`)

function eventObject(event: KubernetesObject): string {
  const kind = regarding(event, 'kind').toLowerCase()
  const name = regarding(event, 'name')
  return name ? `${kind}/${name}` : kind
}

function eventSource(event: KubernetesObject): string {
  const source = { ...objectAt(event, 'deprecatedSource'), ...objectAt(event, 'source') }
  const component =
    textAt(source, 'component') || textAt(event, 'reportingComponent') || textAt(event, 'reportingController')
  const instance = textAt(source, 'host') || textAt(event, 'reportingInstance')
  return instance ? `${component}, ${instance}` : component
}

function eventCount(event: KubernetesObject): number {
  if (at(event, 'series')) return numberAt(event, 'series.count')
  return numberAt(event, 'count') || numberAt(event, 'deprecatedCount') || 1
}

const event = {
  'Last Seen': (object: KubernetesObject, now: number) => eventTimes(object, now).last,
  Type: text('type'),
  Reason: text('reason'),
  Object: eventObject,
  Subobject: (object: KubernetesObject) => regarding(object, 'fieldPath'),
  Source: eventSource,
  Message: (object: KubernetesObject) => (textAt(object, 'message') || textAt(object, 'note')).trim(),
  'First Seen': (object: KubernetesObject, now: number) => eventTimes(object, now).first,
  Count: eventCount,
  Name: text('metadata.name'),
}

const isTrue = (object: unknown, type: string): boolean => conditionOf(object, type)?.status === 'True'

/** The versions of a definition, with a mark at the storage version. */
const definedVersions = (definition: KubernetesObject): string =>
  objectsAt(definition, 'spec.versions')
    .map(({ name, storage }) => `${name}${storage === true ? '(storage)' : ''}`)
    .join(',')

/** Cells of cluster-level kinds. */
export const CLUSTER_CELLS: CellsByKind = {
  '/Namespace': { Status: text('status.phase'), Age: objectAge },
  '/Node': {
    Status: nodeStatus,
    Roles: nodeRoles,
    Age: objectAge,
    Version: text('status.nodeInfo.kubeletVersion'),
    'Internal-IP': nodeAddress('InternalIP'),
    'External-IP': nodeAddress('ExternalIP'),
    'OS-Image': text('status.nodeInfo.osImage', '<unknown>'),
    'Kernel-Version': text('status.nodeInfo.kernelVersion', '<unknown>'),
    'Container-Runtime': text('status.nodeInfo.containerRuntimeVersion', '<unknown>'),
  },
  '/Event': event,
  'events.k8s.io/Event': event,
  'coordination.k8s.io/Lease': { Holder: text('spec.holderIdentity'), Age: objectAge },
  'apiextensions.k8s.io/CustomResourceDefinition': {
    Scope: text('spec.scope'),
    Versions: definedVersions,
    'Created At': text('metadata.creationTimestamp'),
    Group: text('spec.group'),
    Kind: text('spec.names.kind'),
    ShortNames: object => textsAt(object, 'spec.names.shortNames').join(','),
    Established: object => isTrue(object, 'Established'),
  },
  'apiregistration.k8s.io/APIService': {
    Service: object => {
      const service = at(object, 'spec.service')
      return service ? `${textAt(service, 'namespace')}/${textAt(service, 'name')}` : 'Local'
    },
    Available: object => {
      const available = conditionOf(object, 'Available')
      if (!available) return 'Unknown'
      return available.status === 'True' ? 'True' : `${available.status} (${available.reason})`
    },
    Age: objectAge,
  },
}
