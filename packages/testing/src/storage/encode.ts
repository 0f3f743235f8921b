import { apiVersionOf, type ResourceDefinition } from '@kube-informer/core'
import type { StorageEvent, StoredObject } from './stored-object.ts'

const encoder = new TextEncoder()
const ESCAPED = /[<>&\u2028\u2029]/g
const escapeCharacter = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** UTF-8 bytes of a text. */
export const encodeText = (text: string): Uint8Array => encoder.encode(text)

/** JSON as a Kubernetes server writes it: `<`, `>`, `&` and the two line separators are escaped. */
export const escapeJson = (json: string): string => json.replace(ESCAPED, escapeCharacter)

/** A value as escaped JSON, in UTF-8. */
export const encodeJson = (value: unknown): Uint8Array => encoder.encode(escapeJson(JSON.stringify(value)))

/** Whether the resource is compiled into the apiserver, or a custom resource, whose JSON differs in details. */
export const isBuiltIn = (resource: ResourceDefinition): boolean =>
  !resource.group.includes('.') || resource.group.endsWith('.k8s.io')

/** The JSON of an object without kind and apiVersion, encoded once for each version. */
export function bareJson(stored: StoredObject): Uint8Array {
  if (!stored.json) {
    const { kind: _kind, apiVersion: _apiVersion, ...bare } = stored.object
    stored.json = encodeJson(bare)
  }
  return stored.json
}

/** The members that name the type, with a comma at the end; custom resources have their keys sorted. */
export function typeMembers(resource: ResourceDefinition, kind: string = resource.kind): string {
  const members = [`"kind":${JSON.stringify(kind)}`, `"apiVersion":${JSON.stringify(apiVersionOf(resource))}`]
  if (!isBuiltIn(resource)) members.reverse()
  return `${members.join(',')},`
}

/** The parts of an object's JSON with its kind and apiVersion; `metadata` is always there, so it is never `{}`. */
export const typedJson = (resource: ResourceDefinition, stored: StoredObject): readonly Uint8Array[] => [
  encodeText(`{${typeMembers(resource)}`),
  bareJson(stored).subarray(1),
]

/** One array with all the parts, always a fresh copy: a receiver may transfer it away. */
export function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
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

/** One line of a watch: an object as it is stored. */
export const watchFrame = (resource: ResourceDefinition, type: string, stored: StoredObject): Uint8Array =>
  concat([
    encodeText(`{"type":"${type}","object":{${typeMembers(resource)}`),
    bareJson(stored).subarray(1),
    encodeText('}\n'),
  ])

/** One line of a watch: any object. */
export const encodeFrame = (type: string, object: unknown): Uint8Array =>
  concat([encodeJson({ type, object }), encodeText('\n')])

/** The line for a write, encoded once and shared by all watches that send the same type. */
export function eventFrame(
  resource: ResourceDefinition,
  type: 'ADDED' | 'MODIFIED' | 'DELETED',
  event: StorageEvent,
): Uint8Array {
  const known = event.frames.get(type)
  if (known) return known
  const stored = type === 'DELETED' ? lastState(event) : event.current
  const frame = stored ? watchFrame(resource, type, stored) : new Uint8Array(0)
  event.frames.set(type, frame)
  return frame
}

/** What left the view: the content as it was, with the revision of the write that made it leave. */
export function lastState({ previous, revision }: StorageEvent): StoredObject | undefined {
  if (!previous) return undefined
  const metadata = { ...previous.object.metadata, resourceVersion: String(revision) }
  return { ...previous, object: { ...previous.object, metadata }, json: undefined }
}
