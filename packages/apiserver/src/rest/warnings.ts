import { StatusError } from '@kube-informer/core'
import { statusResponse } from '../http/respond.ts'

/** The warning code and an unknown agent (RFC 7234). */
const CODE_AND_AGENT = '299 -'

const quoted = (text: string): string =>
  `"${text.replace(/[\\"]/g, '\\$&').replace(/[^\t\x20-\x7e]/g, character => escaped(character))}"`

/** Header values are ASCII. */
const escaped = (character: string): string =>
  [...new TextEncoder().encode(character)].map(byte => `\\x${byte.toString(16).padStart(2, '0')}`).join('')

/** Runs a request handler and adds its warnings to the response, also to a Status error. */
export async function withWarnings(
  request: Request,
  answer: (warn: (message: string) => void) => Promise<Response>,
): Promise<Response> {
  const warnings = new Set<string>()
  const response = await answerOrStatus(request, () => answer(message => warnings.add(message)))
  for (const warning of warnings) addWarning(response, warning)
  return response
}

/** Adds a Warning header to a response. */
export const addWarning = ({ headers }: Response, message: string): void =>
  headers.append('Warning', `${CODE_AND_AGENT} ${quoted(message)}`)

async function answerOrStatus(request: Request, answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer()
  } catch (error) {
    if (error instanceof StatusError) return statusResponse(error, request)
    throw error
  }
}
