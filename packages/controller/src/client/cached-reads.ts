import {
  apiVersionOf,
  type KubernetesObject,
  type LabelMatcher,
  type List,
  labelMatcher,
  NAMESPACE_INDEX,
  type ObjectName,
  type ResourceDefinition,
  resolveObjectName,
  type SubresourceObject,
  UsageError,
} from '@kube-informer/core'
import type { ObjectReadOptions, ReadListOptions } from '../api/client.ts'
import { requestKey } from '../api/request.ts'
import { notFound, unknownNamespace } from './cache-error.ts'
import { exactFields, fieldIndexName, fieldIndexValue } from './field-index.ts'
import { frozen } from './frozen.ts'
import type { KindInformer, KindInformerPart } from './kind-informer.ts'

/** The continue token of a list that its limit has cut (controller-runtime). No cache accepts it. */
const NO_CONTINUE = 'continue-not-supported'

/** The key of an object; that of a cluster-scoped one has no namespace. */
export const keyIn = (resource: ResourceDefinition, object: ObjectName): string =>
  requestKey(resolveObjectName(resource, object))

/** The part that has an object. Throws a CacheError if the cache omits the namespace. */
export function partFor<T extends KubernetesObject>(
  informer: KindInformer<T>,
  { namespace = '' }: { readonly namespace?: string },
): KindInformerPart<T> {
  const { resource } = informer
  const part = informer.partOf(resource.namespaced ? namespace : '')
  if (!part) throw unknownNamespace('get', resource, namespace)
  return part
}

/** The parts that have the objects of a list. Throws a CacheError if the cache omits the namespace. */
export function partsFor<T extends KubernetesObject>(
  informer: KindInformer<T>,
  namespace: string | undefined,
): readonly KindInformerPart<T>[] {
  const { resource, parts } = informer
  if (!namespace || !resource.namespaced) return parts
  const part = informer.partOf(namespace)
  if (!part) throw unknownNamespace('list', resource, namespace)
  return [part]
}

/** Reads one object, frozen; undefined if it is missing. */
export function findCached<T extends KubernetesObject>(
  informer: KindInformer<T>,
  object: ObjectName,
): T | undefined {
  const at = resolveObjectName(informer.resource, object)
  return frozen(partFor(informer, at).informer.indexer.getByKey(requestKey(at)))
}

/**
 * Reads one object, frozen. Throws a StatusError of reason NotFound, and a UsageError for a subresource, which no cache
 * has.
 */
export function getCached<T extends KubernetesObject, S extends string | undefined>(
  informer: KindInformer<T>,
  object: ObjectName,
  { subresource }: ObjectReadOptions<S> = {},
): SubresourceObject<T, S> {
  if (subresource) throw new UsageError(`get ${subresource}: a cache has no subresources`)
  const found = findCached(informer, object)
  if (found === undefined)
    throw notFound(informer.resource, resolveObjectName(informer.resource, object).name)
  return found as SubresourceObject<T, S>
}

/** Lists objects, frozen. Namespaces, labels and indexed fields restrict the list; `limit` counts matches. */
export function listCached<T extends KubernetesObject>(
  informer: KindInformer<T>,
  { namespace, labelSelector, fieldSelector, limit = 0, continue: token }: ReadListOptions,
): List<T> {
  if (token) throw new UsageError('continue list option is not supported by the cache')
  const { resource } = informer
  const within = resource.namespaced && namespace ? namespace : undefined
  const fields = exactFields(fieldSelector)
  const matches = labelSelector === undefined ? undefined : labelMatcher(labelSelector)
  const found = partsFor(informer, namespace).map(part => withLabels(select(part, within, fields), matches))
  const [first = []] = found
  const all = found.length === 1 ? first : found.flat()
  const isCut = limit > 0 && all.length > limit
  return {
    apiVersion: apiVersionOf(resource),
    kind: `${resource.kind}List`,
    metadata: isCut ? { continue: NO_CONTINUE } : {},
    items: frozenItems(isCut ? all.slice(0, limit) : all),
  }
}

function select<T extends KubernetesObject>(
  { informer: { indexer } }: KindInformerPart<T>,
  namespace: string | undefined,
  fields: ReturnType<typeof exactFields>,
): readonly T[] {
  const [first, ...others] = fields
  if (!first) return namespace ? indexer.byIndex(NAMESPACE_INDEX, namespace) : indexer.list()
  const lists = [first, ...others].map(({ field, value }) =>
    indexer.byIndex(fieldIndexName(field), fieldIndexValue(namespace, value)),
  )
  return intersection(lists)
}

/** The objects that all lists have. The shortest one decides the cost. */
function intersection<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const [shortest = [], ...others] = lists.toSorted((a, b) => a.length - b.length)
  if (others.length === 0) return shortest
  const sets = others.map(list => new Set(list))
  return shortest.filter(object => sets.every(set => set.has(object)))
}

const withLabels = <T extends KubernetesObject>(
  objects: readonly T[],
  matches: LabelMatcher | undefined,
): readonly T[] => (matches ? objects.filter(({ metadata }) => matches(metadata?.labels ?? {})) : objects)

/** Lists of an indexer remain the same array until they change, so each is frozen once. */
const complete = new WeakSet<readonly unknown[]>()

function frozenItems<T>(items: readonly T[]): readonly T[] {
  if (complete.has(items)) return items
  for (const item of items) frozen(item)
  const list = Object.freeze(items)
  complete.add(list)
  return list
}
