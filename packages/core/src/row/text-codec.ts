import type { PathSegments } from '../api/path.ts'
import { QUOTE } from '../json/characters.ts'
import { findPath, skipSpace, skipValue, stringAt } from '../json/json-text.ts'
import { parseJson } from '../json/parse-json.ts'

/** Length of a short string with its quotes; engines copy substrings below 13 characters. */
const SHORT = 14

/** Decodes the JSON text of a row: that of the server, without the trimmed paths. Throws a ProtocolError. */
export const decodeText = (text: string): unknown => parseJson(text, 'the text of a row is not JSON')

/** The value at a path of the text; only that value is decoded. Throws a ProtocolError. */
export function readTextPath(text: string, path: PathSegments): unknown {
  const at = findPath(text, skipSpace(text, 0), path)
  if (at === -1) return undefined
  const end = skipValue(text, at)
  // A short string needs no parser. A longer one does: engines cut it without copying, and an index key would then
  // retain the whole body.
  const isShort = text.charCodeAt(at) === QUOTE && end - at <= SHORT
  return isShort ? stringAt(text, at, end) : decodeText(text.slice(at, end))
}
