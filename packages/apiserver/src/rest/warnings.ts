import { StatusError } from '@kube-informer/core'
import { statusResponse } from '../http/respond.ts'

/** Beyond this many characters of all warnings, each one is cut, and then no more are added. */
const MAX_CHARACTERS = 4 * 1024
const MAX_CUT_CHARACTERS = 256

/** The warning code and an unknown agent (RFC 7234). */
const CODE_AND_AGENT = '299 -'

const quoted = (text: string): string =>
  `"${text.replace(/[\\"]/g, '\\$&').replace(/[^\t\x20-\x7e]/gu, character => escaped(character))}"`

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
  for (const warning of limited([...warnings])) addWarning(response, warning)
  return response
}

/** The warnings that a server sends, so that clients accept the headers. */
function limited(warnings: readonly string[]): readonly string[] {
  const length = warnings.reduce((sum, warning) => sum + warning.length, 0)
  if (length <= MAX_CHARACTERS) return warnings
  let left = MAX_CHARACTERS
  return warnings.flatMap(warning => {
    if (left <= 0) return []
    const cut = [...warning.slice(0, 2 * MAX_CUT_CHARACTERS)].slice(0, MAX_CUT_CHARACTERS).join('')
    left -= cut.length
    return [cut]
  })
}

/** Adds a Warning header to a response. */
const addWarning = ({ headers }: Response, message: string): void =>
  headers.append('Warning', `${CODE_AND_AGENT} ${quoted(message)}`)

/** Adds a Warning header that is the first one. */
export function addFirstWarning({ headers }: Response, message: string): void {
  const others = headers.get('Warning')
  headers.set('Warning', `${CODE_AND_AGENT} ${quoted(message)}${others ? `, ${others}` : ''}`)
}

async function answerOrStatus(request: Request, answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer()
  } catch (error) {
    if (error instanceof StatusError) return statusResponse(error, request)
    throw error
  }
}
