import type { KubernetesObject, ListMeta } from '@kube-informer/core'
import type { Bytes } from '../../api/encodable.ts'
import { escapedJson } from '../../api/escape.ts'
import type { ServedKind } from '../../api/served-kind.ts'
import type { CachedItem } from '../../items/cached-item.ts'
import { conversionMismatch, type Negotiated } from '../request/negotiate.ts'
import { bareJson, encodeJson, encodeText, typedBegin, typedJson, typeMembers } from './encode.ts'
import { partialMetadata, rowOf, type TableOptions, tableHead } from './tables.ts'

/** One page of a list. */
export interface ListPage {
  readonly items: readonly CachedItem[]
  readonly metadata: ListMeta
}

/** The negotiated form of a list: full objects, metadata only, or a table with these columns. */
export type ListForm = Negotiated & Omit<TableOptions, 'version'>

/** The JSON of a page in the negotiated form, in parts. */
export function listBody(kind: ServedKind, page: ListPage, form: ListForm): Iterable<Bytes> {
  const { as, version } = form
  if (as === 'PartialObjectMetadata') throw conversionMismatch(as, kind)
  if (as === undefined) return listJson(kind, page)
  if (as === 'Table')
    return convertedJson(page, tableHead(page.metadata, form), 'rows', each => rowOf(each, form))
  const head = {
    kind: 'PartialObjectMetadataList',
    apiVersion: `meta.k8s.io/${version}`,
    metadata: page.metadata,
  }
  // Kubernetes servers encode an empty list as null here.
  if (page.items.length === 0) return [encodeJson({ ...head, items: null }), encodeText('\n')]
  return convertedJson(page, head, 'items', each => partialMetadata(each, version))
}

/** Yields converted objects one by one, so that those of rows are never in memory together. */
function* convertedJson(
  { items }: ListPage,
  head: object,
  name: 'rows' | 'items',
  convert: (object: KubernetesObject) => object,
): Generator<Bytes> {
  yield encodeText(`${escapedJson(head).slice(0, -1)},"${name}":[`)
  let separator = ''
  for (const { object } of items) {
    yield encodeText(separator + escapedJson(convert(object)))
    separator = ','
  }
  yield encodeText(']}\n')
}

/** Yields the JSON of a list item by item, so that the list is never one string. */
function* listJson(kind: ServedKind, { items, metadata }: ListPage): Generator<Bytes> {
  const [head, tail] = kind.isBuiltIn ? builtInEnds(kind, metadata) : customEnds(kind, metadata)
  yield encodeText(head)
  const comma = encodeText(',')
  const begin = typedBegin(kind)
  let first = true
  for (const item of items) {
    if (!first) yield comma
    first = false
    // Items of built-in lists omit kind and apiVersion.
    if (kind.isBuiltIn) yield bareJson(begin, item)
    else yield* typedJson(kind, begin, item)
  }
  yield encodeText(tail)
}

const builtInEnds = (kind: ServedKind, metadata: ListMeta): readonly [string, string] => [
  `{${typeMembers(kind, kind.listKind)}"metadata":${JSON.stringify(metadata)},"items":[`,
  ']}\n',
]

/** The start and end of a custom resource list: sorted keys, and `continue` is present even if empty. */
function customEnds(kind: ServedKind, metadata: ListMeta): readonly [string, string] {
  const { continue: token = '', remainingItemCount, resourceVersion } = metadata
  const [apiVersion, kindMember] = typeMembers(kind, kind.listKind).split(',')
  const sorted = JSON.stringify({ continue: token, remainingItemCount, resourceVersion })
  return [`{${apiVersion},"items":[`, `],${kindMember},"metadata":${sorted}}\n`]
}
