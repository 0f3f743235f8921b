import { FakeClock } from '@kube-informer/testing'
import { beforeEach, expect, test } from 'vitest'
import { createFakeApiserver, type FakeApiserver } from '../server/fake-apiserver.ts'

let server: FakeApiserver
beforeEach(() => {
  server = createFakeApiserver({ clock: new FakeClock() })
})

const PATH = '/api/v1/namespaces/default/configmaps'
const send = (method: string, path: string, accept: string, body?: object) =>
  server.fetch(path, {
    method,
    headers: { 'Content-Type': 'application/json', Accept: accept },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
const as = (form: string) => `application/json;as=${form};g=meta.k8s.io;v=v1`
const configMap = { metadata: { name: 'a' }, data: { x: '1' } }

test('write responses have the negotiated form', async () => {
  const created = await send('POST', PATH, as('Table'), configMap)
  expect([created.status, await created.json()]).toMatchObject([
    201,
    {
      kind: 'Table',
      columnDefinitions: [{ name: 'Name' }, { name: 'Data' }, { name: 'Age' }],
      rows: [{ cells: ['a', 1, '0s'] }],
    },
  ])
  const replaced = await send('PUT', `${PATH}/a`, as('PartialObjectMetadata'), configMap)
  expect(await replaced.json()).toMatchObject({ kind: 'PartialObjectMetadata', metadata: { name: 'a' } })
})

test('YAML responses are JSON with another type', async () => {
  const response = await send('POST', PATH, 'application/yaml', configMap)
  expect([response.status, response.headers.get('Content-Type')]).toEqual([201, 'application/yaml'])
  expect(await response.json()).toMatchObject({ kind: 'ConfigMap' })
})

test('a write with an unsupported Accept header is not stored', async () => {
  const { rv } = server
  const response = await send('POST', PATH, 'application/xyz', configMap)
  expect(response.status).toBe(406)
  expect(server.rv).toBe(rv)
})
