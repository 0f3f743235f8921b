import { ProtocolError } from '../api/errors.ts'
import type { PathSegments } from '../api/path.ts'
import { findPath, isObjectAt, type Member, skipSpace, stringAt, visitMembers } from './json-text.ts'
import type { Row, RowBody } from './row.ts'

/** Turns wire data into rows and back. JSON text is the first encoding; another one is another codec. */
export interface RowCodec<TWire> {
  /** Builds a row from one trimmed object; throws a ProtocolError when it has no metadata with a name. */
  encode<T>(wire: TWire): Row<T>
  decode<T>(body: RowBody<T>): T
  /** The value at a path; only that value is decoded. */
  readPath<T>(body: RowBody<T>, path: PathSegments): unknown
}

const textOf = <T>(body: RowBody<T>): string => body as unknown as string

function readStrings(text: string, open: number, into: Record<string, string>): void {
  let wanted = Object.keys(into).length
  visitMembers(text, open, ({ key, valueStart, valueEnd }: Member) => {
    if (Object.hasOwn(into, key)) {
      into[key] = stringAt(text, valueStart, valueEnd)
      wanted--
    }
    return wanted === 0
  })
}

function encode<T>(text: string): Row<T> {
  const metadata = findPath(text, skipSpace(text, 0), ['metadata'])
  const found = { name: '', namespace: '', uid: '', resourceVersion: '' }
  if (metadata && isObjectAt(text, metadata.valueStart)) readStrings(text, metadata.valueStart, found)
  const { name, namespace, uid, resourceVersion } = found
  if (name === '') throw new ProtocolError(`an object without metadata.name: ${text.slice(0, 120)}`)
  const key = namespace === '' ? name : `${namespace}/${name}`
  return { key, uid, resourceVersion, namespace, name, body: text as unknown as RowBody<T> }
}

/** JSON text, as the server sent it, less what was trimmed. */
export const textCodec: RowCodec<string> = {
  encode,
  decode: <T>(body: RowBody<T>) => JSON.parse(textOf(body)) as T,
  readPath(body, path) {
    const text = textOf(body)
    const member = findPath(text, skipSpace(text, 0), path)
    return member && (JSON.parse(text.slice(member.valueStart, member.valueEnd)) as unknown)
  },
}
