import type { ResourceEventHandler } from './event-handler.ts'

const MEMBERS = ['onAdd', 'onUpdate', 'onDelete'] as const

/**
 * A name for a handler, for messages (client-go `nameForHandler`): the class that it is made of, else the names of
 * its functions joined with "+". Functions that are only called after their place (`onAdd`) tell nothing.
 */
export function handlerName<T>(handler: ResourceEventHandler<T> | null | undefined): string {
  if (handler === null || handler === undefined) return '<nil>'
  const type = (handler as { constructor?: { name?: string } }).constructor
  if (type?.name !== undefined && type.name !== '' && type.name !== 'Object') return type.name
  const names = MEMBERS.flatMap(member => handler[member]?.name.replace(/^bound /, '') || [])
  const telling = names.filter(name => !MEMBERS.includes(name as (typeof MEMBERS)[number]))
  return [...new Set(telling)].join('+') || 'ResourceEventHandler'
}
