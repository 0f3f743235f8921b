/**
 * Names the encoding of a response that must not be transformed. `wrangler dev` and Miniflare compress all JSON that names none,
 * and ignore `Cache-Control: no-transform`, which Cloudflare itself observes.
 */
export function uncompressed(response: Response): Response {
  if (!response.headers.get('Cache-Control')?.includes('no-transform')) return response
  // The headers of a response from another object cannot be changed.
  const copy = new Response(response.body, response)
  copy.headers.set('Content-Encoding', 'identity')
  return copy
}
