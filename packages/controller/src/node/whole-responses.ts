import type { RequestHandler } from '@kube-informer/core/node'

/**
 * Answers with whole responses, which therefore have a length. A handler that throws is a 500, without the reason, and so is a
 * response whose body breaks off. `onError` receives the reason, unless the client has gone.
 */
export const wholeResponses =
  (handle: RequestHandler, onError: (error: unknown, path: string) => void = () => {}): RequestHandler =>
  async request => {
    const report = (error: unknown): undefined => {
      if (!request.signal.aborted) onError(error, new URL(request.url).pathname)
    }
    const response = await answered(handle, request, report)
    const body = await response.arrayBuffer().catch(report)
    return body
      ? whole(response, body, request)
      : whole(new Response(null, { status: 500 }), NO_BYTES, request)
  }

const NO_BYTES = new ArrayBuffer(0)

async function answered(
  handle: RequestHandler,
  request: Request,
  onError: (error: unknown) => void,
): Promise<Response> {
  try {
    return await handle(request)
  } catch (error) {
    onError(error)
    return new Response('internal server error\n', { status: 500 })
  }
}

function whole({ status, headers: given }: Response, body: ArrayBuffer, { method }: Request): Response {
  const headers = new Headers(given)
  // A response to HEAD has the headers of the one to GET, and some statuses have no body (RFC 9110, 8.6).
  if (method !== 'HEAD' && status !== 204 && status !== 304)
    headers.set('Content-Length', `${body.byteLength}`)
  return new Response(body.byteLength > 0 ? body : null, { status, headers })
}
