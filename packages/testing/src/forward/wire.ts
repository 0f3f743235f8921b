/** Marks our messages on a channel that carries others, too; also the version of the protocol. */
export const MARK = 'kube-informer-fake/1'

/** From the page to the Worker that answers. */
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
  /** The page wants one more chunk. */
  | { readonly mark: typeof MARK; readonly type: 'pull'; readonly id: number }
  /** The page does not want the answer any more. */
  | { readonly mark: typeof MARK; readonly type: 'cancel'; readonly id: number }

/** From the Worker to the page. */
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

/** What both a Worker and a MessagePort are. */
export interface Endpoint {
  postMessage(message: unknown, transfer: Transferable[]): void
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
  removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void
  /** A MessagePort delivers nothing before this. */
  start?(): void
}

/** Whether a message is one of ours. */
export const isOurs = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && (data as { mark?: unknown }).mark === MARK
