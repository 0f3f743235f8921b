import type { ResourceEventHandler } from './event-handler.ts'

const MEMBERS = ['onAdd', 'onUpdate', 'onDelete'] as const

/**
 * A handler's name for messages (client-go `nameForHandler`): its class, else the names of its functions joined with
 * "+". Functions named after their member (`onAdd`) do not count.
 */
export function handlerName<T>(handler: ResourceEventHandler<T> | null | undefined): string {
  if (handler === null || handler === undefined) return '<nil>'
  const type = (handler as { constructor?: { name?: string } }).constructor
  if (type?.name !== undefined && type.name !== '' && type.name !== 'Object') return type.name
  const names = MEMBERS.flatMap(member => handler[member]?.name.replace(/^bound /, '') || [])
  const distinct = names.filter(name => !MEMBERS.includes(name as (typeof MEMBERS)[number]))
  return [...new Set(distinct)].join('+') || 'ResourceEventHandler'
}
