import {
  type IndexFunction,
  type KubernetesObject,
  NAMESPACE_INDEX,
  type ObjectAccess,
  objectAccess,
  type ResourceDefinition,
  type Row,
  readObject,
  UsageError,
} from '@kube-informer/core'
import { errorMessage } from '@kube-informer/core/internal'
import { isJsonObject } from '@kube-informer/core/patch'
import { readsThroughAccess } from '@kube-informer/core/rows'
import type { InformerDefinition, InformerDefinitions, WatchScope } from '../../api/definition.ts'
import type { PredicateReference } from '../../api/expression.ts'
import { checkJson } from '../query/check-json.ts'
import { mistake } from '../query/mistake.ts'
import { keepsPath } from './keeps-path.ts'
import { isPersisted } from './persistence-rules.ts'
import type { Transform } from './row-transform.ts'
import { shapeOf } from './shape-of.ts'
import { TableColumns } from './table-columns.ts'

/** A definition whose functions take rows. */
export interface CompiledDefinition {
  /** Unique among the definitions of a cluster, also for the same resource. */
  readonly id: number
  readonly resource: ResourceDefinition
  readonly indexers: Readonly<Record<string, IndexFunction<Row>>>
  readonly trim: readonly string[] | undefined
  readonly pick: readonly string[] | undefined
  /** Whether the server is asked for metadata only. */
  readonly metadataOnly?: boolean | undefined
  readonly transform: Transform | undefined
  readonly watchScope: WatchScope
  /** Whether neither `trim` nor `pick` removes labels. */
  readonly keepsLabels: boolean
  /** Whether the rows may be persisted. */
  readonly persists: boolean
  /** Whether slices show the first page of the initial list. */
  readonly firstPage: boolean
  /** Equal where the same parts of each object are cached. */
  readonly shape: string
  /** The columns of the Tables that are cached in place of objects; absent where objects are. */
  readonly table?: TableColumns
  comparator(name: string): ((a: Row, b: Row) => number) | undefined
  /** The error for a sort that is neither a comparator's name nor a path. */
  unknownComparator(name: string): UsageError
  /** Throws a UsageError for an unknown name and for arguments that are not plain data. */
  predicate(reference: PredicateReference): (row: Row) => boolean
}

/** Finds the definition of a resource, by name or by what it is; throws a UsageError that lists the known names. */
export function findDefinition(
  definitions: InformerDefinitions,
  reference: string | ResourceDefinition,
): InformerDefinition {
  if (typeof reference !== 'string') return definitionOf(definitions, reference)
  if (!Object.hasOwn(definitions, reference)) throw unknownName('resource', reference, definitions)
  return definitions[reference] as unknown as InformerDefinition
}

/**
 * A resource that is also defined by name has that definition's indexes, comparators and predicates. Any other is not
 * persisted, since no definition says that its objects may be.
 */
function definitionOf(definitions: InformerDefinitions, resource: ResourceDefinition): InformerDefinition {
  const known = Object.values(definitions) as unknown as readonly InformerDefinition[]
  return known.find(definition => sameResource(definition.resource, resource)) ?? { resource, persist: false }
}

const sameResource = (a: ResourceDefinition, b: ResourceDefinition): boolean =>
  a.group === b.group && a.version === b.version && a.plural === b.plural

const reservedIndex = ({ plural }: ResourceDefinition): UsageError =>
  new UsageError(
    `the index "${NAMESPACE_INDEX}" of ${plural} must have another name: the one of that name is built in, and has the namespaces of the objects`,
  )

/** Wraps the functions of a definition, which take decoded objects, for rows. */
export function compileDefinition(
  definition: InformerDefinition,
  id = 0,
  definitions: InformerDefinitions = {},
): CompiledDefinition {
  const {
    resource,
    indexers = {},
    comparators = {},
    predicates = {},
    trim,
    pick,
    transform,
    firstPage = false,
    watchScope = 'auto',
  } = definition
  if (Object.hasOwn(indexers, NAMESPACE_INDEX)) throw reservedIndex(resource)
  const decode = keepDecoded()
  return {
    id,
    resource,
    trim,
    pick,
    transform,
    firstPage,
    watchScope,
    keepsLabels: keepsPath(definition, 'metadata.labels'),
    persists: isPersisted(definition, definitions),
    shape: shapeOf(definition),
    indexers: Object.fromEntries(
      Object.entries(indexers).map(([name, index]) => [name, rowIndex(index, decodeLast())]),
    ),
    comparator(name) {
      if (!Object.hasOwn(comparators, name)) return undefined
      const compare = comparators[name] as (a: KubernetesObject, b: KubernetesObject) => number
      return (a, b) => compare(decode(a), decode(b))
    },
    unknownComparator(name) {
      return unknownName('comparator', name, comparators, ` (a path of one step is written ".${name}")`)
    },
    predicate(reference) {
      const { name, args } = predicateCall(reference)
      if (!Object.hasOwn(predicates, name)) throw unknownName('predicate', name, predicates)
      const keep = predicates[name] as (object: KubernetesObject, args: unknown) => boolean
      return row => {
        const object = decode(row)
        try {
          return keep(object, args)
        } catch (cause) {
          throw new Error(`predicate "${name}": ${errorMessage(cause)}`, { cause })
        }
      }
    },
  }
}

/**
 * The Tables of a definition's resource. Functions and paths of the definition expect whole objects, so none of them apply.
 * Tables are not persisted: without the columns of their time, cells mean nothing, and a list has the present ones.
 */
export const compileTable = (
  { resource, watchScope }: Pick<InformerDefinition, 'resource' | 'watchScope'>,
  id: number,
): CompiledDefinition => ({
  ...compileDefinition({ resource, persist: false, ...(watchScope && { watchScope }) }, id),
  table: new TableColumns(),
})

/** What a page sends may be anything. */
function predicateCall(reference: unknown): { readonly name: string; readonly args: unknown } {
  if (typeof reference === 'string') return { name: reference, args: undefined }
  const location = 'filter.predicate'
  if (!isJsonObject(reference)) return mistake(location, 'a name, or { name, args }, is expected')
  const { name, args } = reference
  if (typeof name !== 'string') return mistake(`${location}.name`, 'a text is expected')
  return { name, args: checkJson(args, `${location}.args`) }
}

type Decode = (row: Row) => KubernetesObject

function rowIndex(index: IndexFunction<KubernetesObject>, decode: Decode): IndexFunction<Row> {
  if (readsThroughAccess(index)) {
    return (row, access) => index(row as never, access as ObjectAccess<never>)
  }
  return row => index(decode(row), objectAccess)
}

/** Sorting and filtering read the same rows repeatedly, so their objects are cached with the rows. */
function keepDecoded(): Decode {
  const objects = new WeakMap<Row, KubernetesObject>()
  return row => {
    const known = objects.get(row)
    if (known) return known
    const object = readObject(row)
    objects.set(row, object)
    return object
  }
}

/** Indexing reads each row once; caching the objects would double the memory. */
function decodeLast(): Decode {
  let last: { readonly row: Row; readonly object: KubernetesObject } | undefined
  return row => {
    if (last?.row !== row) last = { row, object: readObject(row) }
    return last.object
  }
}

/** A definition of the identities of a resource's objects: their names, uids and resourceVersions. */
export const compileIdentities = (resource: ResourceDefinition, id: number): CompiledDefinition => ({
  ...compileDefinition({ resource, pick: [], persist: false }, id),
  metadataOnly: true,
})

/** A definition of the metadata of a resource's objects. */
export const compileMetadata = (resource: ResourceDefinition, id: number): CompiledDefinition => ({
  ...compileDefinition({ resource, persist: false }, id),
  metadataOnly: true,
})

/** Names the unknown name and the known ones. */
export function unknownName(what: string, name: string, known: object, hint = ''): UsageError {
  const names = Object.keys(known)
    .map(each => JSON.stringify(each))
    .join(', ')
  return new UsageError(
    `there is no ${what} ${JSON.stringify(name)}; the definition has: ${names || 'none'}${hint}`,
  )
}
