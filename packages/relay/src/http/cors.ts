const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'
const MAX_AGE_SECONDS = '600'

/** Whether a request asks for the permission to send another one. */
export const isPreflight = ({ method, headers }: Request): boolean =>
  method === 'OPTIONS' && headers.has('Access-Control-Request-Method')

/** The answer to a preflight request of a listed origin. */
export function preflightResponse({ headers }: Request, origin: string, allowsCookies: boolean): Response {
  const requested = headers.get('Access-Control-Request-Headers')
  return withCors(
    new Response(null, {
      status: 204,
      headers: {
        'Access-Control-Allow-Methods': METHODS,
        ...(requested !== null && { 'Access-Control-Allow-Headers': requested }),
        'Access-Control-Max-Age': MAX_AGE_SECONDS,
      },
    }),
    origin,
    allowsCookies,
  )
}

/** Adds the headers that let pages of the origin read the response. */
export function withCors(response: Response, origin: string, allowsCookies: boolean): Response {
  const { headers } = response
  headers.set('Access-Control-Allow-Origin', origin)
  headers.append('Vary', 'Origin')
  headers.set('Access-Control-Expose-Headers', 'Date, Retry-After, Warning')
  if (allowsCookies) headers.set('Access-Control-Allow-Credentials', 'true')
  return response
}
