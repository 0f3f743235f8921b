import { readJsonText } from '../body/read-json-text.ts'
import { RequestBodyError } from '../body/request-body-error.ts'
import type { Endpoint, EndpointContext } from '../webhook.ts'
import type { ConversionContext } from './conversion.ts'
import { clientMessage, describeObject, INTERNAL_ERROR } from './conversion-failure.ts'
import { decodeConversionReview, encodeConverted, encodeFailure } from './conversion-review.ts'
import type { ConversionRoutes } from './conversion-routes.ts'
import { convertObject } from './convert-object.ts'
import { type Pause, pausing } from './pausing.ts'

/**
 * The endpoint of conversions. It answers HTTP 200 with a review, whose result is a Failure if one of the objects cannot be
 * converted; then it has no objects. Unlike in admission, a body that is no review is an HTTP error, with the reason as text.
 *
 * Upstream: `conversion.webhook.ServeHTTP` of controller-runtime.
 */
export function conversionEndpoint(routes: ConversionRoutes, maxBytes: number): Endpoint {
  return async (request, endpoint) => {
    try {
      const text = await readJsonText(request, { ...endpoint, maxBytes })
      return reply(await answer(text, request, routes, endpoint))
    } catch (error) {
      if (!(error instanceof RequestBodyError)) throw error
      endpoint.logger.error('cannot read the review', error, { webhook: endpoint.path })
      return new Response(`${error.message}\n`, { status: error.code })
    }
  }
}

const reply = (json: string): Response =>
  new Response(json, { headers: { 'Content-Type': 'application/json' } })

async function answer(
  text: string,
  request: Request,
  routes: ConversionRoutes,
  endpoint: EndpointContext,
): Promise<string> {
  const { path, signal, clock } = endpoint
  const pause = pausing(clock)
  const review = await decodeConversionReview(text, pause)
  const progress: Progress = { text: '{}', converted: [] }
  const { uid, desiredAPIVersion, objects } = review
  const logger = endpoint.logger.with({ webhook: path, requestID: uid, desiredAPIVersion })
  try {
    const context = { uid, desiredAPIVersion, signal, logger, value: endpoint.contextOf?.(request) }
    await convertAll(objects, routes, context, pause, progress)
    return encodeConverted(review, progress.converted)
  } catch (error) {
    if (error instanceof RequestBodyError) throw error
    const object = describeObject(progress.text, progress.converted.length)
    return encodeFailure(review, failureOf(error, object, { ...endpoint, logger }, desiredAPIVersion))
  }
}

/** The object that is being converted, and the texts of those before it. */
interface Progress {
  text: string
  readonly converted: string[]
}

async function convertAll(
  objects: readonly string[],
  routes: ConversionRoutes,
  context: ConversionContext,
  pause: Pause,
  progress: Progress,
): Promise<void> {
  for (const text of objects) {
    progress.text = text
    context.signal.throwIfAborted()
    progress.converted.push(await convertObject(text, routes, context))
    await pause()
  }
}

/** The message of a failure. A bug is logged and counted, and its text is hidden. */
function failureOf(error: unknown, object: string, endpoint: EndpointContext, version: string): string {
  const { logger, metrics, path, signal, recoverPanics } = endpoint
  const message = clientMessage(error, signal)
  if (message !== undefined) {
    logger.info('cannot convert', { object, reason: message })
    return `cannot convert ${object} to ${version}: ${message}`
  }
  logger.error('a converter panicked', error, { object })
  metrics.panicked(path, 'conversion')
  if (!recoverPanics) throw error
  return INTERNAL_ERROR
}
