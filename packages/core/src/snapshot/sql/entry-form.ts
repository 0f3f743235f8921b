import { ProtocolError } from '../../api/errors.ts'
import { metaNamespaceKey, splitMetaNamespaceKey } from '../../api/keys.ts'
import type { KubernetesObject } from '../../api/object.ts'
import { objectAccess } from '../../api/object-access.ts'
import type { Row } from '../../api/row.ts'
import { decodeBase64, encodeBase64 } from '../../base64/base64.ts'
import { parseJson } from '../../json/parse-json.ts'
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

function bodyOf(text: string): string | Uint8Array {
  if (!text.startsWith(BYTES)) return text
  const bytes = decodeBase64(text.slice(BYTES.length))
  if (!bytes) throw new ProtocolError('a stored object is not base64')
  return bytes
}

export function entryOfRow({ key, uid, resourceVersion, body }: Row, type: LogEntry['type']): LogEntry {
  const content = contentOf(body)
  const text = typeof content === 'string' ? content : BYTES + encodeBase64(content)
  return { type, key, uid, resourceVersion, text }
}
