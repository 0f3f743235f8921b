import { ProtocolError } from '../api/errors.ts'
import type { PathSegments } from '../api/path.ts'
import {
  findPath,
  isObjectAt,
  skipSpace,
  skipString,
  skipValue,
  stringAt,
  visitMembers,
} from './json-text.ts'
import type { Row, RowBody } from './row.ts'

/** Turns wire data into rows and back. JSON text is the first encoding; another one is another codec. */
export interface RowCodec<TWire> {
  /** Builds a row from one trimmed object; throws a ProtocolError when it has no metadata with a name. */
  encode<T>(wire: TWire): Row<T>
  decode<T>(body: RowBody<T>): T
  /** The value at a path; only that value is decoded. */
  readPath<T>(body: RowBody<T>, path: PathSegments): unknown
}

const METADATA = ['metadata']

const textOf = <T>(body: RowBody<T>): string => body as unknown as string

/** Fills in the members that `into` names, which must be strings; the walk ends with the last of them. */
function readStrings(text: string, open: number, into: Record<string, string>): void {
  let wanted = Object.keys(into).length
  visitMembers(text, open, ({ key, valueStart }) => {
    if (!Object.hasOwn(into, key)) return false
    if (text.charAt(valueStart) !== '"') throw new ProtocolError(`metadata.${key} is not a string`)
    into[key] = stringAt(text, valueStart, skipString(text, valueStart))
    wanted--
    return wanted === 0
  })
}

/**
 * The same text, sharing no memory with the one that it was cut from: engines cut without copying, so that a row would
 * keep alive the network read that it came with, and a key the first body that it was read from. Text that is put
 * together is copied when it is first walked or compared.
 */
const detached = (text: string): string => text.slice(0, 1) + text.slice(1)

function encode<T>(wire: string): Row<T> {
  const text = detached(wire)
  const metadata = findPath(text, skipSpace(text, 0), METADATA)
  const found = { name: '', namespace: '', uid: '', resourceVersion: '' }
  if (metadata !== -1 && isObjectAt(text, metadata)) readStrings(text, metadata, found)
  const { name, namespace, uid, resourceVersion } = found
  if (name === '') throw new ProtocolError(`an object without metadata.name: ${text.slice(0, 120)}`)
  const key = namespace === '' ? detached(name) : `${namespace}/${name}`
  return { key, uid, resourceVersion, namespace, name, body: text as unknown as RowBody<T> }
}

/** JSON text, as the server sent it, less what was trimmed. */
export const textCodec: RowCodec<string> = {
  encode,
  decode: <T>(body: RowBody<T>) => JSON.parse(textOf(body)) as T,
  readPath(body, path) {
    const text = textOf(body)
    const at = findPath(text, skipSpace(text, 0), path)
    return at === -1 ? undefined : (JSON.parse(text.slice(at, skipValue(text, at))) as unknown)
  },
}
