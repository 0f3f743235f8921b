import { createKubeClient } from '@kube-informer/core'
import { discover } from '@kube-informer/core/discovery'
import { createFakeApiserver } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { applyTarget, pastedObjects, titleOf } from './apply-documents.ts'

const server = createFakeApiserver()
const client = createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch as typeof fetch })

test('several documents and the items of lists are objects', () => {
  const text = `
apiVersion: v1
kind: ConfigMap
metadata: { name: a }
---
# nothing
---
apiVersion: v1
kind: List
items:
- { apiVersion: v1, kind: Secret, metadata: { name: b, namespace: c } }
`
  expect(pastedObjects(text).map(titleOf)).toEqual(['ConfigMap a', 'Secret c/b'])
})

test('a mistake names its document', () => {
  expect(() => pastedObjects('kind: A\n')).toThrow(
    'Document 1: apiVersion, kind or metadata.name is missing.',
  )
  expect(() => pastedObjects('{apiVersion: v1, kind: A, metadata: {name: a}}\n---\na: [')).toThrow(
    /^Document 2/,
  )
  expect(() => pastedObjects('\n')).toThrow('There is no object in the text.')
})

test('objects without a namespace get one, unless their kind has none', async () => {
  const { groups } = await discover(client)
  const target = (kind: string, apiVersion: string) =>
    applyTarget({ apiVersion, kind, metadata: { name: 'a' } }, groups, 'shop')
  expect(target('Deployment', 'apps/v1')).toMatchObject({
    resource: { plural: 'deployments' },
    object: { metadata: { namespace: 'shop' } },
  })
  expect(target('Node', 'v1').object.metadata).toEqual({ name: 'a' })
  expect(() => target('Widget', 'example.com/v1')).toThrow('Widget')
})
