import { jsonBody } from './answer.ts'
import { isConnectionLost } from './retry-after.ts'
import type { KubeRequest, Transport } from './transport.ts'

/**
 * Opens the stream of a watch: newline-delimited JSON, one event a line. It settles once the server has agreed,
 * and rejects as {@link Transport.request} does; cancelling the stream ends the watch.
 *
 * @param path the collection's path below the apiserver's root; the request's query has `watch=true` already
 */
export type WatchOpener = (
  transport: Transport,
  path: string,
  request: KubeRequest & { readonly what: string },
) => Promise<ReadableStream<Uint8Array>>

/**
 * Opens a watch by `fetch`. A server whose connections broke before any answer, again and again, is a watch that
 * is over and not an error (client-go `rest.Request.Watch`): the informer goes on as after any other end.
 */
export const openFetchWatch: WatchOpener = async (transport, path, request) => {
  try {
    return jsonBody(await transport.request(path, request), request.what)
  } catch (error) {
    if (isConnectionLost(error)) return new ReadableStream({ start: controller => controller.close() })
    throw error
  }
}
