import { createProxyHandler } from '@kube-informer/core/proxy'

/** Where the server reaches the apiserver. The page reaches it through `routes/k8s.ts`. */
export const APISERVER = process.env.KUBE_APISERVER ?? 'http://localhost:8001'

/** The token of the user who sent the request. */
export function tokenOf(request: Request): string {
  return /(?:^|; )token=([^;]*)/.exec(request.headers.get('cookie') ?? '')?.[1] ?? ''
}

/** Passes a request of the own page to the apiserver, with the user's token, which the page does not have. */
export function forward(request: Request): Promise<Response> {
  const headers = { authorization: `Bearer ${tokenOf(request)}` }
  const cluster = { baseUrl: APISERVER, headers, fetch }
  // This server sends the headers of a watch with the first byte of its body.
  return createProxyHandler({ cluster, basePath: '/k8s', firstLine: true })(request)
}
