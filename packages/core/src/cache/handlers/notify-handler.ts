import type { Notification, ResourceEventHandler } from './event-handler.ts'

/** Tells a handler; answers what it answers. */
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
