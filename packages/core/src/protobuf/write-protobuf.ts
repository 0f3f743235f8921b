import type { KubernetesObject, ListMeta } from '../api/object.ts'
import type { TypeMeta } from './envelope.ts'

/** Converts objects of built-in kinds to `application/vnd.kubernetes.protobuf`, as Go writes it. */
export interface ProtobufEncoder {
  /** Undefined for a kind that the table does not have. Throws a ProtocolError for a value that a member cannot have. */
  encode(object: KubernetesObject): Uint8Array | undefined
  /** A frame of a watch: its length, and a WatchEvent with a whole object. Undefined as in `encode`. */
  encodeEvent(type: string, object: KubernetesObject): Uint8Array | undefined
  /** Whether the table has a kind. */
  hasKind(type: TypeMeta): boolean
  /** An object as an item of a list: without its kind and apiVersion. Throws a ProtocolError also for an unknown kind. */
  encodeItem(type: TypeMeta, object: KubernetesObject): Uint8Array<ArrayBuffer>
  /** A list of encoded items in parts, so that items need not be copied. */
  encodeList(
    type: TypeMeta,
    metadata: ListMeta,
    items: readonly Uint8Array<ArrayBuffer>[],
  ): Iterable<Uint8Array<ArrayBuffer>>
}

/** Loads the table of the built-in kinds and the writer. */
export async function loadProtobufEncoder(): Promise<ProtobufEncoder> {
  const { enveloped, listParts, MessageWriter, table, watchFrame } = await import('./every-kind.ts')
  const writer = new MessageWriter(table)
  const encode: ProtobufEncoder['encode'] = ({ apiVersion = '', kind = '', ...members }) => {
    const index = table.indexOfKind({ apiVersion, kind })
    return index === undefined ? undefined : enveloped(apiVersion, kind, writer.write(index, members))
  }
  const listMeta = table.knownKind({ apiVersion: 'meta.k8s.io/v1', kind: 'ListMeta' })
  return {
    encode,
    hasKind: type => table.indexOfKind(type) !== undefined,
    encodeItem: (type, object) => writer.write(table.knownKind(type), { ...object }),
    *encodeList({ apiVersion, kind }, metadata, items) {
      const { head, itemHead, tail } = listParts(
        apiVersion,
        kind,
        writer.write(listMeta, { ...metadata }),
        items,
      )
      yield head
      for (const item of items) {
        yield itemHead(item)
        yield item
      }
      yield tail
    },
    encodeEvent: (type, object) => {
      const bytes = encode(object)
      return bytes && watchFrame(type, bytes)
    },
  }
}
