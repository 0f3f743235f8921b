import { ConnectionError, ProtocolError, StatusError } from '../../api/errors.ts'
import type { Redactor } from '../../api/redactor.ts'
import { type IsExpected, isAnswer, throwFailure, unexpectedAnswer } from './answer-kind.ts'
import { plainError } from './plain-error.ts'
import { readText } from './read-text.ts'

/** Maximum length of a response that is read as a whole, in bytes. A list is read item by item. */
const MAX_DOCUMENT_LENGTH = 64 * 1024 * 1024

/** The media type of Kubernetes protobuf. */
export const PROTOBUF = 'application/vnd.kubernetes.protobuf'

/** The content types that errors name. Another one could contain what the server has been sent. */
const KNOWN_TYPES = /^(text\/(html|plain)|application\/(yaml|vnd\.kubernetes\.protobuf))\b/

/** The URL without query and user info, which may contain a credential. */
export const publicUrl = (url: string): string => url.replace(/[?#].*$/, '').replace(/\/\/[^/]*@/, '//')

/** The redactors of the requests that responses belong to. */
const redactors = new WeakMap<Response, Redactor>()

/** Lets errors about the content of a response be without the credentials of its request. */
export function setRedactor(response: Response, redactor: Redactor): Response {
  redactors.set(response, redactor)
  return response
}

/** Whether the content of a response is Kubernetes protobuf. */
const isProtobuf = (type: string): boolean => type.includes(PROTOBUF)

/** What a request accepts instead of JSON. */
export interface Offer {
  /** The Accept header. */
  readonly accept: string
  /** Whether the answer is JSON, or empty. Undefined where its first byte tells: the answer has no content type. */
  isJson?: boolean | undefined
}

/**
 * The body of a response, which must be JSON, or Kubernetes protobuf if that was offered. Without a content type, it is
 * what its first byte says.
 */
export function jsonBody(response: Response, what: string, offer?: Offer): ReadableStream<Uint8Array> {
  const type = response.headers.get('content-type') ?? ''
  const isJson = /\bjson\b/.test(type)
  if (!response.body || !(isJson || type === '' || (offer && isProtobuf(type)))) {
    response.body?.cancel().catch(() => {})
    throw unexpectedType(response, type, what)
  }
  if (offer) offer.isJson = type === '' ? undefined : isJson
  return response.body
}

/** The error of a response whose content type is not one that was asked for. */
export const unexpectedType = (
  { url }: Response,
  type: string,
  what: string,
  expected = 'JSON',
): ProtocolError =>
  new ProtocolError(
    `${what}: expected ${expected} and got ${nameOf(type)} from ${publicUrl(url)}; is baseUrl the root of an apiserver?`,
  )

const nameOf = (type: string): string =>
  KNOWN_TYPES.exec(type)?.[0] ?? (type === '' ? 'no content' : 'another content type')

/** Reads a response that is one object in JSON. See {@link readDocument}. */
export function readJson<T extends object>(
  response: Response,
  what: string,
  isExpected: IsExpected,
): Promise<T> {
  jsonBody(response, what)
  return readDocument(response, what, isExpected)
}

/**
 * Reads a response that is one JSON object of at most 64 MiB, whatever its content type: servers send the index of the
 * OpenAPI documents as text. Rejects with a StatusError for a Status that is no success, and with a ProtocolError for
 * anything else that is not expected. Errors do not quote the text, since some servers echo the request.
 */
export function readDocument<T extends object>(
  response: Response,
  what: string,
  isExpected: IsExpected,
): Promise<T> {
  return sayingWhat(readExpected<T>(response, isExpected), what)
}

async function readExpected<T extends object>(response: Response, isExpected: IsExpected): Promise<T> {
  const { text, isCut } = await readText(response.body, MAX_DOCUMENT_LENGTH)
  if (isCut) throw new ProtocolError(`the answer is longer than ${MAX_DOCUMENT_LENGTH} bytes`)
  const answer = parseAnswer(text, response.url)
  throwFailure(answer, redactors.get(response))
  if (!isAnswer(answer) || !isExpected(answer)) throw unexpectedAnswer(answer)
  return answer as object as T
}

function parseAnswer(text: string, url: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ProtocolError(
      `the answer from ${publicUrl(url)} is cut off, or not JSON; is baseUrl the root of an apiserver?`,
    )
  }
}

/** Adds the description of the request to errors that occur while a response is read. */
export async function sayingWhat<T>(reading: Promise<T>, what: string): Promise<T> {
  try {
    return await reading
  } catch (cause) {
    if (cause instanceof StatusError) throw new StatusError(cause.status, what)
    if (cause instanceof ProtocolError) throw new ProtocolError(`${what}: ${cause.message}`, { cause })
    if (cause instanceof ConnectionError) throw new ConnectionError(`${what}: ${cause.message}`, { cause })
    // `fetch` reports a lost connection as a TypeError.
    if (cause instanceof TypeError)
      throw new ConnectionError(`${what}: the answer broke off`, { cause: plainError(cause) })
    throw cause
  }
}
