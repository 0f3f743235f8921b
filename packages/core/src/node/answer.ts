import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Clock, systemClock } from '../api/clock.ts'
import { LIMITS } from './limits.ts'
import { discardRest, requestBody } from './request-body.ts'
import type { RequestHandler } from './request-handler.ts'
import { type SendBody, sendResponse } from './send-response.ts'
import { respond, toRequest } from './to-request.ts'

/** How a response is sent, and how long a request body may pause. */
export interface AnswerOptions {
  /** How long the body of the request may take, in milliseconds. @default 30_000 */
  readonly bodyTimeoutMs?: number | undefined
  /** Whether the connection ends with the response. @default it stays open */
  readonly isClosing?: (() => boolean) | undefined
  /** Sends some bodies in another way. @default bodies are read */
  readonly sendBody?: SendBody | undefined
  /** Receives why a response broke off, while its client waited: an error of the handler or of the body, or an invalid header. */
  readonly onError?: ((error: unknown, incoming: IncomingMessage) => void) | undefined
  /** @default the host's clock */
  readonly clock?: Clock | undefined
}

/**
 * Answers a request of a Node server, of HTTP/1.1 or HTTP/2. Never rejects: if the handler or the body of its response fails, the
 * connection or the stream is destroyed. The signal of the request aborts if the client leaves before it has the response.
 */
export async function answer(
  handle: RequestHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  {
    bodyTimeoutMs = LIMITS.bodyTimeoutMs,
    isClosing,
    sendBody,
    onError,
    clock = systemClock,
  }: AnswerOptions = {},
): Promise<void> {
  const gone = new AbortController()
  const { signal } = gone
  let isSent = false
  outgoing.once('close', () => {
    if (!isSent) gone.abort(new DOMException('the client has closed the connection', 'AbortError'))
  })
  const onSent = () => {
    isSent = true
    discardRest(incoming, clock)
  }
  const abort = (reason: unknown) => gone.abort(reason)
  const body = () => requestBody(incoming, { clock, timeoutMs: bodyTimeoutMs, abort })
  try {
    const response = await respond(handle, toRequest(incoming, { signal, body }))
    if (signal.aborted) await response.body?.cancel(signal.reason)
    else await sendResponse(response, incoming, outgoing, { signal, isLast: isClosing?.(), sendBody, onSent })
  } catch (error) {
    if (!signal.aborted) onError?.(error, incoming)
    outgoing.destroy()
  }
}
