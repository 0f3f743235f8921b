import {
  describeLocation,
  groupResource,
  InformerError,
  type ResourceDefinition,
  StatusError,
} from '@kube-informer/core'
import { errorMessage } from '@kube-informer/core/internal'

/** A cache cannot answer a read. `problem` says why. */
export class CacheError extends InformerError {
  override readonly name = 'CacheError'
  readonly code = 'CacheError'
  /**
   * - `not-started`: the cache is not running (controller-runtime `ErrCacheNotStarted`).
   * - `not-cached`: no informer reads the resource, or none reads the namespace (`ErrResourceNotCached`).
   * - `stale`: the cache did not catch up with the client's own writes.
   */
  readonly problem: 'not-started' | 'not-cached' | 'stale'

  constructor(problem: CacheError['problem'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.problem = problem
  }
}

/**
 * A StatusError of reason Timeout. It precedes its cause in the chain, so that the 404 of a missing resource is not
 * mistaken for a missing object.
 */
export const syncTimeout = (what: string, cause: unknown): StatusError =>
  Object.assign(
    new StatusError({
      status: 'Failure',
      code: 504,
      reason: 'Timeout',
      message: `failed waiting for ${what} Informer to sync: ${errorMessage(cause)}`,
    }),
    { cause },
  )

/** The error of a read that finds no object: the same as the server's. */
export const notFound = (resource: ResourceDefinition, name: string): StatusError =>
  new StatusError({
    status: 'Failure',
    code: 404,
    reason: 'NotFound',
    message: `${groupResource(resource)} ${JSON.stringify(name)} not found`,
    details: { name, ...(resource.group && { group: resource.group }), kind: resource.plural },
  })

/** No part of the cache reads the namespace. */
export const unknownNamespace = (
  verb: 'get' | 'list',
  resource: ResourceDefinition,
  namespace: string,
): CacheError =>
  new CacheError(
    'not-cached',
    `unable to ${verb} ${describeLocation(resource, { namespace })}: unknown namespace for the cache`,
  )
