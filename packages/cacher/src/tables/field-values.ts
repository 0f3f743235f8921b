import { groupResource, type KubernetesObject, type ResourceDefinition } from '@kube-informer/core'
import { parsePath, readPath } from '@kube-informer/core/paths'

type Value = (object: KubernetesObject) => unknown

/** The value at a dotted path. */
const at = (object: KubernetesObject, path: string): unknown => readPath(object, parsePath(path))

const orFalse =
  (path: string): Value =>
  object =>
    at(object, path) ?? false
const orZero =
  (path: string): Value =>
  object =>
    at(object, path) ?? 0
const sourceOf: Value = object => at(object, 'source.component') || at(object, 'reportingComponent')

/** Fields whose selector value is not the value at the path. */
const OWN: Readonly<Record<string, Readonly<Record<string, Value>>>> = {
  pods: {
    'spec.host': object => at(object, 'spec.nodeName'),
    'spec.hostNetwork': orFalse('spec.hostNetwork'),
    // Supported, but equal to "" only.
    'status.podIPs': () => '',
  },
  nodes: { 'spec.unschedulable': orFalse('spec.unschedulable') },
  replicationcontrollers: { 'status.replicas': orZero('status.replicas') },
  'jobs.batch': { 'status.successful': orZero('status.succeeded') },
  events: { source: sourceOf },
}

/** The paths that the functions of {@link OWN} read. */
const READ: Readonly<Record<string, readonly string[]>> = {
  pods: ['spec.nodeName', 'spec.hostNetwork'],
  nodes: ['spec.unschedulable'],
  replicationcontrollers: ['status.replicas'],
  'jobs.batch': ['status.succeeded'],
  events: ['source.component', 'reportingComponent'],
}

/** The paths that the values of some fields of a resource are read from. */
export function fieldPathsOf(resource: ResourceDefinition, fields: readonly string[]): readonly string[] {
  const name = groupResource(resource)
  const own = OWN[name] ?? {}
  return [...new Set([...fields.filter(path => !Object.hasOwn(own, path)), ...(READ[name] ?? [])])]
}

/** The field selector values of a built-in resource's objects. */
export function fieldValueOf(
  resource: ResourceDefinition,
): (object: KubernetesObject, path: string) => string {
  const own = OWN[groupResource(resource)] ?? {}
  return (object, path) => textOf(own[path] ? own[path](object) : at(object, path))
}

const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? `${value}`
      : ''

/** A real server's message for an unsupported field; undefined: the message of most kinds. */
export function unknownFieldOf(resource: ResourceDefinition): ((path: string) => string) | undefined {
  switch (groupResource(resource)) {
    case 'jobs.batch':
      return path => `field label ${JSON.stringify(path)} not supported for Job`
    case 'resourceslices.resource.k8s.io':
      return path => `field label not supported for resource.k8s.io/v1, Kind=ResourceSlice: ${path}`
    default:
      return undefined
  }
}
