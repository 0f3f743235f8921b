import { isObject, type Json, type JsonObject, parseJson } from './json.ts'

/** The compared parts of a response. */
export interface Answer {
  readonly status: number
  readonly contentType: string
  readonly warnings: readonly string[]
  readonly retryAfter: string | undefined
  /** The parsed body; an array of events for a watch; the text if it is not JSON. */
  readonly body: Json
}

/** A request with all placeholders filled in. */
export interface FilledRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** A server under comparison. */
export interface Server {
  readonly name: string
  send(request: FilledRequest): Promise<Answer>
}

/** Timeout of a request. Watches have a `timeoutSeconds` of their own. */
const LONGEST_MS = 20_000

/** Creates a server from a `fetch` function. */
export function serverOf(
  name: string,
  fetchOf: (path: string, init: RequestInit) => Promise<Response>,
): Server {
  return {
    name,
    send: async ({ method, path, headers, body }) => {
      const signal = AbortSignal.timeout(LONGEST_MS)
      // Encoded as bytes, because fetch sets a content type for a string.
      const bytes = body === undefined ? {} : { body: new TextEncoder().encode(body) }
      const init = { method, headers, signal, ...bytes }
      try {
        return await answerOf(await fetchOf(path, init), /[?&]watch=/.test(path))
      } catch (error) {
        return failed(error)
      }
    },
  }
}

async function answerOf(response: Response, isWatch: boolean): Promise<Answer> {
  const { status, headers } = response
  const text = await response.text()
  return {
    status,
    contentType: headers.get('content-type') ?? '',
    warnings: warningsOf(headers.get('warning')),
    retryAfter: headers.get('retry-after') ?? undefined,
    body: (isWatch ? eventsOf(text) : undefined) ?? parseJson(text) ?? text,
  }
}

/** A failed request is compared like a response: it must fail on both servers. */
function failed(error: unknown): Answer {
  const cause = error instanceof Error ? error.name : String(error)
  return { status: 0, contentType: '', warnings: [], retryAfter: undefined, body: cause }
}

/** Parses `299 - "one", 299 - "two"`, in which quotes within the texts are escaped. */
function warningsOf(header: string | null): readonly string[] {
  return [...(header ?? '').matchAll(/\d{3} \S+ "((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text)
}

/** Parses the lines of a watch; undefined if the response is not a stream of events. */
function eventsOf(text: string): Json | undefined {
  const lines = text === '' ? [] : text.trimEnd().split('\n').map(parseJson)
  const events = lines.filter(line => isObject(line) && typeof line.type === 'string')
  return events.length === lines.length ? (events as readonly JsonObject[]) : undefined
}
