/** Identifies these messages on a shared channel, with the protocol's version. */
export const MARK = 'kube-informer-fake/1'

/** Messages from the page to the Worker. */
export type ToServer =
  | {
      readonly mark: typeof MARK
      readonly type: 'request'
      readonly id: number
      readonly method: string
      readonly url: string
      readonly headers: readonly (readonly [string, string])[]
      readonly body?: ArrayBuffer
    }
  /** Requests one more chunk. */
  | { readonly mark: typeof MARK; readonly type: 'pull'; readonly id: number }
  /** Cancels the response. */
  | { readonly mark: typeof MARK; readonly type: 'cancel'; readonly id: number }

/** From the page to the server's Worker: requests of another Worker come by the port. */
export interface ServePort {
  readonly mark: typeof MARK
  readonly type: 'serve'
  readonly port: MessagePort
}

/** From the page to the Worker of a client: how it reaches the server. */
export interface UseServer {
  readonly mark: typeof MARK
  readonly type: 'use'
  readonly port: MessagePort
  /** Absolute. */
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
}

/** Messages from the Worker to the page. */
export type ToPage =
  | {
      readonly mark: typeof MARK
      readonly type: 'head'
      readonly id: number
      readonly status: number
      readonly headers: readonly (readonly [string, string])[]
    }
  | { readonly mark: typeof MARK; readonly type: 'chunk'; readonly id: number; readonly bytes: ArrayBuffer }
  | { readonly mark: typeof MARK; readonly type: 'end'; readonly id: number }
  | { readonly mark: typeof MARK; readonly type: 'error'; readonly id: number; readonly message: string }

/** The common part of Worker and MessagePort. */
export interface Endpoint {
  postMessage(message: unknown, transfer: Transferable[]): void
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
  removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void
  /** Starts the delivery of a MessagePort's messages. */
  start?(): void
}

/** Whether a message has the mark. */
export const isOurs = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && (data as { mark?: unknown }).mark === MARK
