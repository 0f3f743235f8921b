import { groupResource, type ResourceDefinition, UsageError } from '@kube-informer/core'
import type { FaultRule } from '../faults/fault-rules.ts'
import type { FakeApiserver } from '../server/fake-apiserver-api.ts'

/** A server fault as plain data. */
export type ServerFault =
  /** A fault rule, for a limited time or until it is used up. */
  | { readonly type: 'rule'; readonly rule: FaultRule; readonly forMs?: number }
  | { readonly type: 'compact'; readonly keepsWatchHistory?: boolean }
  | { readonly type: 'relist' }
  | { readonly type: 'dropWatches' }
  | { readonly type: 'restart' }
  /** Rejects all tokens seen so far, for a limited time or permanently. */
  | { readonly type: 'revokeTokens'; readonly forMs?: number }
  /** Stalls all watch caches, or the one of `pods` or `deployments.apps`. */
  | { readonly type: 'stallWatchCache'; readonly resource?: string; readonly forMs: number }
  /** Makes the watch cache of `pods` or `deployments.apps` unavailable. */
  | { readonly type: 'notReady'; readonly resource: string; readonly forMs: number }

/** Starts a fault; returns a function that ends it, which has no effect for momentary faults. */
export function strike(server: FakeApiserver, fault: ServerFault): () => void {
  switch (fault.type) {
    case 'rule':
      return server.faults.add(fault.rule)
    case 'compact':
      server.compact(undefined, { keepsWatchHistory: fault.keepsWatchHistory ?? false })
      return () => {}
    case 'relist':
    case 'dropWatches':
    case 'restart':
      server[fault.type]()
      return () => {}
    case 'revokeTokens':
      return server.revokeTokens()
    case 'stallWatchCache':
      return server.stallWatchCache(fault.resource === undefined ? undefined : find(server, fault.resource))
    case 'notReady': {
      const resource = find(server, fault.resource)
      server.setReady(resource, false)
      return () => server.setReady(resource, true)
    }
  }
}

/** The duration of a fault; undefined if it does not end by itself. */
export const durationOf = (fault: ServerFault): number | undefined =>
  'forMs' in fault ? fault.forMs : undefined

function find(server: FakeApiserver, name: string): ResourceDefinition {
  const found = server.resources.find(resource => groupResource(resource) === name)
  if (found) return found
  throw new UsageError(`no resource ${JSON.stringify(name)}: use a name such as pods or deployments.apps`)
}
