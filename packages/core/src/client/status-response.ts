import { REASON_OF_CODE, StatusError } from '../api/errors.ts'
import type { Status } from '../api/object.ts'

/** Advice for an error response, by code. */
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

/**
 * Converts an error response into a StatusError. A body that is not a Status (e.g. text of a proxy) is quoted, and the
 * reason is derived from the code.
 *
 * @param where the request, e.g. `list pods in namespace "default" (GET https://…/pods)`
 * @param token removed from the quotation, since some servers echo the request
 */
export async function toStatusError(
  response: Response,
  method: string,
  where: string,
  token?: string,
): Promise<StatusError> {
  const text = await response.text().catch(() => '')
  const { status: code, statusText } = response
  const status: Status = {
    code,
    ...(parseStatus(text) ?? {
      status: 'Failure',
      reason: reasonFor(code, method),
      message:
        (token ? text.replaceAll(token, '…') : text).trim().slice(0, 200) || statusText || `HTTP ${code}`,
    }),
  }
  const advice = ADVICE[response.status]
  return new StatusError(
    withRetryAfter(status, response.headers.get('retry-after')),
    advice === undefined ? where : `${where} failed, ${advice}`,
  )
}
