import { defineResource, type KubernetesObject } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { conversionOf, type SpokeConverters, spoke } from '../webhook/conversion/conversion.ts'
import { type ConvertingOptions, converting } from '../webhook/conversion/converting.ts'
import type { Webhook } from '../webhook/webhook.ts'
import { type WebhookHandlerOptions, webhookHandler } from '../webhook/webhook-handler.ts'
import type { ReviewRequest } from './apiserver-conversion.ts'
import { RecordingLogger } from './recording-logger.ts'

/** v1 has a size, v2, the hub, has sizes, and v3 has a text. */
export interface WidgetV1 extends KubernetesObject {
  readonly spec: { readonly size?: number }
}
export interface WidgetV2 extends KubernetesObject {
  readonly spec: { readonly sizes: readonly number[] }
}
export interface WidgetV3 extends KubernetesObject {
  readonly spec: { readonly text: string }
}

const names = { group: 'example.com', plural: 'widgets', kind: 'Widget', namespaced: true } as const
export const widgetsV1 = defineResource<WidgetV1>({ ...names, version: 'v1' })
export const widgetsV2 = defineResource<WidgetV2>({ ...names, version: 'v2' })
export const widgetsV3 = defineResource<WidgetV3>({ ...names, version: 'v3' })

export const v1Converters: SpokeConverters<WidgetV2, WidgetV1> = {
  toHub: ({ spec, ...widget }) => ({
    ...widget,
    spec: { sizes: spec.size === undefined ? [] : [spec.size] },
  }),
  fromHub: ({ spec, ...widget }) => ({ ...widget, spec: { size: spec.sizes[0] ?? 0 } }),
}

const v3Converters: SpokeConverters<WidgetV2, WidgetV3> = {
  toHub: async ({ spec, ...widget }) => ({ ...widget, spec: { sizes: spec.text.split(',').map(Number) } }),
  fromHub: async ({ spec, ...widget }) => ({ ...widget, spec: { text: spec.sizes.join() } }),
}

export const widgetVersions = conversionOf(widgetsV2, [
  spoke(widgetsV1, v1Converters),
  spoke(widgetsV3, v3Converters),
])

/** A conversion of v1 by functions of any type. */
export const convertingBy = (
  toHub: (object: never) => unknown,
  fromHub: (object: never) => unknown = object => object,
  options: ConvertingOptions = {},
): Webhook =>
  converting(
    conversionOf(widgetsV2, [spoke(widgetsV1, { toHub, fromHub } as never), spoke(widgetsV3, v3Converters)]),
    options,
  )

export const widget = (version: string, name: string, spec: object): Record<string, unknown> => ({
  apiVersion: `example.com/${version}`,
  kind: 'Widget',
  metadata: { name, namespace: 'default', uid: `uid-${name}` },
  spec,
})

export const reviewOf = (desiredAPIVersion: string, ...objects: unknown[]): ReviewRequest & object => ({
  uid: 'u-1',
  desiredAPIVersion,
  objects: objects as Record<string, unknown>[],
})

export interface ConversionReply {
  readonly apiVersion: string
  readonly kind: string
  readonly response: {
    readonly uid: string
    readonly convertedObjects?: readonly Record<string, unknown>[]
    readonly result: { readonly status: string; readonly message?: string }
  }
}

/** A handler of conversions, and what it reports. */
export class ConversionRig {
  readonly clock = new FakeClock()
  readonly logger = new RecordingLogger()
  /** The paths of the panics that were counted. */
  readonly panics: string[] = []
  readonly handle: (request: Request) => Promise<Response>

  constructor(
    webhooks: readonly Webhook[] = [converting(widgetVersions)],
    options: WebhookHandlerOptions = {},
  ) {
    const metrics = {
      requestStarted: () => () => {},
      panicked: (path: string, of: string) => this.panics.push(`${of} ${path}`),
    }
    this.handle = webhookHandler(webhooks, { clock: this.clock, logger: this.logger, metrics, ...options })
  }

  post(body: BodyInit | null, init: RequestInit = {}, query = ''): Promise<Response> {
    const headers = { 'Content-Type': 'application/json' }
    return this.handle(
      new Request(`http://webhook/convert${query}`, {
        method: 'POST',
        headers,
        body,
        duplex: 'half',
        ...init,
      } as RequestInit),
    )
  }

  /** Sends a review of v1, and advances the clock while it waits. */
  async text(request: object, init?: object): Promise<string> {
    const review = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'ConversionReview', request, ...init }
    return await this.send(JSON.stringify(review))
  }

  async send(body: string): Promise<string> {
    const answer = this.post(body)
    await this.clock.settle()
    return await (await answer).text()
  }

  async review(request: object, init?: object): Promise<ConversionReply> {
    return JSON.parse(await this.text(request, init))
  }

  /** The message of a failure. */
  async failure(request: object): Promise<string | undefined> {
    const { response } = await this.review(request)
    return response.convertedObjects === undefined && response.result.status === 'Failure'
      ? response.result.message
      : `no failure: ${JSON.stringify(response)}`
  }
}
