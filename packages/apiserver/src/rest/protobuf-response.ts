import { jsonInsteadOfProtobuf } from '@kube-informer/cacher/http'
import type { KubernetesObject } from '@kube-informer/core'
import { loadProtobufEncoder, type ProtobufEncoder } from '@kube-informer/core/protobuf'
import type { Route } from '../http/route.ts'
import { PROTOBUF } from './body/media-type.ts'

/** The same request for JSON, if the answer is to be protobuf; undefined otherwise. */
export function asJsonRequest(request: Request, route: Route): Request | undefined {
  const accept = jsonAcceptOf(request.headers.get('Accept'), route)
  if (accept === undefined) return undefined
  const headers = new Headers(request.headers)
  headers.set('Accept', accept)
  return new Request(request, { headers })
}

function jsonAcceptOf(accept: string | null, route: Route): string | undefined {
  if (route.type === 'resource') {
    const { isBuiltIn, resource } = route.kind
    // The table of messages has the stable versions.
    return jsonInsteadOfProtobuf(accept, isBuiltIn && !/alpha|beta/.test(resource.version))
  }
  // Aggregated discovery is JSON.
  return route.type === 'discovery' && !accept?.includes('as=')
    ? jsonInsteadOfProtobuf(accept, true)
    : undefined
}

/** Converts a JSON response to protobuf, and leaves what is no object as it is. */
export async function protobufResponse(response: Response, isWatch: boolean): Promise<Response> {
  if (!response.body || !response.headers.get('Content-Type')?.startsWith('application/json')) return response
  const encoder = await loadProtobufEncoder()
  if (isWatch && response.ok)
    return withBody(response, `${PROTOBUF};stream=watch`, frames(response.body, encoder))
  const text = await response.text()
  const bytes = encoder.encode(JSON.parse(text) as KubernetesObject)
  return bytes ? withBody(response, PROTOBUF, bytes) : withBody(response, 'application/json', text)
}

function withBody({ status, headers }: Response, contentType: string, body: BodyInit | Uint8Array): Response {
  const copy = new Headers(headers)
  copy.set('Content-Type', contentType)
  copy.delete('Content-Length')
  return new Response(body as BodyInit, { status, headers: copy })
}

interface Event {
  readonly type: string
  readonly object: KubernetesObject
}

/** A stream, and not a generator, which could not be ended while it waits for the next line. */
function frames(lines: ReadableStream<Uint8Array>, encoder: ProtobufEncoder): ReadableStream<Uint8Array> {
  const decoder = new TextDecoder()
  let rest = ''
  const toFrames = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const whole = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = whole.pop() ?? ''
      for (const line of whole) {
        const { type, object } = JSON.parse(line) as Event
        const frame = encoder.encodeEvent(type, object)
        if (frame) controller.enqueue(frame)
      }
    },
  })
  return lines.pipeThrough(toFrames)
}
