import { UsageError } from '@kube-informer/core'
import { groupBy } from '@kube-informer/core/internal'
import type { Endpoint, Webhook } from './webhook.ts'

/** controller-runtime's `webhookPathStringValidation`. */
const PATH = /^(?:(?:\/[a-zA-Z0-9_-]+)+|\/)$/

/** The endpoint of a path. */
export interface Route {
  readonly endpoint: Endpoint
  /** The time for requests that do not say it; undefined for the default. */
  readonly timeoutMs: number | undefined
}

/**
 * The endpoints of webhooks by path. Throws a UsageError if a path is not valid, if webhooks of different types have it, or if
 * it was chosen for one webhook and another one has it, too.
 */
export function endpointsOf(webhooks: readonly Webhook[]): ReadonlyMap<string, Route> {
  const endpoints = new Map<string, Route>()
  for (const [path, ofPath] of groupBy(webhooks, webhook => webhook.path)) {
    endpoints.set(path, { endpoint: endpointOf(path, ofPath), timeoutMs: ofPath[0]?.timeoutMs })
  }
  return endpoints
}

function endpointOf(path: string, [first, ...others]: readonly Webhook[]): Endpoint {
  if (!PATH.test(path))
    throw new UsageError(`the path ${JSON.stringify(path)} of a webhook does not match ${PATH.source}`)
  if (!first) throw new UsageError(`no webhook has the path ${path}`)
  for (const other of others) {
    if (other.type !== first.type)
      throw new UsageError(`the path ${path} belongs to a ${first.type} and a ${other.type} webhook`)
    if (first.hasOwnPath || other.hasOwnPath)
      throw new UsageError(
        `the path ${path} is registered twice: a path that you choose belongs to one webhook`,
      )
  }
  return first.endpointOf([first, ...others])
}
