/** The part of a WebSocket that watches use. */
export interface ServerWebSocket {
  readonly readyState: number
  readonly bufferedAmount?: number
  send(text: string): void
  close(code?: number): void
  addEventListener(type: 'open' | 'close' | 'error', listener: () => void): void
}
