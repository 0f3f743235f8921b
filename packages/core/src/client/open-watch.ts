import { jsonBody } from './answer.ts'
import { isConnectionLost } from './retry-after.ts'
import type { RedactedRequest, Transport } from './transport.ts'

/**
 * Opens the stream of a watch: newline-delimited JSON, one event per line. It resolves after the server has accepted the
 * request and rejects as {@link Transport.request} does. Cancelling the stream ends the watch.
 *
 * @param path the collection's path below the apiserver's root; the request's query contains `watch=true`
 */
export type WatchOpener = (
  transport: Transport,
  path: string,
  request: RedactedRequest & { readonly what: string },
) => Promise<ReadableStream<Uint8Array>>

/**
 * Opens a watch by `fetch`. If the connection is lost before a response and all retries fail, the watch ends without an
 * error (client-go `rest.Request.Watch`), and the informer continues as after any other end.
 */
export const openFetchWatch: WatchOpener = async (transport, path, request) => {
  try {
    return jsonBody(await transport.request(path, request), request.what)
  } catch (error) {
    if (isConnectionLost(error)) return new ReadableStream({ start: controller => controller.close() })
    throw error
  }
}
