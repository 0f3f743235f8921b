import type { Bytes } from '../../api/encodable.ts'
import type { ServedKind } from '../../api/served-kind.ts'
import type { CachedItem } from '../../items/cached-item.ts'
import { conversionMismatch } from '../request/negotiate.ts'
import { concat, encodeJson, encodeText, typedBegin, typedJson, typeOf } from './encode.ts'
import type { ListForm } from './list-body.ts'
import { partialMetadata, rowTableOf } from './tables.ts'

/** The JSON of one object in the negotiated form. */
export function itemBody(kind: ServedKind, item: CachedItem, form: ListForm): Bytes {
  const { as, version } = form
  const newline = encodeText('\n')
  if (as === undefined) return concat([...typedJson(kind, typedBegin(kind), item), newline])
  if (as === 'PartialObjectMetadataList') throw conversionMismatch(as, kind)
  const object = { ...typeOf(kind), ...item.object, ...typeOf(kind) }
  const converted = as === 'Table' ? rowTableOf(object, form, true) : partialMetadata(object, version)
  return concat([encodeJson(converted), newline])
}
