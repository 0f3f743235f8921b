import { UsageError } from '@kube-informer/core'
import type { Webhook } from '../webhook.ts'
import type { Conversion } from './conversion.ts'
import { conversionEndpoint } from './conversion-endpoint.ts'
import { ConversionRoutes } from './conversion-routes.ts'

/** A review may have all objects of a list, and a list that is not paged has no limit. */
const MAX_BODY_BYTES = 64 * 1024 * 1024

/** The apiserver sets no limit of its own: it waits as long as the client of the object, which is a minute. */
const TIMEOUT_MS = 30_000

/** Where the conversion is served, and the limit of its requests. */
export interface ConvertingOptions {
  /** The path of the URL. Conversions of several kinds may share it. @default "/convert" */
  readonly path?: string | undefined
  /**
   * A body of this many bytes is too large. Unlike an admission review, a conversion review may have all objects of a list.
   * @default 67108864, which is 64 MiB
   */
  readonly maxBytes?: number | undefined
}

/** A handler that {@link converting} has made. */
interface ConversionWebhook extends Webhook {
  readonly conversion: Conversion
  readonly maxBytes: number
}

/**
 * Converts the objects of a kind between its versions, for `spec.conversion` of its CustomResourceDefinition.
 *
 * Objects are converted one after another. If one fails, so does the review. `apiVersion`, `kind` and `metadata` of the results
 * are what the apiserver accepts: of the metadata, only labels and annotations can be changed. Integers beyond 2^53 that are
 * moved or not touched keep their digits; others are a failure that names the path.
 *
 * A conversion that takes 30 s is a failure, because an apiserver sends no `timeout` with conversions.
 *
 * Upstream: `conversion.NewWebhookHandler` of controller-runtime.
 *
 * @example
 * const handler = webhookHandler([converting(widgetVersions), converting(gadgetVersions)])
 */
export function converting(conversion: Conversion, options: ConvertingOptions = {}): Webhook {
  const { path = '/convert', maxBytes = MAX_BODY_BYTES } = options
  const webhook: ConversionWebhook = {
    type: 'conversion',
    path,
    hasOwnPath: false,
    resource: conversion.hub,
    versions: [conversion.hub.version, ...conversion.spokes.keys()],
    operations: [],
    timeoutMs: TIMEOUT_MS,
    endpointOf(webhooks) {
      const all = webhooks.map(asConversion)
      const routes = new ConversionRoutes(all.map(each => each.conversion))
      return conversionEndpoint(routes, Math.max(...all.map(each => each.maxBytes)))
    },
    conversion,
    maxBytes,
  }
  return webhook
}

function asConversion(webhook: Webhook): ConversionWebhook {
  if ('conversion' in webhook) return webhook as ConversionWebhook
  throw new UsageError(`the webhook at ${webhook.path} was not made by converting()`)
}
