import { isObject, type Json, type JsonObject, parseJson } from './json.ts'

/** An answer as far as it is compared. */
export interface Answer {
  readonly status: number
  readonly contentType: string
  readonly warnings: readonly string[]
  readonly retryAfter: string | undefined
  /** The value in the body; the events of a watch in an array; the text where it is no JSON. */
  readonly body: Json
}

/** What is left of a request when everything in it is known. */
export interface FilledRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** Whatever answers requests. */
export interface Server {
  readonly name: string
  send(request: FilledRequest): Promise<Answer>
}

/** How long a request may take; a watch says itself when it is to end. */
const LONGEST_MS = 20_000

/** A server behind a `fetch`. */
export function serverOf(
  name: string,
  fetchOf: (path: string, init: RequestInit) => Promise<Response>,
): Server {
  return {
    name,
    send: async ({ method, path, headers, body }) => {
      const signal = AbortSignal.timeout(LONGEST_MS)
      // As bytes, since a text would bring a content type of its own.
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

/** No answer is an answer, too: it has to come from both servers, or from none. */
function failed(error: unknown): Answer {
  const cause = error instanceof Error ? error.name : String(error)
  return { status: 0, contentType: '', warnings: [], retryAfter: undefined, body: cause }
}

/** `299 - "one", 299 - "two"`, each text with its quotes escaped. */
function warningsOf(header: string | null): readonly string[] {
  return [...(header ?? '').matchAll(/\d{3} \S+ "((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text)
}

/** Of the lines of a watch; undefined where it is an answer of another kind. */
function eventsOf(text: string): Json | undefined {
  const lines = text === '' ? [] : text.trimEnd().split('\n').map(parseJson)
  const events = lines.filter(line => isObject(line) && typeof line.type === 'string')
  return events.length === lines.length ? (events as readonly JsonObject[]) : undefined
}
