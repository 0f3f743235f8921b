import type { Authorize } from '../api/access-attributes.ts'
import type { Authenticate } from '../api/identity.ts'
import type { RelayMetrics } from './relay-metrics.ts'

/** Counts the results of `authenticate`. */
export const meteredAuthenticate =
  (authenticate: Authenticate, metrics: RelayMetrics): Authenticate =>
  async (request, signal) => {
    let result: Parameters<RelayMetrics['authenticated']>[0] = 'error'
    try {
      const identity = await authenticate(request, signal)
      result = identity ? 'success' : 'failure'
      return identity
    } finally {
      metrics.authenticated(result)
    }
  }

/** Counts the results of `authorize`. */
export const meteredAuthorize =
  (authorize: Authorize, metrics: RelayMetrics): Authorize =>
  async (identity, attributes, signal) => {
    let result: Parameters<RelayMetrics['authorized']>[0] = 'error'
    try {
      const decision = await authorize(identity, attributes, signal)
      result = decision.allowed ? 'allowed' : 'denied'
      return decision
    } finally {
      metrics.authorized(result)
    }
  }
