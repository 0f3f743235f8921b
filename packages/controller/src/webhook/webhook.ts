import type { Clock, ResourceDefinition } from '@kube-informer/core'
import type { Logger } from '../api/logger.ts'
import type { WebhookMetrics } from '../api/metrics.ts'
import type { UnfinishedBodies } from './body/unfinished-bodies.ts'

/** What the apiserver asks a webhook for. */
export type WebhookType = 'mutating' | 'validating' | 'conversion'

/** The operations of an admission request (admission/v1 `Operation`). */
export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT'

/** What a handler may use while it answers. */
export interface EndpointContext {
  /** The path that was called. It names the webhook in metrics and messages. */
  readonly path: string
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: WebhookMetrics
  /** Aborts shortly before the apiserver stops waiting for the answer, and when it closes the connection. */
  readonly signal: AbortSignal
  /** The size of a body that is too large. */
  readonly maxBytes: number
  /** The bytes of all bodies that are being received. */
  readonly unfinished: UnfinishedBodies
  /** Whether a bug of a handler is answered with a review that says so. Otherwise the endpoint rejects. */
  readonly recoverPanics: boolean
  /** Makes the `value` of the handlers' context. */
  readonly contextOf: ((request: Request) => unknown) | undefined
}

/** Answers the requests of one path. */
export type Endpoint = (request: Request, context: EndpointContext) => Promise<Response>

/**
 * A handler of `webhookHandler`, as `defaulting`, `validating`, `admission` and `converting` make it. Handlers of one type and
 * resource share a path, and are composed.
 */
export interface Webhook {
  readonly type: WebhookType
  /** The path of its URL, e.g. `/mutate-example-com-v1-widget`. */
  readonly path: string
  /** Whether the path was given, and not derived from the resource. Such a path belongs to one handler. */
  readonly hasOwnPath: boolean
  /** What the webhook configuration must match. Undefined for handlers of several kinds. */
  readonly resource: ResourceDefinition | undefined
  /** The operations that it wants to be called for. */
  readonly operations: readonly Operation[]
  /** The versions that a conversion webhook converts. Undefined for others. */
  readonly versions?: readonly string[] | undefined
  /** The time for requests that do not say how long the apiserver waits. @default 10000 */
  readonly timeoutMs?: number | undefined
  /** Makes the endpoint of all handlers of its path, in their order. */
  readonly endpointOf: (webhooks: readonly Webhook[]) => Endpoint
}
