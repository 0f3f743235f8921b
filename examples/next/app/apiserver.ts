import { createProxyHandler } from '@kube-informer/core/proxy'
import { cookies } from 'next/headers'

/** Where the server reaches the apiserver. The page reaches it through `k8s/[...path]/route.ts`. */
export const APISERVER = process.env.KUBE_APISERVER ?? 'http://localhost:8001'

/** The token of the user who sent the request. */
export async function requestToken(): Promise<string> {
  return (await cookies()).get('token')?.value ?? ''
}

/** Passes a request of the own page to the apiserver, with the user's token, which the page does not have. */
export async function forward(request: Request): Promise<Response> {
  const headers = { authorization: `Bearer ${await requestToken()}` }
  const cluster = { baseUrl: APISERVER, headers, fetch: uncached }
  // This server sends the headers of a watch with the first byte of its body.
  return createProxyHandler({ cluster, basePath: '/k8s', firstLine: true })(request)
}

/** Next must not answer from its cache. */
const uncached = (url: string, init?: RequestInit) => fetch(url, { ...init, cache: 'no-store' })
