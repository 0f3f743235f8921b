import type { Fetch, KubernetesObject } from '@kube-informer/core'
import { type Pod, pods } from '@kube-informer/testing'
import type { Setup } from '../../runner/bench-case.ts'
import { encodeItems, encodeList, versionedPods } from '../pods/wire.ts'

const RESPONSE = { headers: { 'content-type': 'application/json' } }

/**
 * An apiserver without a network that generates the Pods of a list page by page, so that they need no memory. It serves
 * one list in pages, and watches without events.
 */
export function pagedUpstream(setup: Setup): Fetch {
  const all = versionedPods(setup)
  let listed = 0
  return async (input, { signal } = {}) => {
    const { searchParams } = new URL(input)
    if (searchParams.has('watch')) return new Response(silence(signal ?? undefined), RESPONSE)
    const page = take(all, Number(searchParams.get('limit')))
    listed += page.length
    const more = listed < Number(setup.count) ? { continue: String(listed) } : {}
    return new Response(new Uint8Array(encodeList(encodeItems(page), more)), RESPONSE)
  }
}

function take(all: Iterator<Pod>, count: number): readonly Pod[] {
  const page: Pod[] = []
  while (page.length < count) {
    const next = all.next()
    if (next.done) break
    page.push(next.value)
  }
  return page
}

const silence = (signal?: AbortSignal): ReadableStream =>
  new ReadableStream({
    start: controller => signal?.addEventListener('abort', () => controller.error(signal.reason)),
  })

/** Reads a body without keeping it. */
export async function sizeOf({ body }: Response): Promise<number> {
  let size = 0
  for await (const chunk of body ?? []) size += chunk.length
  return size
}

/** How Pods are served. */
export const podKind = {
  resource: pods,
  listKind: 'PodList',
  isBuiltIn: true,
  selectableFields: [
    'spec.nodeName',
    'spec.restartPolicy',
    'spec.schedulerName',
    'spec.serviceAccountName',
    'spec.hostNetwork',
    'status.phase',
    'status.podIP',
    'status.nominatedNodeName',
  ],
  columns: async () => [],
}

/** The parts of a Pod that have selectable fields. */
export type PodFields = Readonly<Partial<Record<'spec' | 'status', Readonly<Record<string, unknown>>>>>

/** The values of the selectable fields of a Pod. */
export function fieldsOfPod({
  spec,
  status,
}: KubernetesObject & PodFields): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {}
  for (const path of podKind.selectableFields) {
    const [parent = '', name = ''] = path.split('.')
    fields[path] = String((parent === 'spec' ? spec : status)?.[name] ?? '')
  }
  return fields
}
