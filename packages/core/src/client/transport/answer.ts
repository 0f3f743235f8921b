import { ConnectionError, ProtocolError } from '../../api/errors.ts'
import { plainError } from './plain-error.ts'
import { readText } from './read-text.ts'

/** Maximum length of a response that is read as a whole, in bytes. A list is read item by item. */
export const MAX_DOCUMENT_LENGTH: number = 64 * 1024 * 1024

/** The media type of Kubernetes protobuf. */
export const PROTOBUF = 'application/vnd.kubernetes.protobuf'

/** The content types that errors name. Another one could contain what the server has been sent. */
const KNOWN_TYPES = /^(text\/(html|plain)|application\/(yaml|vnd\.kubernetes\.protobuf))\b/

/** The URL without query and user info, which may contain a credential. */
export const publicUrl = (url: string): string => url.replace(/[?#].*$/, '').replace(/\/\/[^/]*@/, '//')

/** Whether the content of a response is Kubernetes protobuf. */
export const isProtobuf = ({ headers }: Response): boolean =>
  headers.get('content-type')?.includes(PROTOBUF) === true

/** What a request accepts instead of JSON. */
export interface Offer {
  /** The Accept header. */
  readonly accept: string
  /** Set when the answer is known to be JSON, or empty. */
  isJson?: boolean
}

/** The body of a response, which must be JSON, or Kubernetes protobuf if that was offered. */
export function jsonBody(response: Response, what: string, offer?: Offer): ReadableStream<Uint8Array> {
  const type = response.headers.get('content-type') ?? ''
  const isJson = /\bjson\b/.test(type)
  if (!response.body || !(isJson || (offer && isProtobuf(response)))) {
    response.body?.cancel().catch(() => {})
    throw new ProtocolError(
      `${what}: expected JSON and got ${nameOf(type)} from ${publicUrl(response.url)}; ` +
        'is baseUrl the root of an apiserver?',
    )
  }
  if (offer) offer.isJson = isJson
  return response.body
}

const nameOf = (type: string): string =>
  KNOWN_TYPES.exec(type)?.[0] ?? (type === '' ? 'no content type' : 'another content type')

/** Reads a response that is one JSON value of at most 64 MiB. Errors do not quote its text, since some servers echo the request. */
export async function readJson<T>(response: Response, what: string): Promise<T> {
  const { text, isCut } = await sayingWhat(readText(jsonBody(response, what), MAX_DOCUMENT_LENGTH), what)
  if (isCut) throw new ProtocolError(`${what}: the answer is longer than ${MAX_DOCUMENT_LENGTH} bytes`)
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
    if (cause instanceof ProtocolError) throw new ProtocolError(`${what}: ${cause.message}`, { cause })
    if (cause instanceof ConnectionError) throw new ConnectionError(`${what}: ${cause.message}`, { cause })
    // `fetch` reports a lost connection as a TypeError.
    if (cause instanceof TypeError)
      throw new ConnectionError(`${what}: the answer broke off`, { cause: plainError(cause) })
    throw cause
  }
}
