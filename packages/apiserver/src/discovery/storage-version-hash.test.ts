import { expect, test } from 'vitest'
import { createFakeApiserver } from '../server/fake-apiserver.ts'
import { storageVersionHash } from './storage-version-hash.ts'

test.each([
  // A kube-apiserver 1.37.1 reports these.
  ['/v1/ConfigMap', 'qFsyl6wFWjQ='],
  ['apps/v1/Deployment', '8aSe+NMegvE='],
])('%s', async (storedAs, hash) => {
  expect(await storageVersionHash(storedAs)).toBe(hash)
})

test('every served version of a custom resource has that of the stored one', async () => {
  const server = createFakeApiserver()
  const version = (name: string, storage: boolean) => ({
    name,
    served: true,
    storage,
    schema: { openAPIV3Schema: { type: 'object' } },
  })
  await server.fetch('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      metadata: { name: 'widgets.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'widgets', kind: 'Widget' },
        versions: [version('v1', false), version('v2', true)],
      },
    }),
  })
  const hash = await storageVersionHash('example.com/v2/Widget')
  for (const name of ['v1', 'v2']) {
    const { resources } = await (await server.fetch(`/apis/example.com/${name}`)).json()
    expect(resources).toEqual([expect.objectContaining({ name: 'widgets', storageVersionHash: hash })])
  }
})
