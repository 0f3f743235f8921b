import type { WatchMessage } from './watch-messages.ts'

/** The part of a WebSocket that watches use. */
export interface ServerWebSocket {
  readonly readyState: number
  /** Bytes that were sent and have not left the process. Absent in workerd, which does not count them. */
  readonly bufferedAmount?: number | undefined
  send(message: WatchMessage): void
  close(code?: number): void
  addEventListener(type: 'open' | 'close' | 'error', listener: () => void): void
}
