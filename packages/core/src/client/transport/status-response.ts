import { REASON_OF_CODE, StatusError } from '../../api/errors.ts'
import type { Status } from '../../api/object.ts'
import type { Redactor } from '../../api/redactor.ts'
import { loadModule } from '../../protobuf/load-protobuf.ts'
import { isProtobuf } from './answer.ts'
import { readText } from './read-text.ts'
import { MAX_STATUS_LENGTH, statusReviver } from './status-text.ts'

/** Advice for an error response, by code. */
const ADVICE: Readonly<Record<number, string>> = {
  401: 'the credentials were refused: check what getToken answers',
  403: 'ask for a role that allows it, or choose a narrower scope',
  404: 'check the name, that the resource is installed, and that baseUrl is the root of an apiserver',
}

/** Maximum length of a quoted body, in characters. */
const MAX_QUOTE = 200

function parseStatus(text: string, redactor: Redactor): Status | undefined {
  try {
    const body = JSON.parse(text, statusReviver(redactor)) as Status
    return body?.kind === 'Status' ? body : undefined
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

const readStatus = async (response: Response) => {
  const read = isProtobuf(response) ? (await loadModule()).readText : readText
  return read(response.body, MAX_STATUS_LENGTH)
}

/**
 * Converts an error response into a StatusError. A body that is not a Status (e.g. text of a proxy) is quoted, and the
 * reason is derived from the code. At most 64 KiB of the body are read; a longer one counts as text.
 *
 * @param where the request, e.g. `list pods in namespace "default" (GET https://…/pods)`
 * @param redactor of the request
 */
export async function toStatusError(
  response: Response,
  method: string,
  where: string,
  redactor: Redactor,
): Promise<StatusError> {
  const { text, isCut } = await readStatus(response).catch(() => ({ text: '', isCut: false }))
  const { status: code, statusText } = response
  const message = quote(redactor.redact(text)) || redactor.redact(statusText) || `HTTP ${code}`
  const status: Status = {
    code,
    ...(parseStatus(text, redactor) ?? {
      status: 'Failure',
      reason: reasonFor(code, method),
      message: isCut ? `${message} (the response is longer than ${MAX_STATUS_LENGTH} bytes)` : message,
    }),
  }
  const advice = ADVICE[response.status]
  return new StatusError(
    withRetryAfter(status, response.headers.get('retry-after')),
    advice === undefined ? where : `${where} failed, ${advice}`,
  )
}
