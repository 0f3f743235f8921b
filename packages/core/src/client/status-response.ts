import { StatusError } from '../api/errors.ts'
import type { Status } from '../api/object.ts'

/** The reasons that client-go gives to refusals without a Status body (apimachinery `errors.NewGenericServerResponse`). */
const REASONS: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  406: 'NotAcceptable',
  409: 'Conflict',
  413: 'RequestEntityTooLarge',
  415: 'UnsupportedMediaType',
  422: 'Invalid',
  429: 'TooManyRequests',
  503: 'ServiceUnavailable',
  504: 'Timeout',
}

/** What the user can do about a refusal, by code. */
const ADVICE: Readonly<Record<number, string>> = {
  401: 'the credentials were refused: check what getToken answers',
  403: 'ask for a role that allows it, or choose a narrower scope',
  404: 'check the name, that the resource is installed, and that baseUrl is the root of an apiserver',
}

function parseStatus(text: string): Status | undefined {
  try {
    const body = JSON.parse(text) as Status
    return body?.kind === 'Status' ? body : undefined
  } catch {
    return undefined // Priority-and-fairness and proxies answer in plain text.
  }
}

const reasonFor = (code: number, method: string): string => {
  if (code === 409 && method === 'POST') return 'AlreadyExists'
  return REASONS[code] ?? (code >= 500 ? 'InternalError' : '')
}

function withRetryAfter(status: Status, header: string | null): Status {
  const seconds = Number(header)
  if (header === null || !Number.isInteger(seconds) || status.details?.retryAfterSeconds !== undefined)
    return status
  return { ...status, details: { ...status.details, retryAfterSeconds: seconds } }
}

/**
 * Reads a refusal into a StatusError. A body that is no Status (text from a proxy, say) is quoted, and the
 * reason derived from the code.
 *
 * @param where what was asked, e.g. `list pods in namespace "default" (GET https://…/pods)`
 */
export async function toStatusError(response: Response, method: string, where: string): Promise<StatusError> {
  const text = await response.text().catch(() => '')
  const status = parseStatus(text) ?? {
    status: 'Failure',
    code: response.status,
    reason: reasonFor(response.status, method),
    message: text.trim().slice(0, 200) || response.statusText || `HTTP ${response.status}`,
  }
  const advice = ADVICE[response.status]
  return new StatusError(
    withRetryAfter(status, response.headers.get('retry-after')),
    advice === undefined ? where : `${where} failed, ${advice}`,
  )
}
