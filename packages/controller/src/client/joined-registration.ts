import type { HandlerRegistration } from '@kube-informer/core'

/** One registration for a handler that several informers call. */
export function joinRegistrations(registrations: readonly HandlerRegistration[]): HandlerRegistration {
  const [first] = registrations
  if (first !== undefined && registrations.length === 1) return first
  const name = first?.name ?? ''
  const synced = Promise.all(registrations.map(each => each.synced)).then(() => {})
  const hasSynced = () => registrations.every(each => each.hasSynced())
  return {
    name,
    hasSynced,
    synced,
    hasSyncedChecker: { name, done: synced, isDone: hasSynced },
    get pending() {
      return registrations.reduce((sum, each) => sum + each.pending, 0)
    },
    remove: () => {
      for (const each of registrations) each.remove()
    },
    shutDown: async () => {
      await Promise.all(registrations.map(each => each.shutDown()))
    },
  }
}
