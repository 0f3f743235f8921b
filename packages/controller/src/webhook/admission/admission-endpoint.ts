import { readJsonBody } from '../body/read-json-body.ts'
import { RequestBodyError } from '../body/request-body-error.ts'
import type { Endpoint, EndpointContext, WebhookType } from '../webhook.ts'
import { AdmissionCall } from './admission-call.ts'
import type { Notes } from './admission-context.ts'
import { type AdmissionResponse, errored } from './admission-response.ts'
import {
  type AdmissionReview,
  DEFAULT_REVIEW_VERSION,
  decodeReview,
  encodeReview,
} from './admission-review.ts'
import { completeResponse } from './complete-response.ts'
import { textOf } from './text-of.ts'

/**
 * The endpoint of an admission webhook. It always answers with HTTP 200, and says inside the review what is wrong: with the body
 * (code 400 or 413, an empty uid), or with a handler (code 500).
 *
 * Upstream: controller-runtime `admission.Webhook.ServeHTTP` and `Handle`.
 */
export function admissionEndpoint(
  type: WebhookType,
  answer: (call: AdmissionCall) => AdmissionResponse | Promise<AdmissionResponse>,
): Endpoint {
  return async (request, context) => {
    const review = await readReview(request, context)
    if (review instanceof RequestBodyError) {
      context.logger.error('cannot read the review', review, { webhook: context.path })
      const response = completeResponse(type, '', errored(review.code, review), noNotes())
      return reply(DEFAULT_REVIEW_VERSION, response)
    }
    const { apiVersion, raw, text } = review
    const notes = noNotes()
    try {
      const value = context.contextOf?.(request)
      const response = await answer(new AdmissionCall({ endpoint: context, raw, text, notes, value }))
      return reply(apiVersion, completeResponse(type, raw.uid, response, notes))
    } catch (error) {
      context.logger.error('a handler panicked', error, { webhook: context.path, requestID: raw.uid })
      context.metrics.panicked(context.path, 'admission')
      if (!context.recoverPanics) throw error
      return reply(apiVersion, completeResponse(type, raw.uid, panicResponse(error), notes))
    }
  }
}

async function readReview(
  request: Request,
  context: EndpointContext,
): Promise<AdmissionReview | RequestBodyError> {
  try {
    return decodeReview(await readJsonBody(request, context))
  } catch (error) {
    if (error instanceof RequestBodyError) return error
    throw error
  }
}

const panicResponse = (error: unknown): AdmissionResponse =>
  errored(500, `panic: ${textOf(error)} [recovered]`)

const noNotes = (): Notes => ({ warnings: [], audit: new Map() })

const reply = (apiVersion: string, response: object): Response =>
  new Response(encodeReview(apiVersion, response), { headers: { 'Content-Type': 'application/json' } })
