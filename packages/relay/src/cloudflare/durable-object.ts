import type { DurableObjectSqlStorage } from '@kube-informer/core/snapshot'

/** The storage of a Durable Object with SQLite, as far as this package uses it. */
export interface DurableStorage extends DurableObjectSqlStorage {
  getAlarm(): Promise<number | null>
  setAlarm(scheduledTime: number): Promise<void>
  deleteAlarm(): Promise<void>
}

/** The context of a Durable Object: `ctx`, a `DurableObjectState`. */
export interface DurableContext {
  readonly storage: DurableStorage
}

/** A WebSocket that remains open while its Durable Object is not in memory. */
export interface DurableWebSocket {
  /** 1: open. */
  readonly readyState: number
  send(message: string | Uint8Array<ArrayBuffer>): void
  close(code?: number, reason?: string): void
  serializeAttachment(value: unknown): void
  deserializeAttachment(): unknown
}

/** The WebSockets of a Durable Object that remain open while it is not in memory. */
export interface DurableWebSockets {
  acceptWebSocket(socket: DurableWebSocket): void
  getWebSockets(): readonly DurableWebSocket[]
  /** Lets the runtime answer a message, without starting the object. */
  setWebSocketAutoResponse(pair: object): void
}

/** The id of a Durable Object. */
export interface DurableId {
  equals(other: DurableId): boolean
}

/** The namespace of a class of Durable Objects: a binding of `env`. */
export interface DurableNamespace {
  idFromName(name: string): DurableId
  get(id: DurableId): { fetch(request: Request): Promise<Response> }
}
