import type { IncomingMessage } from 'node:http'
import { constants, type Http2ServerRequest } from 'node:http2'
import type { Clock } from '../api/clock.ts'
import { Timer } from '../internal/timer.ts'

/** How many bytes of a body wait for their reader. */
const BUFFERED_BYTES = 65_536

/** How long a body may go on after the response, as in Go's server. */
const LINGER_MS = 500

export interface RequestBodyOptions {
  readonly clock: Clock
  /** How long the whole body may take, from the headers on. */
  readonly timeoutMs: number
  /** Called when the body breaks off, before its reader knows. */
  readonly abort: (reason: unknown) => void
}

/**
 * The body of a request as a stream, received no faster than its reader asks for it. It fails when the client closes the
 * connection, and when it takes too long, which also ends the request. Unlike `Readable.toWeb`, cancelling it leaves the
 * connection open for the response.
 */
export function requestBody(
  incoming: IncomingMessage,
  { clock, timeoutMs, abort }: RequestBodyOptions,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const timer = new Timer(clock)
  let end: (settle: () => void) => void = () => {}
  const source: UnderlyingDefaultSource<Uint8Array<ArrayBuffer>> = {
    start(controller) {
      const onData = (chunk: Buffer<ArrayBuffer>) => {
        controller.enqueue(chunk)
        if ((controller.desiredSize ?? 0) <= 0) incoming.pause()
      }
      end = settle => {
        end = () => {}
        timer.stop()
        incoming.off('data', onData)
        settle()
      }
      const fail = (error: unknown) =>
        end(() => {
          abort(error)
          controller.error(error)
        })
      const onClose = () => fail(new DOMException('the client has closed the connection', 'AbortError'))
      timer.start(timeoutMs, () => {
        fail(new DOMException(`the request body took more than ${timeoutMs} ms`, 'TimeoutError'))
        breakOff(incoming)
      })
      incoming.on('end', () => (isReset(incoming) ? onClose() : end(() => controller.close())))
      incoming.on('error', onClose).on('close', onClose).on('data', onData).pause()
    },
    pull: () => void incoming.resume(),
    cancel: () => end(() => void incoming.pause()),
  }
  return new ReadableStream(source, { highWaterMark: BUFFERED_BYTES, size: chunk => chunk.byteLength })
}

/** Node reports some resets of a stream of HTTP/2 as the end of its body, which would look complete. */
const isReset = (incoming: IncomingMessage | Http2ServerRequest): boolean =>
  'stream' in incoming && (incoming.stream?.closed ?? true)

/**
 * Ends what is left of a request once its response was sent. An unread body would keep its stream of HTTP/2 open, and the
 * next request of HTTP/1.1 from being read. A client may still be sending: it gets some time to read the response.
 */
export function discardRest(incoming: IncomingMessage | Http2ServerRequest, clock: Clock): void {
  const isComplete = incoming.complete || hasNoBody(incoming)
  incoming.removeAllListeners('data').resume()
  if (isComplete) return
  const timer = new Timer(clock)
  timer.start(LINGER_MS, () => {
    // Not at once: a reset overtakes the end of the response.
    if ('stream' in incoming) incoming.stream?.close(constants.NGHTTP2_NO_ERROR)
    // Not the socket: after the response, Node no longer tells the request of the end of its socket.
    else incoming.destroy()
  })
  incoming.once('close', () => timer.stop())
}

/** Whether a request over HTTP/2 consists of its headers. Node calls it complete only when it was read. */
const hasNoBody = (incoming: IncomingMessage | Http2ServerRequest): boolean =>
  'stream' in incoming && (incoming.stream?.endAfterHeaders ?? true)

/** Ends a request without a response: its stream of HTTP/2, or the whole connection of HTTP/1.1. */
function breakOff(incoming: IncomingMessage | Http2ServerRequest): void {
  // A stream ends when it was read. It is undefined after its end.
  if ('stream' in incoming) incoming.resume().stream?.close(constants.NGHTTP2_CANCEL)
  else incoming.socket.destroy()
}
