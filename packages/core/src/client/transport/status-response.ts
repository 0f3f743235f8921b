import { REASON_OF_CODE, StatusError } from '../../api/errors.ts'
import type { Status } from '../../api/object.ts'
import type { Redactor } from '../../api/redactor.ts'
import { loadModule } from '../../protobuf/load-protobuf.ts'
import { isStatusObject } from './answer-kind.ts'
import { readBytes } from './read-bytes.ts'
import { MAX_STATUS_LENGTH, statusReviver } from './status-text.ts'

/** Advice for an error response, by code. */
const ADVICE: Readonly<Record<number, string>> = {
  401: 'the credentials were refused: check what getToken answers',
  403: 'ask for a role that allows it, or choose a narrower scope',
  404: 'check the name, that the resource is installed, and that baseUrl is the root of an apiserver',
}

/** Advice for a 401 to a request without a token: that of a kubeconfig is left out, as client-go does. */
const PLAIN_HTTP = 'credentials are not sent over http: use https, or a proxy that holds them'

/** Maximum length of a body that is no object, in bytes. */
const MAX_TEXT_LENGTH = 64 * 1024
/** Maximum length of a quoted body, in characters. */
const MAX_QUOTE = 200
/** What an object in protobuf begins with. */
const MAGIC = 'k8s\0'
/** The beginning of a body that can be an object, in JSON or protobuf. */
const MAY_BE_OBJECT = /^\s*($|[{k])/

function parseStatus(text: string, redactor: Redactor): Status | undefined {
  try {
    const body = JSON.parse(text, statusReviver(redactor))
    return isStatusObject(body) ? body : undefined
  } catch {
    return undefined // API priority and fairness, and proxies, respond with plain text.
  }
}

const reasonFor = (code: number, method: string): string => {
  if (code === 409 && method === 'POST') return 'AlreadyExists'
  return REASON_OF_CODE[code] ?? (code >= 500 ? 'InternalError' : '')
}

/** Ignores a date, the header's other form, as upstream does. */
function withRetryAfter(status: Status, header: string | null): Status {
  if (!/^\d+$/.test(header ?? '') || status.details?.retryAfterSeconds !== undefined) return status
  return { ...status, details: { ...status.details, retryAfterSeconds: Number(header) } }
}

/** The beginning of a text. JSON is not quoted: it can be the object of the request. */
function quote(text: string): string {
  if (/^\s*[[{"]/.test(text)) return ''
  const quoted = text.trim()
  return quoted.length > MAX_QUOTE ? `${quoted.slice(0, MAX_QUOTE)}…` : quoted
}

/** The body as text, and how it was cut. What is no object is quoted only in part, so that less of it is read. */
async function readBody({ body }: Response): Promise<{ readonly text: string; readonly cut: string }> {
  const { bytes, isCut } = await readBytes(body, first =>
    MAY_BE_OBJECT.test(decode(first.subarray(0, MAX_QUOTE))) ? MAX_STATUS_LENGTH : MAX_TEXT_LENGTH,
  )
  const text = decode(bytes)
  const isObject = text.startsWith(MAGIC)
  return {
    text: !isObject ? text : isCut ? '' : (await loadModule()).readText(bytes),
    cut: isCut ? ` (the response is longer than ${bytes.length} bytes)` : '',
  }
}

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/** The Status of a response whose body is none. The cause says so (apimachinery `errors.NewGenericServerResponse`). */
const genericStatus = (code: number, method: string, message: string): Status => ({
  status: 'Failure',
  reason: reasonFor(code, method),
  message,
  details: { causes: [{ reason: 'UnexpectedServerResponse', message }] },
})

/** The request that an error response answers. */
export interface RejectedRequest {
  readonly method: string
  /** E.g. `list pods in namespace "default" (GET https://…/pods)`. */
  readonly where: string
  readonly redactor: Redactor
  /** Whether a bearer token was sent. */
  readonly hasToken: boolean
}

function adviceFor(code: number, { where, hasToken }: RejectedRequest): string | undefined {
  const isHttp = / \([A-Z]+ http:/.test(where)
  return code === 401 && isHttp && !hasToken ? PLAIN_HTTP : ADVICE[code]
}

/**
 * Converts an error response into a StatusError. A body that is not a Status (e.g. text of a proxy) is quoted, the reason is
 * derived from the code, and `isUnexpectedServerError` is true.
 */
export async function toStatusError(response: Response, request: RejectedRequest): Promise<StatusError> {
  const { method, where, redactor } = request
  const { text, cut } = await readBody(response).catch(() => ({ text: '', cut: '' }))
  const { status: code, statusText } = response
  const message = quote(redactor.redact(text)) || redactor.redact(statusText) || `HTTP ${code}`
  const status: Status = {
    code,
    ...(parseStatus(text, redactor) ?? genericStatus(code, method, message + cut)),
  }
  const advice = adviceFor(response.status, request)
  return new StatusError(
    withRetryAfter(status, response.headers.get('retry-after')),
    advice === undefined ? where : `${where} failed, ${advice}`,
  )
}
