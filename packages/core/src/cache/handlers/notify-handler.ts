import type { Notification, ResourceEventHandler } from './event-handler.ts'

/** Calls a handler, and returns its result. */
export function notifyHandler<T>(
  handler: ResourceEventHandler<T>,
  notification: Notification<T>,
): void | Promise<void> {
  switch (notification.type) {
    case 'add':
      return handler.onAdd?.(notification.object, notification.isInInitialList)
    case 'update':
      return handler.onUpdate?.(notification.oldObject, notification.object)
    case 'delete':
      return handler.onDelete?.(notification.object)
  }
}
