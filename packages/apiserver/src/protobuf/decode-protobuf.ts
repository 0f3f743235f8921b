import type { KubernetesObject } from '@kube-informer/core'
import { loadSchemas } from '../schema/load-schemas.ts'
import { FieldTable } from './field-table.ts'
import { MessageReader } from './message-reader.ts'
import { bytesIn, fieldsIn, textIn, WireError } from './wire.ts'

/** The prefix of every protobuf object of Kubernetes: `k8s` and a zero byte. */
const MAGIC = [0x6b, 0x38, 0x73, 0x00]

let loading: Promise<MessageReader> | undefined

/**
 * Decodes `application/vnd.kubernetes.protobuf` of a built-in kind to its JSON form. kubectl sends it for objects that
 * it creates itself: `create deployment`, `auth can-i`. Throws a WireError.
 */
export async function decodeProtobuf(bytes: Uint8Array): Promise<KubernetesObject> {
  const { apiVersion, kind, raw } = unwrapped(bytes)
  loading ??= load()
  const [reader, schemas] = await Promise.all([loading, loadSchemas()])
  const [version = '', group = ''] = apiVersion.split('/').reverse()
  const schema = schemas.ofKind(group, version, kind)
  if (!schema)
    throw new WireError(
      `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)}`,
    )
  return { kind, apiVersion, ...reader.read(schema, raw) }
}

async function load(): Promise<MessageReader> {
  const { FIELD_NUMBERS } = await import('./data/field-numbers.ts')
  return new MessageReader(new FieldTable(FIELD_NUMBERS))
}

/** Unwraps the envelope (runtime.Unknown): the type of the object, and its bytes. */
function unwrapped(bytes: Uint8Array): { apiVersion: string; kind: string; raw: Uint8Array } {
  if (MAGIC.some((byte, index) => bytes[index] !== byte))
    throw new WireError(
      'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]',
    )
  let [apiVersion, kind, raw] = ['', '', new Uint8Array()]
  for (const field of fieldsIn(bytes.subarray(MAGIC.length))) {
    if (field.number === 2) raw = new Uint8Array(bytesIn(field))
    if (field.number !== 1) continue
    for (const part of fieldsIn(bytesIn(field))) {
      if (part.number === 1) apiVersion = textIn(part)
      if (part.number === 2) kind = textIn(part)
    }
  }
  return { apiVersion, kind, raw }
}
