import { defineResource, type KubernetesObject, type ResourceDefinition } from '@kube-informer/core'
import { applyJsonPatch } from '@kube-informer/core/patch'
import type { JsonObject } from '../api/json-value.ts'
import type { WebhookMetrics } from '../api/metrics.ts'
import type { Webhook } from '../webhook/webhook.ts'
import { type WebhookHandlerOptions, webhookHandler } from '../webhook/webhook-handler.ts'
import { RecordingLogger } from './recording-logger.ts'
import { type VerifiedResponse, verifyAdmissionResponse } from './verify-admission-response.ts'

export interface Widget extends KubernetesObject {
  readonly spec: {
    readonly size?: number
    readonly color?: string
    readonly parts?: readonly { readonly name: string; readonly count?: number }[]
  }
}

export const widgets: ResourceDefinition<Widget> = defineResource<Widget>({
  group: 'example.com',
  version: 'v1',
  plural: 'widgets',
  kind: 'Widget',
  namespaced: true,
})

/** A Widget as an apiserver sends it. */
export const widget = (spec: object = {}, metadata: object = {}): JsonObject => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name: 'a', namespace: 'default', ...metadata },
  spec,
})

export const UID = '705ab4f5-6393-11e8-b7cc-42010a800002'

/** The request of an apiserver: a CREATE of a Widget, unless the members say otherwise. */
export const requestOf = (members: object = {}): JsonObject => ({
  uid: UID,
  kind: { group: 'example.com', version: 'v1', kind: 'Widget' },
  resource: { group: 'example.com', version: 'v1', resource: 'widgets' },
  name: 'a',
  namespace: 'default',
  operation: 'CREATE',
  userInfo: { username: 'jane', groups: ['dev'] },
  object: widget(),
  oldObject: null,
  dryRun: false,
  options: { apiVersion: 'meta.k8s.io/v1', kind: 'CreateOptions' },
  ...members,
})

export const reviewOf = (request: object = requestOf(), version = 'v1'): JsonObject => ({
  kind: 'AdmissionReview',
  apiVersion: `admission.k8s.io/${version}`,
  request,
})

/** An answer, as sent and as an apiserver reads it. */
export interface RigAnswer extends VerifiedResponse {
  readonly body: string
  /** The object of the request with the patch. */
  readonly object: unknown
}

/** Calls webhooks like an apiserver, which throws for answers that it would refuse. */
export class AdmissionRig {
  readonly logger = new RecordingLogger()
  /** The paths of `panicked`. */
  readonly panics: string[] = []
  readonly handle: (request: Request) => Promise<Response>
  readonly #webhooks: readonly Webhook[]

  constructor(webhooks: readonly Webhook[], options: WebhookHandlerOptions = {}) {
    const { logger } = this
    const metrics: WebhookMetrics = {
      requestStarted: () => () => {},
      panicked: (path, of) => this.panics.push(`${path} ${of}`),
    }
    this.#webhooks = webhooks
    this.handle = webhookHandler(webhooks, { logger, metrics, ...options })
  }

  /** Sends a review with a request of these members to the first webhook. */
  async send(members: object = {}): Promise<RigAnswer> {
    const request = requestOf(members)
    const text = JSON.stringify(reviewOf(request))
    const body = await this.post(text)
    const mutating = this.#webhooks[0]?.type === 'mutating'
    const answer = verifyAdmissionResponse({ uid: UID, mutating }, body)
    const object = answer.patch ? applyJsonPatch(request.object, JSON.parse(answer.patch)) : request.object
    return { ...answer, body, object }
  }

  /** Posts a text to the first webhook, and returns the text of the answer, which has the code 200. */
  async post(text: string, init: RequestInit & { readonly timeout?: string } = {}): Promise<string> {
    const { timeout = '10s', ...rest } = init
    const url = `http://localhost${this.#webhooks[0]?.path}?timeout=${timeout}`
    const headers = { 'Content-Type': 'application/json' }
    const response = await this.handle(new Request(url, { method: 'POST', headers, body: text, ...rest }))
    if (response.status !== 200) throw new Error(`code ${response.status}`)
    if (response.headers.get('Content-Type') !== 'application/json') throw new Error('not sent as JSON')
    return response.text()
  }
}
