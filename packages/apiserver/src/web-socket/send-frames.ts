import type { ServerWebSocket } from './server-web-socket.ts'

const OPEN = 1
const NORMAL = 1000
const INTERNAL_ERROR = 1011
/** The limit of buffered bytes; beyond it the reader is assumed to be gone. */
const MAX_BUFFERED_BYTES = 64 * 1024 * 1024

/**
 * Sends one message per event, each with its newline, then closes with 1000, or with an error if the body broke off.
 */
export async function sendFrames(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  socket: ServerWebSocket,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  const cancel = () => void reader.cancel().catch(() => {})
  socket.addEventListener('close', cancel)
  socket.addEventListener('error', cancel)
  let rest = ''
  try {
    await untilOpen(socket)
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const lines = (rest + read.value).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) socket.send(`${line}\n`)
      if ((socket.bufferedAmount ?? 0) > MAX_BUFFERED_BYTES) break
    }
    socket.close(NORMAL)
  } catch {
    socket.close(INTERNAL_ERROR)
  } finally {
    cancel()
  }
}

const untilOpen = (socket: ServerWebSocket): Promise<void> =>
  new Promise(resolve => {
    if (socket.readyState === OPEN) resolve()
    socket.addEventListener('open', resolve)
    socket.addEventListener('close', resolve)
  })
