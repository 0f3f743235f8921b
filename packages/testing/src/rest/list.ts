import type { ListMeta, ResourceDefinition } from '@kube-informer/core'
import { type Collection, rangeOf } from '../storage/collection.ts'
import { bareJson, encodeText, isBuiltIn, typedJson, typeMembers } from '../storage/encode.ts'
import type { StoredObject } from '../storage/stored-object.ts'
import { decodeContinue, encodeContinue } from './continue-token.ts'
import { type ListQuery, listRevision } from './list-query.ts'
import type { Selection } from './selection.ts'
import { badRequest, continueExpired, expired, tooLargeResourceVersion } from './status.ts'

/** Which state a list reads, from where, and how much of it. */
interface Read {
  readonly revision: number
  readonly startKey: string
  readonly limit: number
}

/** One page. */
export interface Page {
  readonly items: readonly StoredObject[]
  readonly metadata: ListMeta
}

/** What a list is asked of. */
export interface ListTarget {
  readonly collection: Collection
  /** The newest revision of the whole storage, which is what a list of the latest state carries. */
  readonly current: number
  readonly namespace: string
}

/** Selects one page, or throws the refusal of a real server. */
export function selectPage(target: ListTarget, query: ListQuery, selects: Selection): Page {
  const { collection, namespace } = target
  const read = query.continue ? readContinued(target, query) : readFirst(target, query)
  const snapshot = collection.snapshot(read.revision)
  const { start, end } = rangeOf(snapshot, namespace, read.startKey)
  const { items, next } = take(snapshot, start, end, read.limit, selects)
  const last = snapshot[next - 1]
  if (next >= end || !last) return { items, metadata: { resourceVersion: String(read.revision) } }
  const unselected = !query.labelSelector && !query.fieldSelector
  return {
    items,
    metadata: {
      resourceVersion: String(read.revision),
      continue: encodeContinue(read.revision, last.key, namespace),
      ...(unselected ? { remainingItemCount: end - next } : {}),
    },
  }
}

/** The whole semantics of `resourceVersion`, `resourceVersionMatch` and `limit` on a first page. */
function readFirst({ collection, current }: ListTarget, query: ListQuery): Read {
  const { resourceVersion, resourceVersionMatch, limit } = query
  const requested = listRevision(resourceVersion)
  const latest: Read = { revision: current, startKey: '', limit }
  if (resourceVersion === '') return latest
  // The watch cache, which answers this, does not page.
  if (requested === 0) return { ...latest, limit: 0 }
  if (requested > current) throw tooLargeResourceVersion(resourceVersion, current)
  const exact = resourceVersionMatch === 'Exact' || (resourceVersionMatch === '' && limit > 0)
  if (!exact) return latest
  if (requested < collection.readFloor) throw expired('The resourceVersion for the provided list is too old.')
  return { revision: requested, startKey: '', limit }
}

function readContinued({ collection, current, namespace }: ListTarget, query: ListQuery): Read {
  const { revision, startKey } = decodeContinue(query.continue, namespace)
  if (query.resourceVersion !== '' && query.resourceVersion !== '0')
    throw badRequest('specifying resource version is not allowed when using continue')
  if (revision < 0) return { revision: current, startKey, limit: query.limit }
  if (revision > current) throw tooLargeResourceVersion(String(revision), current)
  if (revision < collection.readFloor)
    throw continueExpired(encodeContinue(-1, lastKeyOf(startKey), namespace))
  return { revision, startKey, limit: query.limit }
}

const lastKeyOf = (startKey: string): string => (startKey.endsWith('\0') ? startKey.slice(0, -1) : startKey)

/** Up to `limit` matches (0: all), and the index behind the last object that was looked at. */
function take(
  snapshot: readonly StoredObject[],
  start: number,
  end: number,
  limit: number,
  selects: Selection,
): { items: StoredObject[]; next: number } {
  const items: StoredObject[] = []
  for (let index = start; index < end; index++) {
    const stored = snapshot[index]
    if (stored && selects(stored)) items.push(stored)
    if (limit > 0 && items.length === limit) return { items, next: index + 1 }
  }
  return { items, next: end }
}

/** The JSON of a list in parts, an item at a time, so that no list is ever one string. */
export function* listJson(resource: ResourceDefinition, { items, metadata }: Page): Generator<Uint8Array> {
  const [head, tail] = isBuiltIn(resource) ? builtInEnds(resource, metadata) : customEnds(resource, metadata)
  yield encodeText(head)
  const comma = encodeText(',')
  let first = true
  for (const item of items) {
    if (!first) yield comma
    first = false
    // Items of built-in lists have neither kind nor apiVersion.
    if (isBuiltIn(resource)) yield bareJson(item)
    else yield* typedJson(resource, item)
  }
  yield encodeText(tail)
}

const builtInEnds = (resource: ResourceDefinition, metadata: ListMeta): readonly [string, string] => [
  `{${typeMembers(resource, `${resource.kind}List`)}"metadata":${JSON.stringify(metadata)},"items":[`,
  ']}\n',
]

/** Custom resources: keys sorted, and `continue` is there even when it is empty. */
function customEnds(resource: ResourceDefinition, metadata: ListMeta): readonly [string, string] {
  const { continue: token = '', remainingItemCount, resourceVersion } = metadata
  const [apiVersion, kind] = typeMembers(resource, `${resource.kind}List`).split(',')
  const sorted = JSON.stringify({ continue: token, remainingItemCount, resourceVersion })
  return [`{${apiVersion},"items":[`, `],${kind},"metadata":${sorted}}\n`]
}
