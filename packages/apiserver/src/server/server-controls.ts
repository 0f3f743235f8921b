import { groupResource, type ResourceDefinition, UsageError } from '@kube-informer/core'
import type { Kind } from '../kinds/kind.ts'
import type { FakeApiserver } from './fake-apiserver-api.ts'
import type { ServerParts } from './server-parts.ts'

/** The methods that simulate failures and maintenance. */
type ServerControls = Pick<
  FakeApiserver,
  | 'compact'
  | 'relist'
  | 'dropWatches'
  | 'restart'
  | 'stallWatchCache'
  | 'resumeWatchCache'
  | 'setReady'
  | 'revokeTokens'
>

/** Controls a server's storage, caches, watches and tokens. */
export function serverControls({ storage, caches, watches, kinds, auth }: ServerParts): ServerControls {
  const served = (resource: ResourceDefinition): Kind => {
    const kind = kinds.of(resource)
    if (kind) return kind
    throw new UsageError(
      `${groupResource(resource)} is not served in version ${resource.version}: add it to createFakeApiserver({ resources })`,
    )
  }
  return {
    compact: (rv, { keepsWatchHistory = false } = {}) => {
      const revision = rv === undefined ? storage.current : Number(rv)
      // Caches that are created later need the history, too.
      if (keepsWatchHistory) caches.prepare()
      storage.compact(revision)
      if (keepsWatchHistory) caches.compact(revision)
      else caches.forgetHistory(revision)
    },
    relist: () => {
      storage.forgetWatches()
      watches.end()
      caches.reload(storage.current)
    },
    dropWatches: () => watches.end(),
    restart: () => {
      watches.break()
      caches.reload(storage.current)
    },
    stallWatchCache: resource => caches.stall(resource && served(resource)),
    resumeWatchCache: resource => caches.resume(resource && served(resource)),
    setReady: (resource, isReady) => caches.setReady(served(resource), isReady),
    revokeTokens: token => {
      const stop = auth.revoke(token)
      watches.endOf(request => !auth.senderOf(request))
      return stop
    },
  }
}
