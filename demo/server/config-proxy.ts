import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ClusterConfig } from '@kube-informer/core/config'
import { proxiedHeaders } from '@kube-informer/core/proxy'
import { sendFailure } from './failure.ts'
import { forwarded } from './forwarded-headers.ts'
import { impersonationOf } from './view-as.ts'

/** Headers that `fetch` sets itself. */
const OF_FETCH = /^(host|content-length|transfer-encoding|accept-encoding|expect)$/
/** Headers of a body that `fetch` has decoded. */
const OF_ENCODING = /^(content-encoding|content-length|transfer-encoding)$/

/**
 * Forwards requests to the cluster of a configuration, with its credentials, and watches event by event. The
 * configuration is loaded with the first request; a failure is the answer to that request, and the next one tries again.
 */
export function configProxy(load: () => Promise<ClusterConfig>): RequestListener {
  let loading: Promise<ClusterConfig> | undefined
  const config = (): Promise<ClusterConfig> => {
    loading ??= load().catch(error => {
      loading = undefined
      throw error
    })
    return loading
  }
  return (incoming, outgoing) => void forward(config, incoming, outgoing)
}

/** Never rejects. */
async function forward(
  config: () => Promise<ClusterConfig>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const gone = new AbortController()
  outgoing.once('close', () => gone.abort())
  try {
    const answer = await send(await config(), incoming, gone.signal)
    outgoing.writeHead(answer.status, answerHeaders(answer))
    // Node would hold back the headers of a watch until the first event.
    outgoing.flushHeaders()
    if (answer.body) await pipeline(Readable.fromWeb(answer.body as never), outgoing)
    else outgoing.end()
  } catch (error) {
    if (outgoing.headersSent || gone.signal.aborted) outgoing.destroy()
    else sendFailure(outgoing, error instanceof RefusedError ? 400 : 502, messageOf(error))
  }
}

/** A request that this server does not send. */
class RefusedError extends Error {}

async function send(
  { baseUrl, context, headers = {}, fetch }: ClusterConfig,
  incoming: IncomingMessage,
  signal: AbortSignal,
): Promise<Response> {
  const { method = 'GET', url: path = '/' } = incoming
  const own = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  if (impersonationOf(own).length > 0 && impersonationOf(incoming.headers).length > 0)
    throw new RefusedError(`the context ${JSON.stringify(context)} impersonates a user already`)
  const body = method === 'GET' || method === 'HEAD' ? undefined : Buffer.concat(await incoming.toArray())
  const sent = Object.entries(forwarded(incoming.headers)).filter(([name]) => !OF_FETCH.test(name))
  return fetch(baseUrl + path, {
    method,
    // The credentials are those of the configuration.
    headers: { ...Object.fromEntries(sent.filter(([name]) => name !== 'authorization').map(text)), ...own },
    ...(body && body.length > 0 && { body }),
    redirect: 'manual',
    signal,
  })
}

const text = ([name, value]: [string, string | readonly string[] | undefined]): [string, string] => [
  name,
  typeof value === 'string' ? value : (value ?? []).join(', '),
]

const answerHeaders = ({ headers }: Response) =>
  Object.fromEntries(Object.entries(proxiedHeaders(headers)).filter(([name]) => !OF_ENCODING.test(name)))

/** The message of an error and of its causes: that of `fetch` alone is "fetch failed". */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message}: ${messageOf(error.cause)}`
}
