import { type Clock, sleep } from '@kube-informer/core'
import { SentBytes, type SentSocket } from './sent-bytes.ts'
import type { ServerWebSocket } from './server-web-socket.ts'
import { watchMessages } from './watch-messages.ts'

export interface FrameOptions {
  /** The clock of the waits for a slow reader. */
  readonly clock: Clock
  /**
   * Maximum number of bytes that may be sent where the socket does not count its buffered bytes, because the reader may
   * have received none of them. Beyond it, the socket is closed with 1000 after an event, and an informer resumes.
   * @default 16 Mi
   */
  readonly uncountedBytes?: number | undefined
  /** Bounds the bytes of all sockets together. @default a bound for this socket only */
  readonly sentBytes?: SentBytes | undefined
}

const OPEN = 1
const NORMAL = 1000
const INTERNAL_ERROR = 1011
const UNCOUNTED_BYTES = 16 * 1024 * 1024
/** From here on, the socket is sent nothing, and the watch's own limits apply to a slow reader. */
export const MAX_BUFFERED_BYTES: number = 1024 * 1024
/** Sockets do not report that they have sent their bytes. */
const LOOK_AGAIN_MS = 10

/**
 * Sends one message per event of a watch, then closes with 1000, or with an error if the body broke off. The body is read no
 * faster than the socket sends.
 */
export async function sendFrames(
  watch: Pick<Response, 'body' | 'headers'>,
  socket: ServerWebSocket,
  { clock, uncountedBytes = UNCOUNTED_BYTES, sentBytes = new SentBytes() }: FrameOptions,
): Promise<void> {
  const gone = new AbortController()
  const reader = watchMessages(watch).getReader()
  const cancel = () => {
    gone.abort()
    reader.cancel().catch(() => {})
  }
  socket.addEventListener('close', cancel)
  socket.addEventListener('error', cancel)
  let sent = 0
  const counted: SentSocket = {
    get unreceived() {
      return socket.bufferedAmount ?? sent
    },
    // The loop then closes the socket, after an event.
    close: cancel,
  }
  try {
    await untilOpen(socket)
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      for (const message of read.value) {
        socket.send(message)
        sent += message.length
      }
      sentBytes.changed(counted)
      if (socket.bufferedAmount === undefined && sent > uncountedBytes) break
      await untilDrained(socket, clock, gone.signal)
    }
    socket.close(NORMAL)
  } catch {
    socket.close(INTERNAL_ERROR)
  } finally {
    cancel()
    sentBytes.remove(counted)
  }
}

const untilOpen = (socket: ServerWebSocket): Promise<void> =>
  new Promise(resolve => {
    if (socket.readyState === OPEN) resolve()
    socket.addEventListener('open', resolve)
    socket.addEventListener('close', resolve)
  })

/** Waits until a socket has sent most of its bytes, or until the signal aborts. */
export async function untilDrained(
  socket: Pick<ServerWebSocket, 'bufferedAmount'>,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  while ((socket.bufferedAmount ?? 0) > MAX_BUFFERED_BYTES && !signal.aborted)
    await sleep(clock, LOOK_AGAIN_MS, signal)
}
