import type { Cache } from './cache.ts'
import type { CacheOptions } from './cache-options.ts'
import { InformerCache } from './informer-cache.ts'

/**
 * Creates a cache. Nothing is requested before `run` and a read.
 *
 * @example
 * const cache = createCache({ client, defaultNamespaces: { default: {} } })
 * void cache.run(signal)
 * const { items } = await cache.list(pods, { labelSelector: 'app=web' })
 */
export const createCache = (options: CacheOptions): Cache => new InformerCache(options)
