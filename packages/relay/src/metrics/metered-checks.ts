import type { Authorize } from '../api/access-attributes.ts'
import { type OnRelayError, reported } from '../api/error-reports.ts'
import type { Authenticate } from '../api/identity.ts'
import type { RelayMetrics } from './relay-metrics.ts'

/** Counts the results of `authenticate`, and reports its errors. */
export const meteredAuthenticate =
  (authenticate: Authenticate, metrics: RelayMetrics, onError?: OnRelayError): Authenticate =>
  async (request, signal) => {
    let result: Parameters<RelayMetrics['authenticated']>[0] = 'error'
    try {
      const identity = await reported(onError, 'authenticate readers', () => authenticate(request, signal))
      result = identity ? 'success' : 'failure'
      return identity
    } finally {
      metrics.authenticated(result)
    }
  }

/** Counts the results of `authorize`, and reports its errors. */
export const meteredAuthorize =
  (authorize: Authorize, metrics: RelayMetrics, onError?: OnRelayError): Authorize =>
  async (identity, attributes, signal) => {
    let result: Parameters<RelayMetrics['authorized']>[0] = 'error'
    try {
      const decision = await reported(onError, 'authorize readers', () =>
        authorize(identity, attributes, signal),
      )
      result = decision.allowed ? 'allowed' : 'denied'
      return decision
    } finally {
      metrics.authorized(result)
    }
  }
