import type { KubernetesObject } from '../api/object.ts'

/**
 * Converts `application/vnd.kubernetes.protobuf` of a built-in kind to the object that the same server sends as JSON. The
 * table of the kinds is loaded when it is needed. Rejects with a ProtocolError.
 */
export async function readProtobuf(bytes: Uint8Array): Promise<KubernetesObject> {
  const { readObject, table } = await import('./every-kind.ts')
  return readObject(table, bytes)
}
