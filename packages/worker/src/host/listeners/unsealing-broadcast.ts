import type { Broadcast } from '../../api/broadcast.ts'
import type { HostMessage, TokenMessage } from '../../wire/protocol.ts'
import { createKeys, exportKey, openToken, type SealedToken } from '../../wire/sealed-token.ts'

type SealedMessage = TokenMessage & { readonly sealed: SealedToken }

/**
 * A host's broadcast channel: it sends a key with each request for a token, and decrypts the response; see
 * `sealingBroadcast`. A token that is not encrypted is an error of the request.
 */
export function unsealingBroadcast(channel: Broadcast): Broadcast {
  let keys: Promise<CryptoKeyPair> | undefined
  let closed = false
  const ownKeys = () => {
    keys ??= createKeys()
    return keys
  }
  const request = async (message: HostMessage) => {
    const key = await exportKey(await ownKeys())
    if (!closed) channel.postMessage({ ...message, key })
  }
  const open = async ({ type, id, sealed }: SealedMessage): Promise<TokenMessage> => {
    try {
      return { type, id, token: await openToken(sealed, await ownKeys()) }
    } catch (error) {
      return { type, id, error: `the token could not be decrypted: ${String(error)}` }
    }
  }
  return {
    postMessage(message) {
      const given = message as HostMessage
      if (given.type === 'needToken') void request(given)
      else channel.postMessage(message)
    },
    addEventListener: (type, listener) =>
      channel.addEventListener(type, event => {
        const message = event.data as Partial<SealedMessage> | null
        if (message?.type === 'token' && message.error === undefined)
          void open(message as SealedMessage).then(data => listener({ data }))
        else listener(event)
      }),
    close() {
      closed = true
      channel.close()
    },
  }
}
