import type { KubernetesObject } from '@kube-informer/core'
import type { Pod } from '@kube-informer/core/resources'

/** What a page without informers keeps, and how it gets it. */
export interface NaiveTable {
  readonly pods: readonly Pod[]
  /** Bytes received so far. */
  readonly bytes: number
}

/** Calls back with the state after each change, until the signal is aborted. Rejects when it cannot continue. */
export type NaiveSource = (
  baseUrl: string,
  onState: (state: NaiveTable) => void,
  signal: AbortSignal,
) => Promise<void>

const POLL_MS = 5_000
const PODS = '/api/v1/pods'

interface List {
  readonly metadata: { readonly resourceVersion: string }
  readonly items: readonly Pod[]
}

interface WatchEvent {
  readonly type: string
  readonly object: Pod & { readonly message?: string }
}

const keyOf = ({ metadata }: KubernetesObject): string => `${metadata?.namespace}/${metadata?.name}`
const byKey = (a: Pod, b: Pod): number => (keyOf(a) < keyOf(b) ? -1 : 1)

async function get(url: string, signal: AbortSignal): Promise<Response> {
  const response = await fetch(url, { signal })
  if (!response.ok) throw new Error(`the server answered ${response.status}`)
  return response
}

async function list(baseUrl: string, signal: AbortSignal): Promise<{ list: List; bytes: number }> {
  const response = await get(baseUrl + PODS, signal)
  const text = await response.text()
  return { list: JSON.parse(text), bytes: text.length }
}

/** Lists everything every five seconds. */
export const poll: NaiveSource = async (baseUrl, onState, signal) => {
  let received = 0
  while (!signal.aborted) {
    const { list: answer, bytes } = await list(baseUrl, signal)
    received += bytes
    onState({ pods: answer.items.toSorted(byKey), bytes: received })
    await new Promise(resolve => setTimeout(resolve, POLL_MS))
  }
}

/** Lists once, and sets the state with each event of a watch, as many tutorials do. */
export const watchNaively: NaiveSource = async (baseUrl, onState, signal) => {
  const { list: answer, bytes } = await list(baseUrl, signal)
  let received = bytes
  let pods = answer.items
  onState({ pods: pods.toSorted(byKey), bytes: received })
  const query = `?watch=true&resourceVersion=${answer.metadata.resourceVersion}`
  const { body } = await get(baseUrl + PODS + query, signal)
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    received += part.value.length
    const lines = (rest + part.value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      pods = withEvent(pods, JSON.parse(line))
      onState({ pods: pods.toSorted(byKey), bytes: received })
    }
  }
  throw new Error('the server closed the watch')
}

function withEvent(pods: readonly Pod[], { type, object }: WatchEvent): readonly Pod[] {
  if (type === 'ERROR') throw new Error(object.message)
  const others = pods.filter(pod => keyOf(pod) !== keyOf(object))
  return type === 'DELETED' ? others : [...others, object]
}
