import type { Notification } from '../handlers/event-handler.ts'

/** One change of an informer's cache: what a handler receives, with the key of the object. */
export type CacheChange<T> = Notification<T> & { readonly key: string }

/** Whether a change replaced the stored object. A resync, or a relist of the same state, does not. */
export const isEffective = <T>(change: Notification<T>): boolean =>
  change.type !== 'update' || change.oldObject !== change.object
