import { createKubeClient, type InformerClient, type KubeClientOptions } from '../client/kube-client.ts'

/** A request as it was sent. */
export interface Sent {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly body: unknown
}

/** What answers a request; a thrown error is one of the network. */
export type Answer = () => Response | Promise<Response>

/** A client whose requests are recorded and answered in order, the last answer again and again. */
export function clientAnswering(
  answers: readonly Answer[],
  options: Partial<KubeClientOptions> = {},
): { client: InformerClient; sent: readonly Sent[] } {
  const sent: Sent[] = []
  const client = createKubeClient({
    baseUrl: 'https://cluster.example/',
    fetch: async (url, { method = 'GET', headers, body } = {}) => {
      const answer = answers[Math.min(sent.length, answers.length - 1)]
      sent.push({ method, url: new URL(url), headers: new Headers(headers), body })
      if (!answer) throw new TypeError('fetch failed')
      return answer()
    },
    ...options,
  })
  return { client, sent }
}

/** An answer of JSON. */
export const json =
  (body: unknown, { headers, ...init }: ResponseInit = {}): Answer =>
  () =>
    new Response(JSON.stringify(body), {
      ...init,
      headers: { 'content-type': 'application/json', ...headers },
    })

/** A refusal with a Status. */
export const statusResponse = (code: number, reason: string, details: object = {}): Answer =>
  json(
    { kind: 'Status', status: 'Failure', code, reason, message: `so it is: ${reason}`, details },
    { status: code },
  )

/** The error of a network that breaks as Node tells it: fetch's TypeError, caused by one with a code. */
export const networkError =
  (code?: string): Answer =>
  () => {
    const cause = code === undefined ? undefined : Object.assign(new Error('it broke'), { code })
    throw new TypeError('fetch failed', { cause })
  }

/** What a promise rejects with. */
export const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )
