import { type IncomingMessage, type RequestListener, request } from 'node:http'
import { request as secureRequest } from 'node:https'
import { pipeline } from 'node:stream'
import { isLoopbackName, proxiedHeaders } from '@kube-informer/core/proxy'
import { sendFailure } from './failure.ts'
import { forwarded } from './forwarded-headers.ts'

/** Options of {@link apiserverProxy}. */
export interface ApiserverProxyOptions {
  /** `https://cluster.example:6443`. A path is prepended to those of the requests. */
  readonly url: string
  /** Sent instead of the Authorization header of a request. @default none */
  readonly token?: string | undefined
  /** PEM of the authority that signed the server's certificate. @default those that Node trusts */
  readonly ca?: string | undefined
}

/**
 * Forwards requests to an apiserver, and watches event by event: without buffering, compression or a timeout. Throws for
 * a token that would go over the network in the clear.
 */
export function apiserverProxy({ url, token, ca }: ApiserverProxyOptions): RequestListener {
  const target = new URL(url)
  const isSecure = target.protocol === 'https:'
  if (token !== undefined && !isSecure && !isLoopbackName(target.hostname))
    throw new Error(
      `a token is sent over https: or within this machine only, and the server is ${target.origin}`,
    )
  const send = isSecure ? secureRequest : request
  const base = target.pathname.replace(/\/+$/, '')
  const credentials = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return (incoming, outgoing) => {
    const { method = 'GET', url: path = '/' } = incoming
    const headers = { ...forwarded(incoming.headers), ...credentials, host: target.host }
    // The path is not resolved like a URL: `//other.example` would be another server.
    const sent = send(target, { method, path: base + path, headers, ...(ca === undefined ? {} : { ca }) })
    sent.on('response', (answer: IncomingMessage) => {
      outgoing.writeHead(answer.statusCode ?? 502, answerHeaders(answer))
      // Node would hold back the headers of a watch until the first event.
      outgoing.flushHeaders()
      // It destroys the outgoing response if this one ends early, so that the page does not take it for complete.
      pipeline(answer, outgoing, () => {})
    })
    sent.on('error', ({ message }) => {
      if (outgoing.headersSent) outgoing.destroy()
      else sendFailure(outgoing, 502, `${target.origin} does not answer: ${message}`)
    })
    outgoing.on('close', () => {
      if (!outgoing.writableFinished) sent.destroy()
    })
    incoming.pipe(sent)
  }
}

/** The headers of an answer, and how its body is delimited. */
function answerHeaders({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  const texts = Object.entries(headers).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return proxiedHeaders(texts)
}
