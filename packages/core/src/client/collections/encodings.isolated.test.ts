import { createFakeApiserver, generatePods, pods } from '@kube-informer/testing'
import { expect, test, vi } from 'vitest'
import { StatusError } from '../../api/errors.ts'
import type { Row } from '../../api/row.ts'
import { createKubeClient } from '../kube-client.ts'
import { createListWatch } from '../list-watch.ts'

let isMissing = true
vi.mock('../../protobuf/load-protobuf.ts', async original => {
  const module = await original<typeof import('../../protobuf/load-protobuf.ts')>()
  const fail = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
  return { ...module, loadModule: () => (isMissing ? fail() : module.loadModule()) }
})

const { signal } = new AbortController()
const server = createFakeApiserver({ objects: generatePods({ count: 2, seed: 1 }) })
const formsOf = (rows: readonly Row<never>[]) => [...new Set(rows.map(({ body }) => typeof body))]

test('while the reader of protobuf cannot be fetched, rows are JSON', async () => {
  isMissing = true
  const client = createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch })
  const listWatch = createListWatch(client, pods, { form: 'row' })
  expect(formsOf((await listWatch.list({}, { signal })).items as never)).toEqual(['string'])
  isMissing = false
  expect(formsOf((await listWatch.list({}, { signal })).items as never)).toEqual(['object'])
})

test('an error in protobuf whose reader cannot be fetched is a StatusError by its code', async () => {
  isMissing = true
  const headers = { 'content-type': 'application/vnd.kubernetes.protobuf' }
  const client = createKubeClient({
    baseUrl: 'http://fake',
    fetch: async () => new Response(Uint8Array.of(0x6b, 0x38, 0x73, 0), { status: 403, headers }),
  })
  const list = createListWatch(client, pods, { form: 'row' }).list({}, { signal })
  const error = await list.catch(rejection => rejection)
  expect(error).toBeInstanceOf(StatusError)
  expect([error.code, error.reason]).toEqual([403, 'Forbidden'])
})
