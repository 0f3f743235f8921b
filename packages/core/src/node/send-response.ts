import type { IncomingMessage, ServerResponse } from 'node:http'
import { onAbort } from '../api/on-abort.ts'

type Body = ReadableStream<Uint8Array<ArrayBuffer>>

/** Sends the body of a response; undefined for a body that it cannot send. Resolves at its end, or when the signal aborts. */
export type SendBody = (
  body: Body,
  outgoing: ServerResponse,
  signal: AbortSignal,
) => Promise<void> | undefined

export interface SendResponseOptions {
  /** Aborts when the client has gone. */
  readonly signal: AbortSignal
  /** Whether the connection ends with the response. @default false */
  readonly isLast?: boolean | undefined
  /** Sends some bodies in another way. @default bodies are read */
  readonly sendBody?: SendBody | undefined
  /** The whole response was handed to the host. */
  readonly onSent?: (() => void) | undefined
}

/** Headers that describe a connection of HTTP/1.1; HTTP/2 forbids them (RFC 9113, 8.2.2). */
const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
])

/** Sends a response, its body no faster than the connection takes it. */
export async function sendResponse(
  { status, headers, body }: Response,
  { httpVersionMajor }: IncomingMessage,
  outgoing: ServerResponse,
  { signal, isLast = false, sendBody, onSent }: SendResponseOptions,
): Promise<void> {
  for (const [name, value] of headers) if (!CONNECTION_HEADERS.has(name)) outgoing.setHeader(name, value)
  if (isLast && httpVersionMajor === 1) outgoing.setHeader('Connection', 'close')
  outgoing.writeHead(status)
  // Opens a watch for the client before its first event. What has a length is sent together with its headers.
  if (!headers.has('Content-Length')) outgoing.flushHeaders()
  if (body) await (sendBody?.(body, outgoing, signal) ?? readBody(body, outgoing, signal))
  outgoing.end(onSent)
}

async function readBody(body: Body, outgoing: ServerResponse, signal: AbortSignal): Promise<void> {
  const reader = body.getReader()
  let resume = () => {}
  const drained = () =>
    new Promise<void>(resolve => {
      resume = resolve
    })
  const cancel = () => {
    reader.cancel().catch(() => {})
    resume()
  }
  // One listener for the whole body: most chunks of a list fill the buffer.
  outgoing.on('drain', () => resume())
  const unsubscribe = onAbort(signal, cancel)
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read())
      if (!outgoing.write(read.value) && !signal.aborted) await drained()
  } finally {
    unsubscribe()
    cancel()
  }
}
