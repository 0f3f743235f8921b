import { findPath } from '@kube-informer/core/json'
import type { Bytes } from '../../api/encodable.ts'
import type { ServedKind } from '../../api/served-kind.ts'
import { CachedObject } from '../../items/cached-object.ts'
import type { CachedRow } from '../../items/cached-row.ts'
import { membersJson } from './object-json.ts'

const encoder = new TextEncoder()
/** `{` */
const OPEN_BRACE = 0x7b

/**
 * The JSON of a row with kind and apiVersion: the text itself, if it begins as that of an apiserver.
 *
 * @param begin the opening brace and the type members of the kind
 */
export function typedText({ isBuiltIn }: ServedKind, begin: string, row: CachedRow): string {
  const { text } = row
  if (text.startsWith(begin) || (!isBuiltIn && hasType(text))) return text
  return `${begin}${parsedMembers(row)}}`
}

/** The JSON of a row without kind and apiVersion. */
export function bareBytes(begin: string, row: CachedRow): Bytes {
  const { text } = row
  if (!text.startsWith(begin)) return encoder.encode(`{${parsedMembers(row)}}`)
  // Type members are ASCII, so that each character of them is a byte.
  const bytes = encoder.encode(text).subarray(begin.length - 1)
  bytes[0] = OPEN_BRACE
  return bytes
}

/** Custom resources have sorted members: others may be between apiVersion and kind. */
const hasType = (text: string): boolean =>
  text.startsWith('{"apiVersion":') && findPath(text, 0, ['kind']) !== -1

const parsedMembers = (row: CachedRow): string =>
  membersJson(new CachedObject(row.object), { keepsParts: false })
