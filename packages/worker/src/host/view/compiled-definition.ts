import {
  type IndexFunction,
  type KubernetesObject,
  type ObjectAccess,
  objectAccess,
  type ResourceDefinition,
  type Row,
  readObject,
  UsageError,
} from '@kube-informer/core'
import { readsThroughAccess } from '@kube-informer/core/internal'
import type { InformerDefinition, InformerDefinitions } from '../../api/definition.ts'
import type { Transform } from './row-transform.ts'

/** A definition with its functions made to work on rows. */
export interface CompiledDefinition {
  /** Tells it from the other definitions of its cluster, also from those of the same resource. */
  readonly id: number
  readonly resource: ResourceDefinition
  readonly indexers: Readonly<Record<string, IndexFunction<Row>>>
  readonly trim: readonly string[] | undefined
  readonly pick: readonly string[] | undefined
  readonly transform: Transform | undefined
  /** Whether neither `trim` nor `pick` cuts labels. */
  readonly keepsLabels: boolean
  /** Whether the rows may be kept on disk. */
  readonly persists: boolean
  /** Equal where the same is kept of each object. */
  readonly shape: string
  comparator(name: string): ((a: Row, b: Row) => number) | undefined
  /** The error for a sort that is neither a comparator's name nor a path. */
  unknownComparator(name: string): UsageError
  predicate(name: string): (row: Row) => boolean
}

/** Finds what a page calls by name, or defined at run time; throws a UsageError that tells the names there are. */
export function findDefinition(
  definitions: InformerDefinitions,
  reference: string | ResourceDefinition,
): InformerDefinition {
  if (typeof reference !== 'string') return definitionOf(definitions, reference)
  if (!Object.hasOwn(definitions, reference)) throw unknownName('resource', reference, definitions)
  return definitions[reference] as unknown as InformerDefinition
}

/** A resource that is also defined by name keeps its indexes, comparators and predicates. */
function definitionOf(definitions: InformerDefinitions, resource: ResourceDefinition): InformerDefinition {
  const known = Object.values(definitions) as unknown as readonly InformerDefinition[]
  return known.find(definition => sameResource(definition.resource, resource)) ?? { resource }
}

const sameResource = (a: ResourceDefinition, b: ResourceDefinition): boolean =>
  a.group === b.group && a.version === b.version && a.plural === b.plural

/** Wraps the functions of a definition, which take decoded objects, for rows. */
export function compileDefinition(definition: InformerDefinition, id = 0): CompiledDefinition {
  const { resource, indexers = {}, comparators = {}, predicates = {}, trim, pick, transform } = definition
  const { persist = !isSecret(resource) } = definition
  const decode = keepDecoded()
  return {
    ...{ id, resource, trim, pick, transform },
    keepsLabels: keepsLabels(definition),
    persists: persist !== false,
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
    predicate(name) {
      if (!Object.hasOwn(predicates, name)) throw unknownName('predicate', name, predicates)
      const keep = predicates[name] as (object: KubernetesObject) => boolean
      return row => keep(decode(row))
    },
  }
}

/** Secrets go to disk only where the definition says so by name. */
const isSecret = ({ group, plural }: ResourceDefinition): boolean => group === '' && plural === 'secrets'

const LABELS = ['metadata', 'metadata.labels']

function keepsLabels({ pick, trim = [] }: InformerDefinition): boolean {
  const isCut = trim.some(path => LABELS.includes(path) || path.startsWith('metadata.labels.'))
  const isPicked = !pick || pick.some(path => LABELS.includes(path))
  return isPicked && !isCut
}

function shapeOf({ trim, pick, transform, persist }: InformerDefinition): string {
  const version = typeof persist === 'object' ? persist.version : undefined
  return JSON.stringify({ trim, pick, transform: transform && String(transform), version })
}

type Decode = (row: Row) => KubernetesObject

function rowIndex(index: IndexFunction<KubernetesObject>, decode: Decode): IndexFunction<Row> {
  if (readsThroughAccess(index)) {
    return (row, access) => index(row as never, access as ObjectAccess<never>)
  }
  return row => index(decode(row), objectAccess)
}

/** Sorting and filtering come back to the same rows: their objects live as long as the rows do. */
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

/** Indexing looks at each row once: keeping the objects would double the memory of the cache. */
function decodeLast(): Decode {
  let last: { readonly row: Row; readonly object: KubernetesObject } | undefined
  return row => {
    if (last?.row !== row) last = { row, object: readObject(row) }
    return last.object
  }
}

/** Says which name is unknown and which ones there are. */
export function unknownName(what: string, name: string, known: object, hint = ''): UsageError {
  const names = Object.keys(known)
    .map(each => JSON.stringify(each))
    .join(', ')
  return new UsageError(
    `there is no ${what} ${JSON.stringify(name)}; the definition has: ${names || 'none'}${hint}`,
  )
}
