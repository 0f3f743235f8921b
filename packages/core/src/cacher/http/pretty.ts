import { escapeJson } from './escape.ts'

/** Agents of people, who are thought to look at the answer. */
const HUMAN_AGENT = /^(?:Mozilla\/5\.0|curl|Wget)/
const TRUE = new Set(['1', 't', 'T', 'true', 'TRUE', 'True'])

/** Whether an answer is to be indented: the parameter says so, or the type, or the User-Agent where neither does. */
export function wantsPretty({ headers }: Request, query: URLSearchParams): boolean {
  const parameter = query.get('pretty')
  if (parameter) return TRUE.has(parameter)
  return (
    /;\s*pretty=(?:1|true)/.test(headers.get('Accept') ?? '') ||
    HUMAN_AGENT.test(headers.get('User-Agent') ?? '')
  )
}

/** The same answer, indented by two spaces and without the newline at its end. */
export async function prettyResponse(response: Response): Promise<Response> {
  if (!response.body || !/json/.test(response.headers.get('Content-Type') ?? '')) return response
  const text = JSON.stringify(JSON.parse(await response.text()), null, 2)
  return new Response(escapeJson(text), { status: response.status, headers: response.headers })
}
