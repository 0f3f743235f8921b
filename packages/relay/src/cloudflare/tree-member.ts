import type { DurableWebSocket } from './durable-object.ts'

/** What an object is in the tree of a relay. */
export interface TreeMember {
  fetch(request: Request): Promise<Response>
  /** The alarm of the object. */
  alarm(): Promise<void>
  /** A reader has closed its socket. */
  closed(socket: DurableWebSocket): void
  /** Ends all requests, watches, sockets, timers and alarms. */
  stop(): Promise<void>
}
