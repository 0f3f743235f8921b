import { LazyObject } from '@kube-informer/cacher'
import { type KubernetesObject, type ResourceDefinition, UsageError } from '@kube-informer/core'
import { groupBy } from '@kube-informer/core/internal'
import type { Kind } from '../kinds/kind.ts'
import type { Kinds } from '../kinds/kinds.ts'
import type { AnyObject } from '../object/any-object.ts'
import { keyOf, locationOf } from '../object/object-location.ts'
import { stamp } from '../registry/stored-form.ts'
import type { Loaded } from '../storage/collection.ts'
import type { ServerParts } from './server-parts.ts'

/** The served kind of an object. */
export function kindOfObject({ kind, apiVersion = 'v1' }: KubernetesObject, kinds: Kinds): Kind {
  const [version = '', group = ''] = apiVersion.split('/').reverse()
  const found = kinds.ofKind(group, version, kind ?? '')
  if (found) return found
  throw new UsageError(
    `no resource for kind ${JSON.stringify(kind)} in ${JSON.stringify(apiVersion)}: set both on the object, or pass the resource`,
  )
}

/** Namespaces that every cluster has. */
const SYSTEM_NAMESPACES: readonly string[] = ['default', 'kube-node-lease', 'kube-public', 'kube-system']

/** Adds the system namespaces that are missing. */
function* withSystemNamespaces(objects: Iterable<KubernetesObject>): Generator<KubernetesObject> {
  const missing = new Set(SYSTEM_NAMESPACES)
  for (const object of objects) {
    if (object.kind === 'Namespace') missing.delete(object.metadata?.name ?? '')
    yield object
  }
  for (const name of missing)
    yield {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name, labels: { 'kubernetes.io/metadata.name': name } },
      ...{ spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } },
    }
}

/**
 * Loads the initial objects without history: a watch starts after them. Definitions are loaded first, since they define
 * the kinds of other objects.
 */
export function loadObjects(objects: Iterable<KubernetesObject>, parts: ServerParts): void {
  const grouped = groupBy(withSystemNamespaces(objects), ({ kind }) => kind === 'CustomResourceDefinition')
  load(grouped.get(true) ?? [], parts)
  parts.customResources.takeUp()
  load(grouped.get(false) ?? [], parts)
}

function load(objects: readonly KubernetesObject[], parts: ServerParts): void {
  const grouped = groupBy(objects, object => kindOfObject(object, parts.kinds).resource)
  for (const [resource, members] of grouped)
    parts.storage.collection(resource).load(members.map(object => loaded(resource, object, parts)))
}

function loaded(resource: ResourceDefinition, object: KubernetesObject, { writes }: ServerParts): Loaded {
  const location = locationOf(resource, object)
  const key = keyOf(location)
  const completed = (whole: KubernetesObject) =>
    writes.complete(resource, whole as KubernetesObject as AnyObject)
  if (object instanceof LazyObject) {
    writes.occupy(location.namespace)
    return { key, lazy: object, build: revision => stamp(completed(object.object), revision) }
  }
  const complete = completed(object)
  return { key, build: revision => stamp(complete, revision) }
}
