import type { DurableWebSocket } from '../cloudflare/index.ts'

/** The WebSocket of a Durable Object, whose other side is a test. */
export class HeldSocket implements DurableWebSocket {
  readyState = 1
  attachment: unknown
  closedWith: number | undefined
  readonly sent: string[] = []

  send(text: string): void {
    this.sent.push(text)
  }

  close(code?: number): void {
    this.readyState = 2
    this.closedWith ??= code
  }

  serializeAttachment(value: unknown): void {
    this.attachment = value
  }

  deserializeAttachment(): unknown {
    return this.attachment
  }
}
