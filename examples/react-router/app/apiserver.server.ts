/** Where the server reaches the apiserver. The page reaches it through `routes/k8s.ts`. */
export const APISERVER = process.env.KUBE_APISERVER ?? 'http://localhost:8001'

/** The token of the user who sent the request. */
export function tokenOf(request: Request): string {
  return /(?:^|; )token=([^;]*)/.exec(request.headers.get('cookie') ?? '')?.[1] ?? ''
}

/** A request of the page, and the token of its user. */
interface Forwarded {
  readonly request: Request
  readonly token: string
}

/** Passes a read of the page's informers to the apiserver, with the user's token, which the page does not have. */
export async function forwardRead(path: string, { token, request }: Forwarded): Promise<Response> {
  const accept = request.headers.get('accept') ?? '*/*'
  const { status, headers, body } = await fetch(`${APISERVER}/${path}${new URL(request.url).search}`, {
    headers: { accept, authorization: `Bearer ${token}` },
    signal: request.signal,
  })
  const type = headers.get('content-type') ?? 'application/json'
  return new Response(type.includes('json') ? body?.pipeThrough(startingAtOnce()) : body, {
    status,
    headers: {
      'content-type': type,
      // `no-transform` turns off the compression of this server, which would delay the events of a watch.
      'cache-control': 'private, no-store, no-transform',
    },
  })
}

/** This server sends the headers with the first byte of the body. A watch may have no event for minutes: send an empty line. */
const startingAtOnce = () =>
  new TransformStream<Uint8Array, Uint8Array>({
    start: controller => controller.enqueue(new TextEncoder().encode('\n')),
  })
