import { createKubeClient, createListWatch, type ListerWatcher } from '@kube-informer/core'
import { configMaps, generatePods, pods } from '@kube-informer/testing'
import type { Sample, Setup } from '../../runner/bench-case.ts'
import { expectCount, microsecondsEach, sizeOf } from '../measure/operations.ts'

/**
 * BenchmarkExtractList and BenchmarkEachListItem: one pass over a list of 100. In Go the list is already decoded; here decoding
 * and iterating are one step, so the pass starts with the bytes of the response.
 */
export async function run(setup: Setup): Promise<Sample> {
  const { by, kind } = setup
  const count = sizeOf(setup, 'count')
  const operations = sizeOf(setup, 'operations')
  const body = new TextEncoder().encode(JSON.stringify(listOf(kind, count)))
  const read = by === 'JSON.parse' ? parse(body) : viaClient(body, kind, by === 'row')
  // Loads the platform's fetch before the first pass.
  await read()
  let seen = 0
  const started = performance.now()
  for (let i = 0; i < operations; i++) {
    for (const item of await read()) if (item) seen++
  }
  const microseconds = microsecondsEach(started, operations)
  expectCount('items', seen, count * operations)
  return { microseconds }
}

type Read = () => Promise<readonly unknown[]>

/** The same without the client: a Response, its text, its objects. */
const parse =
  (body: Uint8Array<ArrayBuffer>): Read =>
  async () =>
    JSON.parse(await new Response(body).text()).items

function viaClient(body: Uint8Array<ArrayBuffer>, kind: Setup[string] | undefined, asRow: boolean): Read {
  const headers = { 'content-type': 'application/json' }
  const client = createKubeClient({
    baseUrl: 'http://bench',
    fetch: async () => new Response(body, { headers }),
  })
  const resource = kind === 'ConfigMap' ? configMaps : pods
  const listerWatcher: ListerWatcher<unknown> = asRow
    ? createListWatch(client, resource, { form: 'row', encoding: 'json' })
    : createListWatch(client, resource)
  const { signal } = new AbortController()
  return async () => (await listerWatcher.list({}, { signal })).items
}

function listOf(kind: Setup[string] | undefined, count: number) {
  const items =
    kind === 'ConfigMap' ? Array.from({ length: count }, (_, i) => configMapAt(i)) : generatePods({ count })
  return { kind: `${kind}List`, apiVersion: 'v1', metadata: { resourceVersion: '1' }, items }
}

const configMapAt = (index: number) => ({
  metadata: {
    name: `config-${index}`,
    namespace: 'default',
    uid: `uid-${index}`,
    resourceVersion: `${index + 1}`,
  },
  data: { key: `value-${index}` },
})
