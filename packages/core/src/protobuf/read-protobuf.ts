import type { KubernetesObject } from '../api/object.ts'
import { loadTable } from './load-table.ts'

/**
 * Converts `application/vnd.kubernetes.protobuf` of a built-in kind to the object that the same server sends as JSON. The
 * table of the kinds is loaded when it is needed. Rejects with a ProtocolError.
 */
export async function readProtobuf(bytes: Uint8Array): Promise<KubernetesObject> {
  const [{ readObject }, table] = await Promise.all([import('./read-object.ts'), loadTable()])
  return readObject(table, bytes)
}
