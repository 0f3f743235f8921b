import { type Row, UsageError } from '@kube-informer/core'
import { findPath, parseJson, skipSpace, skipValue } from '@kube-informer/core/json'
import { contentOf } from '@kube-informer/core/rows'
import { escapeJson } from '../api/escape.ts'

const RESOURCE_VERSION = ['metadata', 'resourceVersion']
const NOT_JSON = 'the text of a row is not JSON'

/**
 * The text of a row as an apiserver sends it: on one line, with the same characters escaped. The text that an apiserver
 * sent is not changed.
 */
export function wireText<T>({ body }: Pick<Row<T>, 'body'>): string {
  const text = contentOf(body)
  if (typeof text !== 'string')
    throw new UsageError(
      "a watch cache needs rows of JSON: createListWatch(…, { form: 'row', encoding: 'json' })",
    )
  // JSON has line breaks between values only.
  const isOneLine = !text.includes('\n') && !text.includes('\r')
  return isEscaped(text) && isOneLine
    ? text
    : escapeJson(isOneLine ? text : JSON.stringify(parseJson(text, NOT_JSON)))
}

/** Searches of single characters are several times faster than a regular expression. */
const isEscaped = (text: string): boolean =>
  !text.includes('<') &&
  !text.includes('>') &&
  !text.includes('&') &&
  !text.includes('\u2028') &&
  !text.includes('\u2029')

/** The same text with another resourceVersion. */
export function textAt(text: string, resourceVersion: string): string {
  const at = findPath(text, skipSpace(text, 0), RESOURCE_VERSION)
  const value = JSON.stringify(resourceVersion)
  if (at !== -1) return text.slice(0, at) + value + text.slice(skipValue(text, at))
  const object = parseJson(text, NOT_JSON) as { readonly metadata?: object }
  return escapeJson(JSON.stringify({ ...object, metadata: { ...object.metadata, resourceVersion } }))
}

/**
 * A copy that does not retain the text it was cut from: engines cut strings without copying. The engine copies the characters
 * of a concatenated string when it searches it; as the key of a Map, the copy would keep references to its parts.
 */
export function copied(text: string): string {
  const copy = text.slice(0, 1) + text.slice(1)
  return copy.includes('\n') ? text : copy
}
