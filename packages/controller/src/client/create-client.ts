import { type Clock, type InformerClient, type ResourceDefinition, systemClock } from '@kube-informer/core'
import type { Client, Reader, Writer } from '../api/client.ts'
import type { ClientMetrics } from '../api/metrics.ts'
import type { Cache } from './cache.ts'
import { CaughtUpReads } from './caught-up-reads.ts'
import { createApiReader } from './live-reads.ts'
import { formName } from './metadata-only.ts'
import { TrackedWrites } from './tracked-writes.ts'
import { WriteLogs } from './write-logs.ts'
import { createWriter } from './writer.ts'

/** The clients that reads and writes go to. */
export interface ClientOptions {
  /** The client of the server. */
  readonly client: InformerClient
  readonly cache: Cache
  /** Resources, each in one form, that are read from the server (controller-runtime `CacheOptions.DisableFor`). */
  readonly uncached?: readonly ResourceDefinition[] | undefined
  readonly metrics?: ClientMetrics | undefined
  /** @default the host's clock */
  readonly clock?: Clock | undefined
}

/**
 * Creates a client that reads from a cache and writes to the server (controller-runtime `client.New` with a cache, and its
 * `consistentClient`).
 *
 * - A read waits until the cache has seen the client's own writes: `get` and `find` those of the object, `list` those of
 *   the resource in its namespaces. Reads of others do not wait. `readYourWrites: false` does not wait either.
 * - A read during a write of the same object waits for the answer first.
 * - If a write may have happened, because its answer was lost, or has met a newer state than the cache has (a conflict, a
 *   404), then the next read asks the server for the object's state, and waits until the cache has that.
 * - The wait ends with the signal of the read, and when the informer stops: it rejects with a CacheError.
 * - Subresources, and resources in `uncached`, are read from the server.
 * - Writes with `dryRun` change nothing, so that no read waits for them; neither for a `create` of a subresource.
 *
 * @example
 * const client = createClient({ client: kubeClient, cache })
 * await client.create(configMaps, configMap)
 * await client.get(configMaps, configMap) // not a NotFound
 */
export function createClient({
  client,
  cache,
  uncached = [],
  metrics,
  clock = systemClock,
}: ClientOptions): Client {
  const logs = new WriteLogs({ client, cache, clock })
  const cached = new CaughtUpReads({ cache, logs, clock, metrics })
  const live = createApiReader(client)
  const names = new Set(uncached.map(formName))
  const readerFor = (resource: ResourceDefinition): Reader => (names.has(formName(resource)) ? live : cached)
  const writer: Writer = createWriter(client, new TrackedWrites(logs, clock))
  return {
    ...writer,
    get: (resource, object, options) =>
      (options?.subresource ? live : readerFor(resource)).get(resource, object, options),
    find: (resource, object, options) => readerFor(resource).find(resource, object, options),
    list: (resource, options) => readerFor(resource).list(resource, options),
  }
}
