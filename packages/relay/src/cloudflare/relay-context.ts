import type { DurableContext, DurableId, DurableStorage, DurableWebSockets } from './durable-object.ts'

/** Single values that a Durable Object stores. */
export interface DurableValues {
  get(key: string): Promise<unknown>
  put(key: string, value: unknown): Promise<void>
  delete(key: string): Promise<boolean>
}

/** The context of a `RelayObject`. */
export interface RelayContext extends DurableContext, DurableWebSockets {
  readonly id: DurableId
  readonly storage: DurableStorage & DurableValues
}
