import type { Clock } from '../../api/clock.ts'
import { StatusError } from '../../api/errors.ts'
import type { Status } from '../../api/object.ts'
import { onAbort } from '../../api/on-abort.ts'
import { Timer } from '../../internal/timer.ts'
import { withResolvers } from '../../internal/with-resolvers.ts'
import type { RedactedRequest } from '../transport/transport.ts'

type Body = ReadableStream<Uint8Array>

export interface QuietWatchOptions {
  readonly clock: Clock
  /** Of this watch alone. */
  readonly signal?: AbortSignal | undefined
  readonly onRetry?: RedactedRequest['onRetry']
  /** Called with true before a watch opens without response headers, and with false when they arrive. */
  readonly onHeld?: ((isHeld: boolean) => void) | undefined
}

/** A watch that was not rejected for this long counts as open. */
const ACCEPTED_AFTER_MS = 1_000

/**
 * Opens a watch whose response headers may not arrive for a while: some hosts resolve `fetch` only at the first byte of the body,
 * and some proxies hold the headers until then. For a watch without events that is the first bookmark, after about a minute.
 *
 * - It opens with the headers, or if it was not rejected within a second. The delay before a retry does not count.
 * - If the server rejects it later, the stream has an ERROR event with the status, as if the watch had failed then.
 * - Ending the stream aborts the request.
 */
export async function openQuietWatch(
  open: (request: Required<Pick<RedactedRequest, 'signal' | 'onRetry'>>) => Promise<Body>,
  { clock, signal, onRetry, onHeld }: QuietWatchOptions,
): Promise<Body> {
  const request = new AbortController()
  const unsubscribe = onAbort(signal, reason => request.abort(reason))
  const patience = new Timer(clock)
  const accepted = withResolvers<undefined>()
  const accept = () => accepted.resolve(undefined)
  const wait: RedactedRequest['onRetry'] = retry => {
    if (patience.isPending) patience.start(retry.delayMs + ACCEPTED_AFTER_MS, accept)
    onRetry?.(retry)
  }
  patience.start(ACCEPTED_AFTER_MS, accept)
  try {
    const opening = open({ signal: request.signal, onRetry: wait })
    const body = await Promise.race([opening, accepted.promise])
    if (body) return body
    onHeld?.(true)
    const answered = async () => {
      const late = await opening
      onHeld?.(false)
      return late
    }
    return pendingBody(answered(), request, unsubscribe)
  } catch (error) {
    unsubscribe()
    throw error
  } finally {
    patience.stop()
  }
}

/** The body of a response that has not arrived. */
function pendingBody(opening: Promise<Body>, request: AbortController, onEnd: () => void): Body {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  // An end before the first read must not leave an unhandled rejection.
  opening.catch(() => {})
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    reader ??= (await opening).getReader()
    const { done, value } = await reader.read()
    if (!done) return controller.enqueue(value)
    onEnd()
    controller.close()
  }
  const fail = (controller: ReadableStreamDefaultController<Uint8Array>, error: unknown) => {
    onEnd()
    if (!(error instanceof StatusError)) throw error
    controller.enqueue(errorEvent(error.status))
    controller.close()
  }
  const cancel = () => {
    onEnd()
    request.abort()
  }
  return new ReadableStream<Uint8Array>(
    { pull: controller => pull(controller).catch(error => fail(controller, error)), cancel },
    { highWaterMark: 0 },
  )
}

const errorEvent = (object: Status): Uint8Array =>
  new TextEncoder().encode(`${JSON.stringify({ type: 'ERROR', object })}\n`)
