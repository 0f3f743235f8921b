import type { KubernetesObject } from '@kube-informer/core'
import type { Encoder } from '../../api/encodable.ts'
import { escapedJson } from '../../api/escape.ts'
import type { ServedKind } from '../../api/served-kind.ts'
import { CachedRow } from '../../items/cached-row.ts'
import type { Delivery } from '../../watch/delivery.ts'
import { typedBegin, typeOf } from './encode.ts'
import { membersJson } from './object-json.ts'
import { typedText } from './row-json.ts'
import { type IncludeObject, partialMetadata, rowTableOf, type TableOptions } from './tables.ts'

/** Encodes deliveries as lines of a watch. */
export type FrameEncoder = Encoder<Delivery, string>

/** One line with any value as the event's object. */
const line = (type: Delivery['type'], object: object): string =>
  `{"type":"${type}","object":${escapedJson(object)}}\n`

/** Encodes full objects. */
export function objectFrames(kind: ServedKind): FrameEncoder {
  const begin = typedBegin(kind)
  return {
    encode: delivery => {
      if (delivery.type === 'ERROR') return line(delivery.type, delivery.object)
      if (delivery.type === 'BOOKMARK')
        return line(delivery.type, { ...typeOf(kind), metadata: delivery.object.metadata })
      const { type, subject } = delivery
      const text =
        subject instanceof CachedRow
          ? typedText(kind, begin, subject)
          : `${begin}${membersJson(subject, { keepsParts: true })}}`
      return `{"type":"${type}","object":${text}}\n`
    },
  }
}

/** Encodes converted objects; an error remains a Status. */
const converted = (convert: (object: KubernetesObject, isBookmark: boolean) => object): FrameEncoder => ({
  encode: ({ type, object }) => line(type, type === 'ERROR' ? object : convert(object, type === 'BOOKMARK')),
})

/** Encodes metadata only, in a version of `meta.k8s.io`. */
export const metadataFrames = (version: string): FrameEncoder =>
  converted(object => partialMetadata(object, version))

/** Encodes each event as a table with one row; the first of a stream has column definitions. */
export function tableFrames(
  kind: ServedKind,
  optionsNow: () => TableOptions,
  namesColumns: boolean,
): FrameEncoder {
  return converted((object, isBookmark) => {
    const options = optionsNow()
    // The end bookmark must include its metadata, which carries the annotation.
    const includeObject: IncludeObject =
      isBookmark && options.includeObject === 'None' ? 'Metadata' : options.includeObject
    const typed = { ...typeOf(kind), ...object, ...typeOf(kind) }
    return rowTableOf(typed, { ...options, includeObject }, namesColumns)
  })
}
