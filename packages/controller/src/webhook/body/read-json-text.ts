import { type ReadBytesOptions, readBytes } from './read-bytes.ts'
import { RequestBodyError } from './request-body-error.ts'

/**
 * Reads the text of a request that is sent as JSON. Rejects with a RequestBodyError that says what is wrong with it:
 *
 * - 400: it is empty, breaks off, is not sent as `application/json`, or is not UTF-8.
 * - 413: it has `maxBytes` bytes or more. The rest is not read.
 *
 * Unlike controller-runtime, it accepts parameters of the content type, e.g. `application/json; charset=utf-8`: JSON is always
 * UTF-8. A byte order mark is skipped.
 *
 * Upstream: controller-runtime `admission.Webhook.ServeHTTP`, whose order of checks it has.
 */
export async function readJsonText(request: Request, options: ReadBytesOptions): Promise<string> {
  const bytes = await readBytes(request, options)
  if (bytes.length === 0) throw new RequestBodyError(400, 'request body is empty')
  refuseOtherContent(request.headers.get('Content-Type') ?? '')
  return decoded(bytes)
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
