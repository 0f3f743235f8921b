/** The part of a WebSocket that watches use. */
export interface ServerWebSocket {
  readonly readyState: number
  /** Bytes that were sent and have not left the process. Absent in workerd, which does not count them. */
  readonly bufferedAmount?: number | undefined
  send(text: string): void
  close(code?: number): void
  addEventListener(type: 'open' | 'close' | 'error', listener: () => void): void
}
