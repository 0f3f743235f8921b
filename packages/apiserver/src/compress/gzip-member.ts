import { concat } from '@kube-informer/cacher/http'

type Bytes = Uint8Array<ArrayBuffer>

/** Creates a complete gzip member. */
export type GzipMember = (bytes: Bytes) => Bytes | Promise<Bytes>

/** A gzip member without content. */
const EMPTY_MEMBER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0)

/**
 * Uses `CompressionStream`, which every runtime has. An empty member follows: Go's reader holds back data that arrives
 * together with the end of a member until the next member begins, and `CompressionStream` cannot separate the two.
 */
export async function gzipMember(bytes: Bytes): Promise<Bytes> {
  const parts: Bytes[] = []
  const gzip = new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'))
  const reader = gzip.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) parts.push(read.value)
  return concat([...parts, EMPTY_MEMBER])
}
