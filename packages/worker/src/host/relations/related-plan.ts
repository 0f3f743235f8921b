import {
  apiVersionOf,
  groupResource,
  holdsCredentials,
  resolveObjectName,
  resourceName,
  UsageError,
} from '@kube-informer/core'
import type { InformerDefinition, InformerDefinitions } from '../../api/definition.ts'
import type { Subscription } from '../../api/subscription.ts'
import type { RelatedRequest } from '../../wire/related.ts'
import { findDefinition } from '../definitions/compiled-definition.ts'
import { keepsPath } from '../definitions/keeps-path.ts'
import { intermediateResources } from './intermediate-resources.ts'
import type { RelatedResource } from './related-item.ts'

/** What a tree reads. */
export interface RelatedPlan {
  readonly root: { readonly resource: string; readonly key: string }
  readonly depth: number
  readonly limit: number
  readonly sources: readonly PlannedSource[]
}

/** One resource of a tree, and the slice that has its rows. */
interface PlannedSource {
  readonly resource: RelatedResource
  readonly subscription: Subscription
  /** Whether only metadata is read: what links to the objects below. @default false */
  readonly metadataOnly?: boolean
  /** Why the rows are not read. */
  readonly failure: Error | undefined
}

const DEPTH = { name: 'depth', fallback: 5, most: 32 }
const LIMIT = { name: 'limit', fallback: 100, most: 1_000 }

/**
 * Plans a tree. A namespaced root needs its own namespace only, since owner references are local to it; a cluster-scoped
 * root may own objects anywhere. What holds credentials is read only if the request names it. Throws a UsageError for a
 * request that is not valid.
 */
export function planRelated(request: RelatedRequest, definitions: InformerDefinitions): RelatedPlan {
  const known = new Map(Object.entries(definitions) as unknown as readonly [string, InformerDefinition][])
  const root = findRoot(request.root, definitions, known)
  const { namespace: at = '', name } = resolveObjectName(root.definition.resource, request.root)
  const isLocal = at !== ''
  const isNamed = request.resources !== undefined
  const children = childResources(request, known).filter(
    ([each, { resource }]) =>
      (resource.namespaced || !isLocal) &&
      // Of its resource, the root alone is named.
      (each !== root.name || isNamed || !holdsCredentials(resource)),
  )
  const events = request.events === false ? [] : [...known].filter(([, each]) => isEvents(each)).slice(0, 1)
  const planned = [...children, ...events].map(([each, definition], rank) =>
    planSource(
      { name: each, rank, isEvents: isEvents(definition) },
      definition,
      collectionOf(each, at),
      isNamed,
    ),
  )
  const shown = children.map(([, { resource }]) => resource)
  const between = intermediateResources(root.definition.resource, shown).map((resource, index) => ({
    resource: { name: resourceName(resource), rank: planned.length + index, isEvents: false },
    subscription: collectionOf(resource, at),
    metadataOnly: true,
    failure: undefined,
  }))
  const sources = [...planned, ...between]
  const key = isLocal ? `${at}/${name}` : name
  const alone = sources.some(({ resource }) => resource.name === root.name)
    ? []
    : [
        planSource(
          { name: root.name, rank: sources.length, isEvents: false },
          root.definition,
          {
            resource: known.has(root.name) ? root.name : root.definition.resource,
            slice: { target: { type: 'key', key } },
          },
          true,
        ),
      ]
  return {
    root: { resource: root.name, key },
    depth: numberOf(request.depth, DEPTH),
    limit: numberOf(request.limit, LIMIT),
    sources: [...sources, ...alone],
  }
}

type Known = ReadonlyMap<string, InformerDefinition>

/** The definition of the root, and its name in the tree. */
function findRoot(
  { resource, apiVersion, kind }: RelatedRequest['root'],
  definitions: InformerDefinitions,
  known: Known,
): { readonly name: string; readonly definition: InformerDefinition } {
  if (resource !== undefined) {
    const definition = findDefinition(definitions, resource)
    const named = [...known].find(([, each]) => Object.is(each, definition))
    return { name: named?.[0] ?? groupResource(definition.resource), definition }
  }
  const found = [...known].find(
    ([, each]) => each.resource.kind === kind && apiVersionOf(each.resource) === apiVersion,
  )
  if (found) return { name: found[0], definition: found[1] }
  throw new UsageError(
    `no resource of the definition has kind ${JSON.stringify(kind)} and apiVersion ${JSON.stringify(apiVersion)}`,
  )
}

type Named = readonly (readonly [name: string, definition: InformerDefinition])[]

/** Definitions of one resource, or of two of its versions, have the same objects: the first one is read. */
function childResources({ resources }: RelatedRequest, known: Known): Named {
  const wanted = resources === undefined ? [...known] : namedResources(resources, known)
  const firsts = new Map<string, Named[number]>()
  for (const entry of wanted) {
    const [, definition] = entry
    const key = groupResource(definition.resource)
    if (!isEvents(definition) && !firsts.has(key)) firsts.set(key, entry)
  }
  return [...firsts.values()]
}

function namedResources(names: unknown, known: Known): Named {
  if (!Array.isArray(names)) throw new UsageError('resources is not a list of names')
  return names.map((name: unknown) => {
    const definition = typeof name === 'string' ? known.get(name) : undefined
    if (definition) return [String(name), definition]
    const all = [...known.keys()].join(', ')
    throw new UsageError(
      `resources: there is no resource ${JSON.stringify(name)}; the definition has: ${all}`,
    )
  })
}

/** Either version of the API: both have the same objects. */
const isEvents = ({ resource: { group, plural } }: InformerDefinition): boolean =>
  plural === 'events' && (group === '' || group === 'events.k8s.io')

/** The objects of a namespace, or all of them. */
const collectionOf = (resource: Subscription['resource'], namespace: string): Subscription =>
  namespace === '' ? { resource } : { resource, namespace }

function planSource(
  resource: RelatedResource,
  definition: InformerDefinition,
  subscription: Subscription,
  isNamed: boolean,
): PlannedSource {
  return { resource, subscription, failure: failureOf(resource, definition, isNamed) }
}

function failureOf(
  { isEvents }: RelatedResource,
  definition: InformerDefinition,
  isNamed: boolean,
): Error | undefined {
  if (!isNamed && holdsCredentials(definition.resource))
    return new UsageError('not requested: holds credentials; name it in the option `resources`')
  const paths = isEvents ? ['involvedObject.uid', 'regarding.uid'] : ['metadata.ownerReferences']
  if (paths.some(path => keepsPath(definition, path))) return undefined
  return new UsageError(`the definition's pick or trim cuts ${paths.join(' and ')}`)
}

function numberOf(
  value: unknown,
  { name, fallback, most }: { readonly name: string; readonly fallback: number; readonly most: number },
): number {
  if (value === undefined) return fallback
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most) return value
  throw new UsageError(`${name} is an integer from 0 to ${most}, not ${JSON.stringify(value)}`)
}
