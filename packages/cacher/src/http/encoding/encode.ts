import { apiVersionOf, type KubernetesObject } from '@kube-informer/core'
import type { Bytes, Encoder } from '../../api/encodable.ts'
import { escapedJson, escapeJson } from '../../api/escape.ts'
import type { ServedKind } from '../../api/served-kind.ts'
import type { CachedItem } from '../../items/cached-item.ts'
import type { CachedObject } from '../../items/cached-object.ts'
import { CachedRow } from '../../items/cached-row.ts'
import { membersJson } from './object-json.ts'
import { bareBytes, typedText } from './row-json.ts'

const encoder = new TextEncoder()
/** The UTF-8 bytes of a text. */
export const encodeText = (text: string): Bytes => encoder.encode(text)

/** A value as escaped JSON, in UTF-8. */
export const encodeJson = (value: unknown): Bytes => encoder.encode(escapedJson(value))

/** Encodes an object without kind and apiVersion, once per version of the object. */
const bareEncoder: Encoder<CachedObject> = {
  encode: cached => encodeText(`{${membersJson(cached, { keepsParts: false })}}`),
}

/** The type members (kind, apiVersion); custom resources have sorted keys. */
export function typeOf({ resource, isBuiltIn }: ServedKind, kind: string = resource.kind): KubernetesObject {
  const apiVersion = apiVersionOf(resource)
  return isBuiltIn ? { kind, apiVersion } : { apiVersion, kind }
}

/** The type members as JSON text without the opening brace, with a trailing comma. */
export const typeMembers = (kind: ServedKind, name?: string): string =>
  `${escapeJson(JSON.stringify(typeOf(kind, name))).slice(1, -1)},`

/** The opening brace and the type members of each object of a kind. */
export const typedBegin = (kind: ServedKind): string => `{${typeMembers(kind)}`

/** The JSON of an object without kind and apiVersion. That of a row is encoded by each call. */
export const bareJson = (begin: string, item: CachedItem): Bytes =>
  item instanceof CachedRow ? bareBytes(begin, item) : item.encoded(bareEncoder)

/** The JSON of an object with kind and apiVersion, in parts. */
export const typedJson = (kind: ServedKind, begin: string, item: CachedItem): readonly Bytes[] =>
  item instanceof CachedRow
    ? [encodeText(typedText(kind, begin, item))]
    : [encodeText(begin), item.encoded(bareEncoder).subarray(1)]

/** Concatenates the parts into a new array, which the receiver may transfer. */
export function concat(parts: readonly Uint8Array[]): Bytes {
  let length = 0
  for (const part of parts) length += part.length
  const whole = new Uint8Array(length)
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}
