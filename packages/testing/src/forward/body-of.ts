/** The bytes of a request; undefined if it has none. Firefox has no `Request.body` that would say so. */
export async function bodyOf(request: Request): Promise<ArrayBuffer | undefined> {
  if (request.method === 'GET' || request.method === 'HEAD') return undefined
  const bytes = await request.arrayBuffer()
  return bytes.byteLength > 0 ? bytes : undefined
}
