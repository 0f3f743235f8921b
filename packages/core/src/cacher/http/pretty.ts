import { escapeJson } from '../escape.ts'

/** User agents whose responses are meant for people. */
const HUMAN_AGENT = /^(?:Mozilla\/5\.0|curl|Wget)/
const TRUE = new Set(['1', 't', 'T', 'true', 'TRUE', 'True'])

/** Whether to indent a response: by the `pretty` parameter, else the media type, else the User-Agent. */
export function wantsPretty({ headers }: Request, query: URLSearchParams): boolean {
  const parameter = query.get('pretty')
  if (parameter) return TRUE.has(parameter)
  return (
    /;\s*pretty=(?:1|true)/.test(headers.get('Accept') ?? '') ||
    HUMAN_AGENT.test(headers.get('User-Agent') ?? '')
  )
}

/** The same response, indented by two spaces and without a trailing newline. */
export async function prettyResponse(response: Response): Promise<Response> {
  if (!response.body || !/json/.test(response.headers.get('Content-Type') ?? '')) return response
  const text = JSON.stringify(JSON.parse(await response.text()), null, 2)
  return new Response(escapeJson(text), { status: response.status, headers: response.headers })
}
