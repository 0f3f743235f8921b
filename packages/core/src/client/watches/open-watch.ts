import { jsonBody, type Offer } from '../transport/answer.ts'
import { isConnectionLost } from '../transport/retry-after.ts'
import type { RedactedRequest, Transport } from '../transport/transport.ts'

/** A request of a watch. */
export interface WatchRequest extends RedactedRequest {
  readonly what: string
  /** What it also accepts, where headers can be sent: an Accept header instead of that in `headers`. */
  readonly offer?: Offer | undefined
}

/**
 * Opens the stream of a watch: JSON objects, one for each event; or frames of protobuf, if the request's offer is
 * sent. It resolves after the server has accepted the
 * request and rejects as {@link Transport.request} does. Cancelling the stream ends the watch.
 *
 * @param path the collection's path below the apiserver's root; the request's query contains `watch=true`
 */
export type WatchOpener = (
  transport: Transport,
  path: string,
  request: WatchRequest,
) => Promise<ReadableStream<Uint8Array>>

/**
 * Opens a watch by `fetch`. If the connection is lost before a response and all retries fail, the watch ends without an
 * error (client-go `rest.Request.Watch`), and the informer continues as after any other end.
 */
export const openFetchWatch: WatchOpener = async (transport, path, { offer, ...request }) => {
  const headers = withOffer(request.headers, offer)
  try {
    return jsonBody(await transport.request(path, { ...request, headers }), request.what, offer)
  } catch (error) {
    if (!isConnectionLost(error)) throw error
    if (offer) offer.isJson = true
    return new ReadableStream({ start: controller => controller.close() })
  }
}

/** Headers that accept the offer, if there is one. */
export const withOffer = (
  headers: WatchRequest['headers'],
  offer: Offer | undefined,
): WatchRequest['headers'] => (offer ? { ...headers, accept: offer.accept } : headers)
