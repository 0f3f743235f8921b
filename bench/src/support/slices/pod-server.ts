import type { Fetch } from '@kube-informer/core'
import type { Pod } from '@kube-informer/testing'
import { encodeFrame, LIST_VERSION } from '../pods/wire.ts'

/** An apiserver without a network. Its list is encoded while it is read, and its watch sends what it is given. */
export interface PodServer {
  readonly fetch: Fetch
  /** Sends a changed Pod to the watch. */
  send(pod: Pod): void
}

/** @param pods the Pods of each list */
export function startPodServer(pods: () => Iterable<Pod>): PodServer {
  const headers = { 'content-type': 'application/json' }
  let watch: ReadableStreamDefaultController<Uint8Array> | undefined
  const fetch: Fetch = async (input, { signal } = {}) => {
    const { pathname, searchParams } = new URL(input)
    // Without a version rows stay in JSON.
    if (pathname === '/version') return new Response(null, { status: 404 })
    const isWatch = searchParams.has('watch')
    if (!isWatch) return new Response(listBody(pods()), { headers })
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        watch = controller
        signal?.addEventListener('abort', () => controller.error(signal.reason))
      },
    })
    return new Response(body, { headers })
  }
  return { fetch, send: pod => watch?.enqueue(new Uint8Array(encodeFrame('MODIFIED', pod))) }
}

function listBody(pods: Iterable<Pod>): ReadableStream<Uint8Array> {
  const parts = listParts(pods)
  return new ReadableStream({
    pull(controller) {
      const { done, value } = parts.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
}

function* listParts(pods: Iterable<Pod>): Generator<Uint8Array> {
  const encoder = new TextEncoder()
  const metadata = `{"resourceVersion":"${LIST_VERSION}"}`
  yield encoder.encode(`{"kind":"PodList","apiVersion":"v1","metadata":${metadata},"items":[`)
  let separator = ''
  for (const pod of pods) {
    yield encoder.encode(separator + JSON.stringify(pod))
    separator = ','
  }
  yield encoder.encode(']}')
}
