import { serveRelay } from '@kube-informer/relay/node'
import { createFakeApiserver, generatePods } from '@kube-informer/testing'
import { serve } from '@kube-informer/testing/node'
import { beforeAll, expect, test, vi } from 'vitest'
import { relayOf } from './relay-of.ts'

const PROTOBUF = 'application/vnd.kubernetes.protobuf'
const PODS = '/api/v1/pods'

let url: string
beforeAll(async () => {
  const upstream = await serve(createFakeApiserver({ objects: generatePods({ count: 3 }) }))
  const relay = await serveRelay(relayOf(upstream))
  url = relay.url
  await vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200))
  return async () => {
    await relay.close()
    await upstream.close()
  }
})

const get = (path: string, Accept: string) => fetch(url + path, { headers: { Accept } })

test.each([PODS, `${PODS}?watch=1`, `${PODS}?watch=1&resourceVersion=0`])(
  'a reader that accepts only protobuf gets 406 for %s, and one that also accepts JSON gets JSON',
  async path => {
    const refused = await get(path, PROTOBUF)
    expect([refused.status, await refused.json()]).toMatchObject([406, { reason: 'NotAcceptable' }])
    const typed = await get(path, `${PROTOBUF},application/json`)
    expect([typed.status, typed.headers.get('Content-Type')]).toEqual([200, 'application/json'])
    await typed.body?.cancel()
  },
)

test('tables have the columns of the resource, in lists and in watches', async () => {
  const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json'
  const list = (await (await get(PODS, accept)).json()) as { kind: string; rows: unknown[] }
  expect([list.kind, list.rows.length]).toEqual(['Table', 3])
  const watch = (await get(`${PODS}?watch=1&timeoutSeconds=1`, accept)).text()
  const [first] = (await watch).split('\n')
  expect(JSON.parse(first ?? '')).toMatchObject({ type: 'ADDED', object: { kind: 'Table', rows: [{}] } })
})
