import { type Clock, systemClock } from '@kube-informer/core'
import type { Logger } from '../api/logger.ts'
import type { WebhookMetrics } from '../api/metrics.ts'
import { silentLogger } from '../api/silent-logger.ts'
import { UnfinishedBodies } from './body/unfinished-bodies.ts'
import { startDeadline } from './deadline.ts'
import { endpointsOf } from './endpoints.ts'
import type { Endpoint, EndpointContext, Webhook } from './webhook.ts'

/** An apiserver accepts objects of 3 MiB, and a review can have two (controller-runtime `maxRequestSize`). */
const MAX_BODY_BYTES = 7 * 1024 * 1024

/** The limits, the log and the metrics of all webhooks of the handler. */
export interface WebhookHandlerOptions {
  /** Measures the time that a request allows. @default the host's clock */
  readonly clock?: Clock | undefined
  /** Receives the errors of handlers. @default none */
  readonly logger?: Logger | undefined
  /** Counts requests, e.g. `webhookMetrics(registry)`. @default none */
  readonly metrics?: WebhookMetrics | undefined
  /** A body of this many bytes is too large. @default 7340032, which is 7 MiB */
  readonly maxBytes?: number | undefined
  /** Bytes of all bodies that are being received. One more is answered with 429. @default 268435456, which is 256 MiB */
  readonly maxUnfinishedBytes?: number | undefined
  /**
   * Whether a bug of a handler, such as a TypeError, is answered with code 500 and its message. Otherwise the handler of requests
   * rejects. @default true
   */
  readonly recoverPanics?: boolean | undefined
  /**
   * Makes the `value` of the handlers' context from an HTTP request, e.g. from its headers (controller-runtime
   * `WithContextFunc`). It must not read the body.
   */
  readonly contextOf?: ((request: Request) => unknown) | undefined
}

/** Room for four lists that are converted, or 36 of the largest other reviews. */
const MAX_UNFINISHED_BYTES = 256 * 1024 * 1024

const NO_METRICS: WebhookMetrics = { requestStarted: () => () => {}, panicked: () => {} }

/**
 * Answers the requests that an apiserver sends to webhooks: a function for `fetch` handlers of Workers and Deno, and for
 * `createWebhookServer` of `@kube-informer/controller/node`. It has no access control, like any webhook.
 *
 * Each webhook has a path. Handlers of one type and resource share a path: they are called one after another, in the order of
 * the list. Other paths are answered with 404, other methods than POST with 405.
 *
 * Throws a UsageError if a path is not valid or belongs to different handlers.
 *
 * Upstream: controller-runtime `webhook.Server` and `admission.Webhook`.
 *
 * @example
 * export default {
 *   fetch: webhookHandler([
 *     defaulting(widgets, draft => { draft.spec.size ??= 1 }),
 *     validating(widgets, { create: widget => { if (widget.spec.size > 9) throw new Error('size is at most 9') } }),
 *   ]),
 * }
 */
export function webhookHandler(
  webhooks: readonly Webhook[],
  options: WebhookHandlerOptions = {},
): (request: Request) => Promise<Response> {
  const endpoints = endpointsOf(webhooks)
  const settings = settingsOf(options)
  return async request => {
    const { pathname, searchParams } = new URL(request.url)
    const route = endpoints.get(pathname)
    if (!route) return new Response('not found\n', { status: 404 })
    if (request.method !== 'POST')
      return new Response('method not allowed\n', { status: 405, headers: { Allow: 'POST' } })
    const { endpoint, timeoutMs } = route
    const deadline = startDeadline(request.signal, searchParams.get('timeout'), settings.clock, timeoutMs)
    const context = { ...settings, path: pathname, signal: deadline.signal }
    return metered(endpoint, request, context).finally(deadline.stop)
  }
}

function settingsOf(options: WebhookHandlerOptions): Omit<EndpointContext, 'path' | 'signal'> {
  return {
    clock: options.clock ?? systemClock,
    logger: options.logger ?? silentLogger,
    metrics: options.metrics ?? NO_METRICS,
    maxBytes: options.maxBytes ?? MAX_BODY_BYTES,
    unfinished: new UnfinishedBodies(options.maxUnfinishedBytes ?? MAX_UNFINISHED_BYTES),
    recoverPanics: options.recoverPanics ?? true,
    contextOf: options.contextOf,
  }
}

async function metered(endpoint: Endpoint, request: Request, context: EndpointContext): Promise<Response> {
  const finish = context.metrics.requestStarted(context.path)
  let code = 500
  try {
    const response = await endpoint(request, context)
    code = response.status
    return response
  } finally {
    finish(code)
  }
}
