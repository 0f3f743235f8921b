/** The subprotocol of a WebSocket that carries many watches; docs/relay-protocol.md describes it. */
export const SUBPROTOCOL = 'v1.relay.kube-informer'

/** The path of such a WebSocket below the relay's root. */
export const SOCKET_PATH = '/relay'

/** The reader returns each mark at once: it has received all messages before it. */
export interface Mark {
  readonly type: 'mark'
  readonly mark: string
}

/** A frame of the reader: a JSON object as a text message. */
export type ReaderFrame =
  /** The bearer token of the watches that are opened from now on. */
  | { readonly type: 'token'; readonly token: string }
  | {
      readonly type: 'open'
      /** Greater than all earlier ones of the socket. */
      readonly id: number
      /** Path and query of a watch below the relay's root. */
      readonly path: string
      /** The `Accept` header. */
      readonly accept?: string | undefined
      /** The bytes that the reader accepts at first. */
      readonly credit: number
    }
  /** The reader accepts more bytes. */
  | { readonly type: 'credit'; readonly id: number; readonly bytes: number }
  /** Ends a watch. No answer follows. */
  | { readonly type: 'close'; readonly id: number }
  | Mark

/**
 * A frame of the relay: a JSON object as a text message. The bytes of a watch are binary messages: the id in four bytes,
 * most significant first, then a part of the body.
 */
export type RelayFrame =
  /** The watch is open; its bytes follow. */
  | { readonly type: 'opened'; readonly id: number }
  /** The response to the request was not 200. */
  | {
      readonly type: 'refused'
      readonly id: number
      readonly status: number
      readonly retryAfter?: string | undefined
      /** The beginning of the response's body. */
      readonly body: string
    }
  /** The watch has ended, or its body broke off. */
  | { readonly type: 'ended'; readonly id: number; readonly isBroken?: boolean | undefined }
  | Mark

/** The close codes of the subprotocol. */
export const CLOSE = {
  /** The server stops, or the socket carried no watch for a while. */
  NORMAL: 1000,
  /** A frame violates the protocol. */
  BAD_FRAME: 4400,
  /** A frame is longer than the limit. */
  TOO_LONG: 4413,
  /** Too many watches are open, or the reader does not read the answers. */
  TOO_MANY: 4429,
} as const

/** Maximum length of a text frame, in characters. */
export const MAX_FRAME_LENGTH: number = 64 * 1024
/** Maximum number of bytes that a reader may have granted to a watch and that were not sent yet. */
export const MAX_CREDIT: number = 16 * 1024 * 1024
const MAX_ID = 2 ** 32 - 1
const ID_BYTES = 4

/** Whether a value is the id of a watch. */
export const isId = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) <= MAX_ID

/** A binary message with a part of the body of a watch. */
export function dataMessage(id: number, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const message = new Uint8Array(ID_BYTES + bytes.length)
  new DataView(message.buffer).setUint32(0, id)
  message.set(bytes, ID_BYTES)
  return message
}

/** Reads a binary message; undefined if it is too short. */
export function readDataMessage(
  message: ArrayBuffer,
): { readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> } | undefined {
  if (message.byteLength <= ID_BYTES) return undefined
  return { id: new DataView(message).getUint32(0), bytes: new Uint8Array(message, ID_BYTES) }
}
