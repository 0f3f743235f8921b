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

/** The id of a Durable Object. */
export interface DurableId {
  equals(other: DurableId): boolean
}

/** The namespace of a class of Durable Objects: a binding of `env`. */
export interface DurableNamespace {
  idFromName(name: string): DurableId
  get(id: DurableId): { fetch(request: Request): Promise<Response> }
}
