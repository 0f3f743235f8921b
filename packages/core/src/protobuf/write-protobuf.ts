import type { KubernetesObject } from '../api/object.ts'

/** Converts objects of built-in kinds to `application/vnd.kubernetes.protobuf`, as Go writes it. */
export interface ProtobufEncoder {
  /** Undefined for a kind that the table does not have. Throws a ProtocolError for a value that a member cannot have. */
  encode(object: KubernetesObject): Uint8Array | undefined
  /** A frame of a watch: its length, and a WatchEvent with a whole object. Undefined as in `encode`. */
  encodeEvent(type: string, object: KubernetesObject): Uint8Array | undefined
}

/** Loads the table of the built-in kinds and the writer. */
export async function loadProtobufEncoder(): Promise<ProtobufEncoder> {
  const { enveloped, MessageWriter, table, watchFrame } = await import('./every-kind.ts')
  const writer = new MessageWriter(table)
  const encode: ProtobufEncoder['encode'] = ({ apiVersion = '', kind = '', ...members }) => {
    const index = table.indexOfKind({ apiVersion, kind })
    return index === undefined ? undefined : enveloped(apiVersion, kind, writer.write(index, members))
  }
  return {
    encode,
    encodeEvent: (type, object) => {
      const bytes = encode(object)
      return bytes && watchFrame(type, bytes)
    },
  }
}
