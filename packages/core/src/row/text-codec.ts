import type { PathSegments } from '../api/path.ts'
import { QUOTE } from '../json/characters.ts'
import { findPath, skipSpace, skipValue, stringAt } from '../json/json-text.ts'
import { parseJson } from '../json/parse-json.ts'
import type { Row, RowBody } from './row.ts'

/** The fields that can be read without decoding the body. */
type RowIdentity = Pick<Row, 'uid' | 'resourceVersion' | 'namespace' | 'name'>

/** Turns wire data into rows and back. JSON text is the first encoding; another one is another codec. */
export interface RowCodec<TWire> {
  /** Builds a row from one trimmed object. */
  encode<T>(identity: RowIdentity, wire: TWire): Row<T>
  /** Throws a ProtocolError when the body is broken. */
  decode<T>(body: RowBody<T>): T
  /** The value at a path; only that value is decoded. Throws a ProtocolError when the body is broken. */
  readPath<T>(body: RowBody<T>, path: PathSegments): unknown
}

/** Length of a short string with its quotes; engines copy substrings below 13 characters. */
const SHORT = 14

const textOf = <T>(body: RowBody<T>): string => body as unknown as string

/**
 * A copy of the text that shares no memory with the string it was cut from. Engines cut strings without copying, so a
 * key would otherwise retain the whole body. A concatenated string is copied when it is first compared.
 */
export const detached = (text: string): string => text.slice(0, 1) + text.slice(1)

const parse = (text: string): unknown => parseJson(text, 'the text of a row is not JSON')

/** A separate function: a page only decodes, and its bundle then omits the rest of the codec. */
export const decodeBody = <T>(body: RowBody<T>): T => parse(textOf(body)) as T

/** JSON text as sent by the server, without the trimmed paths. */
export const textCodec: RowCodec<string> = {
  encode({ uid, resourceVersion, namespace, name }, text) {
    const key = namespace === '' ? detached(name) : `${namespace}/${name}`
    return { key, uid, resourceVersion, namespace, name, body: text as unknown as RowBody<never> }
  },
  decode: decodeBody,
  readPath(body, path) {
    const text = textOf(body)
    const at = findPath(text, skipSpace(text, 0), path)
    if (at === -1) return undefined
    const end = skipValue(text, at)
    // A short string needs no parser. A longer one does: engines cut it without copying, and an index key would then
    // retain the whole body.
    const isShort = text.charCodeAt(at) === QUOTE && end - at <= SHORT
    return isShort ? stringAt(text, at, end) : parse(text.slice(at, end))
  },
}
