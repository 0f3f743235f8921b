import { ConnectionError, ProtocolError } from '../api/errors.ts'

/** The URL without query and user info, which may contain a credential. */
export const publicUrl = (url: string): string => url.replace(/[?#].*$/, '').replace(/\/\/[^/]*@/, '//')

/** The body of a response, which must be JSON. */
export function jsonBody(response: Response, what: string): ReadableStream<Uint8Array> {
  const type = response.headers.get('content-type') ?? ''
  if (!response.body || !/\bjson\b/.test(type)) {
    response.body?.cancel().catch(() => {})
    throw new ProtocolError(
      `${what}: expected JSON and got ${type === '' ? 'no content type' : type} from ${publicUrl(response.url)}; ` +
        'is baseUrl the root of an apiserver?',
    )
  }
  return response.body
}

/** Reads a response that is one JSON value. Errors do not quote its text, since some servers echo the request. */
export async function readJson<T>(response: Response, what: string): Promise<T> {
  jsonBody(response, what)
  const text = await sayingWhat(response.text(), what)
  try {
    return JSON.parse(text) as T
  } catch {
    throw new ProtocolError(`${what}: the answer from ${publicUrl(response.url)} is cut off, or not JSON`)
  }
}

/** Adds the description of the request to errors that occur while a response is read. */
export async function sayingWhat<T>(reading: Promise<T>, what: string): Promise<T> {
  try {
    return await reading
  } catch (cause) {
    if (cause instanceof ProtocolError || cause instanceof SyntaxError)
      throw new ProtocolError(`${what}: ${cause.message}`, { cause })
    if (cause instanceof ConnectionError) throw new ConnectionError(`${what}: ${cause.message}`, { cause })
    // `fetch` reports a lost connection as a TypeError.
    if (cause instanceof TypeError) throw new ConnectionError(`${what}: the answer broke off`, { cause })
    throw cause
  }
}
