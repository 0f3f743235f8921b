import { escapeJson } from '../../api/escape.ts'

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

/**
 * The same response, indented by two spaces and without a trailing newline. A body with more bytes than `maxBytes` is sent as it is,
 * since it has to be in memory as a whole.
 */
export async function prettyResponse(
  response: Response,
  maxBytes: number = Number.POSITIVE_INFINITY,
): Promise<Response> {
  if (!response.body || !/json/.test(response.headers.get('Content-Type') ?? '')) return response
  const { status, headers } = response
  const reader = response.body.getReader()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  for (let bytes = 0; ; ) {
    const { done, value } = await reader.read()
    if (done) break
    chunks.push(value)
    bytes += value.length
    if (bytes > maxBytes) return new Response(continued(chunks, reader), { status, headers })
  }
  const text = JSON.stringify(JSON.parse(await new Blob(chunks).text()), null, 2)
  return new Response(escapeJson(text), { status, headers })
}

/** The chunks that were read, and then the rest. */
const continued = (
  chunks: readonly Uint8Array<ArrayBuffer>[],
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new ReadableStream(
    {
      start: controller => {
        for (const chunk of chunks) controller.enqueue(chunk)
      },
      pull: async controller => {
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: reason => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
