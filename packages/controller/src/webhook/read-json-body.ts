import { errorMessage } from '@kube-informer/core/internal'
import { isJsonObject, type JsonObject } from '../api/json-value.ts'
import { type ReadBytesOptions, readBytes } from './read-bytes.ts'
import { RequestBodyError } from './request-body-error.ts'

/** The body of a request: a JSON object. */
export interface JsonBody {
  readonly value: JsonObject
  /** What `value` was parsed from. It has the digits of integers that `JSON.parse` rounds. */
  readonly text: string
}

/**
 * Reads a request whose body is a JSON object. Rejects with a RequestBodyError that says what is wrong with it:
 *
 * - 400: it is empty, breaks off, is not sent as `application/json`, is not UTF-8, not JSON or no object.
 * - 413: it has `maxBytes` bytes or more. The rest is not read.
 *
 * Unlike controller-runtime, it accepts parameters of the content type, e.g. `application/json; charset=utf-8`: JSON is always
 * UTF-8. A byte order mark is skipped. Of members with the same name, the last one counts, as in Go.
 *
 * Upstream: controller-runtime `admission.Webhook.ServeHTTP`, whose order of checks it has.
 */
export async function readJsonBody(request: Request, options: ReadBytesOptions): Promise<JsonBody> {
  const bytes = await readBytes(request, options)
  if (bytes.length === 0) throw new RequestBodyError(400, 'request body is empty')
  refuseOtherContent(request.headers.get('Content-Type') ?? '')
  const text = decoded(bytes)
  return { text, value: parsed(text) }
}

function refuseOtherContent(contentType: string): void {
  const [type = ''] = contentType.split(';', 1)
  if (type.trim().toLowerCase() === 'application/json') return
  throw new RequestBodyError(400, `contentType=${contentType}, expected application/json`)
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new RequestBodyError(400, 'request body is not UTF-8', { cause })
  }
}

function parsed(text: string): JsonObject {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new RequestBodyError(400, `request body is not JSON: ${errorMessage(cause)}`, { cause })
  }
  if (isJsonObject(value)) return value
  throw new RequestBodyError(400, 'request body is no JSON object')
}
