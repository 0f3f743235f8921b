import { request as requestPlain } from 'node:http'
import { type RequestOptions, request as requestSecurely } from 'node:https'
import type { Case } from './corpus.ts'

/** What all hosts must answer alike. */
export interface Answer {
  readonly status: number
  readonly contentType: string | undefined
  readonly body: Buffer
}

/**
 * Sends a request of the corpus with no other headers than those of the case and what HTTP needs. A server may answer before
 * it has read the body, and close the connection.
 */
export function ask(origin: string, { method = 'POST', path, headers = {}, body }: Case, ca?: string) {
  const { hostname, port, protocol } = new URL(origin)
  const options: RequestOptions = { hostname, port, path, method, headers, agent: false, ...(ca && { ca }) }
  return new Promise<Answer>((resolve, reject) => {
    const send = protocol === 'https:' ? requestSecurely : requestPlain
    let answer: Promise<Answer> | undefined
    const sent = send(
      { ...options, headers: { 'content-length': body?.length ?? 0, ...headers } },
      incoming => {
        answer = incoming.toArray().then(chunks => ({
          status: incoming.statusCode ?? 0,
          contentType: incoming.headers['content-type'],
          body: Buffer.concat(chunks),
        }))
        answer.then(resolve, reject)
      },
    )
    sent.on('error', error => {
      if (!answer) reject(error)
    })
    sent.end(body)
  })
}

/** Begins a request, and closes the connection in the middle of its body. */
export function breakOff(origin: string, { path, headers, body = new Uint8Array() }: Case, ca?: string) {
  const { hostname, port, protocol } = new URL(origin)
  const options: RequestOptions = { hostname, port, path, method: 'POST', agent: false, ...(ca && { ca }) }
  return new Promise<void>(resolve => {
    const send = protocol === 'https:' ? requestSecurely : requestPlain
    const sent = send({ ...options, headers: { ...headers, 'content-length': body.length } })
    sent.on('error', () => resolve())
    sent.on('close', () => resolve())
    sent.write(body.subarray(0, body.length / 2), () => sent.destroy())
  })
}

/** The answer of a `fetch` handler in this process. */
export async function askHandler(
  handle: (request: Request) => Promise<Response>,
  { method = 'POST', path, headers = {}, body }: Case,
): Promise<Answer> {
  const init = { method, headers, ...(body && method === 'POST' && { body: new Uint8Array(body) }) }
  const response = await handle(new Request(`https://webhook.test${path}`, init))
  return {
    status: response.status,
    contentType: response.headers.get('content-type') ?? undefined,
    // A server sends no body for a HEAD.
    body: method === 'HEAD' ? Buffer.alloc(0) : Buffer.from(await response.arrayBuffer()),
  }
}

/** The parts of a review that an outcome names. */
interface AnsweredReview {
  readonly response?: {
    readonly allowed?: boolean
    readonly patch?: string
    readonly status?: { readonly code?: number }
    readonly warnings?: readonly string[]
    readonly result?: { readonly status?: string }
    readonly convertedObjects?: readonly unknown[]
  }
}

/** `HTTP 404`, `allowed 200, 2 operations`, `denied 403, 1 warning`, `converted 3` or `failed`. */
export function outcomeOf({ status, body }: Answer): string {
  if (status !== 200) return `HTTP ${status}`
  const { response = {} } = JSON.parse(body.toString()) as AnsweredReview
  if (response.result)
    return response.result.status === 'Success' ? `converted ${response.convertedObjects?.length}` : 'failed'
  const patch =
    response.patch === undefined ? [] : JSON.parse(Buffer.from(response.patch, 'base64').toString())
  return [
    `${response.allowed ? 'allowed' : 'denied'} ${response.status?.code}`,
    counted(patch.length, 'operation'),
    counted(response.warnings?.length ?? 0, 'warning'),
  ]
    .filter(text => text !== '')
    .join(', ')
}

const counted = (count: number, noun: string): string =>
  count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`
