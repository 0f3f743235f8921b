import { createFakeApiserver, type FakeApiserver, pods as typedPods } from '@kube-informer/testing'
import { beforeEach, expect, test } from 'vitest'
import type { KubernetesObject } from '../../api/object.ts'
import type { ResourceDefinition } from '../../api/resource.ts'
import { createKubeClient, type InformerClient } from '../kube-client.ts'
import { createListWatch } from '../list-watch.ts'
import { listTable } from '../tables/table.ts'

const pods = typedPods as unknown as ResourceDefinition<KubernetesObject>

/**
 * Headers that a page on another origin may send. Any other header fails the CORS preflight of an apiserver with an
 * opaque error. These are the names that `--cors-allowed-origins` allows, without those that the client never sends.
 */
const ALLOWED = new Set(['accept', 'authorization', 'content-type'])
/** A longer Accept is no longer safelisted (Fetch standard), and the server does not allow it by name. */
const MAX_ACCEPT = 128

interface Sent {
  readonly url: URL
  readonly headers: Headers
}

let server: FakeApiserver
let client: InformerClient
let sent: Sent[]
beforeEach(() => {
  server = createFakeApiserver()
  sent = []
  client = createKubeClient({
    baseUrl: 'http://fake',
    getToken: () => 'secret',
    fetch: (url, init) => {
      sent.push({ url: new URL(url), headers: new Headers(init?.headers) })
      return server.fetch(url, init)
    },
  })
})

test('every request passes CORS from another origin, and none requests indented JSON', async () => {
  const at = { namespace: 'default', name: 'a' }
  const spec = { containers: [{ name: 'main', image: 'example/app:1' }] }
  const object = { kind: 'Pod', apiVersion: 'v1', metadata: at, spec }
  const { signal, abort } = stopping()
  await client.create(pods, object)
  const { metadata } = await client.get(pods, at)
  await client.replace(pods, { ...object, metadata: metadata ?? at })
  for (const type of ['merge', 'json', 'strategic'] as const)
    await client.patch(pods, at, type === 'json' ? [] : {}, { type }).catch(() => {})
  await client.list(pods, { namespace: 'default', limit: 1 })
  await client.watch(pods, {}, { signal })
  await listTable(client, pods).catch(() => {})
  for (const form of ['object', 'row'] as const) {
    const options = { metadataOnly: true, form } as { metadataOnly: true; form: 'object' }
    const listWatch = createListWatch(client, pods, options)
    await listWatch.list({}, { signal })
    await listWatch.watch({}, { signal })
  }
  await client.delete(pods, at)
  abort()
  expect(sent).toHaveLength(15)
  const names = new Set(sent.flatMap(({ headers }) => [...headers.keys()]))
  expect([...names].filter(name => !ALLOWED.has(name))).toEqual([])
  const longest = Math.max(...sent.map(({ headers }) => headers.get('accept')?.length ?? 0))
  expect(longest).toBeGreaterThan(0)
  expect(longest).toBeLessThanOrEqual(MAX_ACCEPT)
  expect(sent.every(({ url }) => url.searchParams.get('pretty') === 'false')).toBe(true)
})

function stopping(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
