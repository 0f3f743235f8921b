import { deepStrictEqual } from 'node:assert'
import fc from 'fast-check'
import { WebSocketBody } from '../../packages/core/src/client/watches/websocket-body.ts'
import { concat } from '../../packages/core/src/test/corruption.ts'
import { readDataMessage } from '../../packages/relay/src/socket/protocol.ts'
import { readReaderFrame, readRelayFrame } from '../../packages/relay/src/socket/read-frame.ts'
import { expectPlain, type FuzzTarget, fuzzTarget } from './check.ts'
import { mutated } from './mutations.ts'

const FRAMES = [
  { type: 'token', token: 'let-me-in' },
  { type: 'open', id: 1, path: '/api/v1/pods?watch=true', accept: 'application/json', credit: 65_536 },
  { type: 'credit', id: 1, bytes: 4_096 },
  { type: 'close', id: 1 },
  { type: 'mark', mark: 'a' },
  { type: 'opened', id: 1 },
  { type: 'refused', id: 1, status: 403, retryAfter: '1', body: '{}' },
  { type: 'ended', id: 1, isBroken: true },
].map(frame => new TextEncoder().encode(JSON.stringify(frame)))

/** Frames of the relay's protocol, in both directions. */
export const relayFrames: FuzzTarget = fuzzTarget<Uint8Array>({
  name: 'relay-frames',
  runs: 3_000,
  inputs: () => mutated(fc.constantFrom(...FRAMES)),
  run: bytes => {
    const text = new TextDecoder().decode(bytes)
    for (const frame of [readReaderFrame(text), readRelayFrame(text)]) {
      expectPlain(frame)
      if (frame && 'id' in frame && !(Number.isInteger(frame.id) && frame.id > 0))
        throw new Error('an invalid id')
    }
    const data = readDataMessage(bytes.slice().buffer)
    if (data && data.bytes.length !== bytes.length - 4) throw new Error('bytes are missing')
  },
})

type Message = string | Uint8Array<ArrayBuffer>

/** A socket that delivers scripted messages. */
class ScriptedSocket {
  onopen = () => {}
  onmessage = (_: { readonly data: unknown }) => {}
  onclose = (_: { readonly code: number }) => {}
  close(): void {}
}

/** The messages of a WebSocket that carries a watch, as the body of a response. */
export const watchFrames: FuzzTarget = fuzzTarget<{
  readonly messages: readonly Message[]
  readonly code: number
}>({
  name: 'watch-frames',
  runs: 300,
  inputs: () =>
    fc.record({
      messages: fc.array(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.uint8Array().map(bytes => Uint8Array.from(bytes)),
        ),
        { maxLength: 8 },
      ),
      code: fc.constantFrom(1000, 1006, 4000),
    }),
  run: async ({ messages, code }) => {
    const socket = new ScriptedSocket()
    const opening = new WebSocketBody(socket as unknown as WebSocket, 1_000_000).opened(undefined)
    socket.onopen()
    const body = await opening
    for (const message of messages)
      socket.onmessage({ data: typeof message === 'string' ? message : message.buffer })
    socket.onclose({ code })
    const received: Uint8Array[] = []
    let failed = false
    try {
      for await (const chunk of body ?? []) received.push(chunk)
    } catch {
      failed = true
    }
    deepStrictEqual(failed, code !== 1000)
    // A server sends either text or bytes.
    const texts = messages.every(message => typeof message === 'string')
    if (texts) deepStrictEqual(concat(received), new TextEncoder().encode(messages.join('')))
    else if (messages.every(message => typeof message !== 'string'))
      deepStrictEqual(concat(received), concat(messages.flatMap(message => framed(message))))
  },
})

function framed(message: Message): Uint8Array[] {
  const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, bytes.length)
  return [length, bytes]
}
