import type { Broadcast } from '../api/broadcast.ts'
import type { TokenMessage } from '../wire/protocol.ts'
import { sealToken } from '../wire/sealed-token.ts'

/** A request for a token, with the key for it. */
interface KeyedRequest {
  readonly type?: unknown
  readonly key: ArrayBuffer
}

/**
 * A page's broadcast channel, on which tokens are encrypted for the host that has requested them. Every script of the
 * origin can open a channel by its name and read what is sent. Other messages are sent as they are.
 */
export function sealingBroadcast(channel: Broadcast): Broadcast {
  let recipient: ArrayBuffer
  let closed = false
  const post = (message: object) => {
    if (!closed) channel.postMessage(message)
  }
  const send = async ({ token = '', ...message }: TokenMessage) => {
    try {
      post({ ...message, sealed: await sealToken(token, recipient) })
    } catch (error) {
      post({ ...message, error: `the token could not be encrypted: ${error}` })
    }
  }
  return {
    postMessage(message) {
      const { token } = message as TokenMessage
      if (token === undefined) post(message as object)
      else void send(message as TokenMessage)
    },
    addEventListener: (type, listener) =>
      channel.addEventListener(type, event => {
        const { type, key } = (event.data ?? {}) as KeyedRequest
        if (type === 'needToken') recipient = key
        listener(event)
      }),
    close() {
      closed = true
      channel.close()
    },
  }
}
