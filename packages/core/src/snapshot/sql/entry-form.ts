import { metaNamespaceKey, splitMetaNamespaceKey } from '../../api/keys.ts'
import type { KubernetesObject } from '../../api/object.ts'
import { objectAccess } from '../../api/object-access.ts'
import { parseJson } from '../../json/parse-json.ts'
import type { Row } from '../../row/row.ts'
import { textCodec } from '../../row/text-codec.ts'
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

/** Rows are stored as they are, since their bodies are JSON texts. */
export const rowForm: EntryForm<Row> = {
  encode: row => entryOfRow(row, 'MODIFIED'),
  decode: ({ key, uid, resourceVersion, text }) =>
    textCodec.encode({ ...splitMetaNamespaceKey(key), uid, resourceVersion }, text),
}

export function entryOfRow({ key, uid, resourceVersion, body }: Row, type: LogEntry['type']): LogEntry {
  const text: unknown = body
  if (typeof text !== 'string') throw new TypeError('only rows with text bodies can be stored')
  return { type, key, uid, resourceVersion, text }
}
