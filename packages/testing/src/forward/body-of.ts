/** The bytes that a request sends. Not by `request.body`, which Firefox does not have. */
export async function bodyOf(request: Request): Promise<ArrayBuffer | undefined> {
  if (request.method === 'GET' || request.method === 'HEAD') return undefined
  const body = await request.arrayBuffer()
  return body.byteLength > 0 ? body : undefined
}
