import { tlsTo } from '../../../../tools/test/tls-client.ts'

const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'
const [DATA, HEADERS, RST_STREAM, SETTINGS] = [0x0, 0x1, 0x3, 0x4]
const [END_STREAM, END_HEADERS] = [0x1, 0x4]
/** `:method`, `:scheme: https`, `:path: /` of the static table, and `:authority: a` (RFC 7541). */
const requestHeaders = (method: 'GET' | 'POST') => [method === 'GET' ? 0x82 : 0x83, 0x87, 0x84, 0x41, 1, 0x61]

const frame = (type: number, flags: number, stream: number, payload: readonly number[]): Buffer =>
  Buffer.from([0, 0, payload.length, type, flags, 0, 0, 0, stream, ...payload])

/**
 * Sends a request over HTTP/2, and reads the frames of the response, which Node's client does not show: a frame `DATA`, the end
 * of the stream, and its reset.
 *
 * @param last the frame after which to stop
 */
export async function framesOf(
  port: number,
  request: { readonly method: 'GET' | 'POST'; readonly endsStream: boolean },
  last: 'END_STREAM' | 'RST_STREAM',
): Promise<readonly string[]> {
  const socket = await tlsTo(port, { ALPNProtocols: ['h2'] })
  socket.write(PREFACE)
  socket.write(frame(SETTINGS, 0, 0, []))
  const flags = END_HEADERS | (request.endsStream ? END_STREAM : 0)
  socket.write(frame(HEADERS, flags, 1, requestHeaders(request.method)))
  const frames: string[] = []
  let bytes = Buffer.alloc(0)
  for await (const chunk of socket) {
    bytes = Buffer.concat([bytes, chunk as Buffer])
    while (bytes.length >= 9 && bytes.length >= 9 + bytes.readUIntBE(0, 3)) {
      const [length, type, flag] = [bytes.readUIntBE(0, 3), bytes[3], bytes[4] ?? 0]
      bytes = bytes.subarray(9 + length)
      if (type === DATA && length > 0) frames.push('DATA')
      if (type === DATA && flag & END_STREAM) frames.push('END_STREAM')
      if (type === RST_STREAM) frames.push('RST_STREAM')
      if (frames.includes(last)) return frames
    }
  }
  return frames
}
