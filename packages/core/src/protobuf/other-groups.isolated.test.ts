import { expect, test, vi } from 'vitest'
import type { KubernetesObject } from '../api/object.ts'
import { defineResource } from '../api/resource.ts'
import type { Row } from '../api/row.ts'
import { createKubeClient } from '../client/kube-client.ts'
import { createListWatch } from '../client/list-watch.ts'
import { createRow } from '../row/create-row.ts'
import { readObject } from '../row/read-row.ts'
import { loadProtobuf } from './load-protobuf.ts'
import { loadProtobufEncoder } from './write-protobuf.ts'

let isMissing = true
vi.mock('./data/other-group-messages.ts', async original => {
  const module = await original<typeof import('./data/other-group-messages.ts')>()
  return {
    get OTHER_GROUP_MESSAGES() {
      if (isMissing) throw new TypeError('Failed to fetch dynamically imported module')
      return module.OTHER_GROUP_MESSAGES
    },
  }
})

const { signal } = new AbortController()
const ingress: KubernetesObject = {
  kind: 'Ingress',
  apiVersion: 'networking.k8s.io/v1',
  metadata: { name: 'a' },
}
const ingresses = defineResource({
  group: 'networking.k8s.io',
  version: 'v1',
  plural: 'ingresses',
  kind: 'Ingress',
  namespaced: true,
})

/** Encodes with the table of all groups, which is another one. */
async function encoded(object: KubernetesObject): Promise<Uint8Array<ArrayBuffer>> {
  isMissing = false
  const bytes = (await loadProtobufEncoder()).encode(object)
  isMissing = true
  return Uint8Array.from(bytes ?? [])
}

const rowOf = (body: Uint8Array): Row =>
  createRow({ name: 'a', namespace: '', uid: '', resourceVersion: '' }, body)

async function listedForm(): Promise<string> {
  const list = { kind: 'IngressList', apiVersion: 'networking.k8s.io/v1', metadata: {}, items: [ingress] }
  const body = await encoded(list as KubernetesObject)
  const fetch = async (_: string, { headers }: RequestInit = {}) => {
    const isProtobuf = new Headers(headers).get('accept')?.includes('protobuf')
    return isProtobuf
      ? new Response(body, { headers: { 'content-type': 'application/vnd.kubernetes.protobuf' } })
      : Response.json(list)
  }
  const client = createKubeClient({ baseUrl: 'http://fake', fetch, encoding: 'protobuf' })
  const listWatch = createListWatch(client, ingresses, { form: 'row' })
  const { items } = await listWatch.list({}, { signal })
  return typeof items[0]?.body
}

test('kinds of other groups are read once their part of the table is loaded', async () => {
  await loadProtobuf({ groups: 'common' })
  const config = await encoded({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a' } })
  expect(readObject(rowOf(config)).kind).toBe('ConfigMap')
  const row = rowOf(await encoded(ingress))
  expect(() => readObject(row)).toThrow('no kind "Ingress" is registered')

  // While the part cannot be fetched, rows are JSON, and those of a store cannot be read.
  const { access } = createListWatch(createKubeClient({ baseUrl: 'http://fake' }), ingresses, { form: 'row' })
  await expect(loadProtobuf()).rejects.toThrow(TypeError)
  await expect(access?.prepare?.([row as Row<never>])).rejects.toThrow(TypeError)
  expect(await listedForm()).toBe('string')

  // Rows whose kinds are known, and broken ones, need no other part.
  await access?.prepare?.([rowOf(config) as Row<never>])
  await access?.prepare?.([rowOf(Uint8Array.of(1)) as Row<never>])

  isMissing = false
  await access?.prepare?.([row as Row<never>])
  expect(readObject(row)).toMatchObject(ingress)
  await loadProtobuf()
  expect(await listedForm()).toBe('object')
})
