import { concat } from '@kube-informer/cacher/http'

/**
 * The body of a request; undefined if it has more than `limit` bytes. The rest of such a body is read but not kept, so
 * that the client, which may still be sending, receives the response.
 */
export async function readBytes(
  request: Request,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  // Firefox has no `Request.body`.
  if (!request.body) return within(new Uint8Array(await request.arrayBuffer()), limit)
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const reader = request.body.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.length
    if (size <= limit) chunks.push(read.value)
    else chunks.length = 0
  }
  return size <= limit ? concat(chunks) : undefined
}

const within = (bytes: Uint8Array<ArrayBuffer>, limit: number): Uint8Array<ArrayBuffer> | undefined =>
  bytes.length <= limit ? bytes : undefined
