import { metaNamespaceKey, splitMetaNamespaceKey } from '../../api/keys.ts'
import type { KubernetesObject } from '../../api/object.ts'
import { objectAccess } from '../../api/object-access.ts'
import type { Row } from '../../api/row.ts'
import { parseJson } from '../../json/parse-json.ts'
import { base64, bytesOfBase64 } from '../../protobuf/base64.ts'
import { createRow } from '../../row/create-row.ts'
import { contentOf } from '../../row/read-body.ts'
import type { LogEntry } from './log-entry.ts'

/** How cached values become entries of a log, and back. */
export interface EntryForm<T> {
  encode(value: T): LogEntry
  decode(entry: LogEntry): T
}

/** Objects are stored as JSON. */
export const objectForm: EntryForm<KubernetesObject> = {
  encode: object => ({
    key: metaNamespaceKey(object),
    uid: objectAccess.uid(object),
    resourceVersion: objectAccess.resourceVersion(object),
    type: 'MODIFIED',
    text: JSON.stringify(object),
  }),
  decode: ({ text }) => parseJson(text, 'a stored object is not JSON') as KubernetesObject,
}

/** What precedes a body of bytes, which is stored as base64. JSON does not begin so. */
const BYTES = 'base64,'

/** Rows are stored as they are, as far as their bodies are JSON texts. */
export const rowForm: EntryForm<Row> = {
  encode: row => entryOfRow(row, 'MODIFIED'),
  decode: ({ key, uid, resourceVersion, text }) =>
    createRow({ ...splitMetaNamespaceKey(key), uid, resourceVersion }, bodyOf(text)),
}

const bodyOf = (text: string): string | Uint8Array =>
  text.startsWith(BYTES) ? bytesOfBase64(text.slice(BYTES.length)) : text

export function entryOfRow({ key, uid, resourceVersion, body }: Row, type: LogEntry['type']): LogEntry {
  const content = contentOf(body)
  const text = typeof content === 'string' ? content : BYTES + base64(content)
  return { type, key, uid, resourceVersion, text }
}
