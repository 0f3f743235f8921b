import { expect, test } from 'vitest'
import { ProtocolError } from '../api/errors.ts'
import { defineResource } from '../api/resource.ts'
import { clientAnswering, errorOf, json } from '../test/answering-client.ts'
import { asMetadata, getMetadata, listMetadata } from './partial-object-metadata.ts'

const pods = defineResource({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true })
const object = { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: { name: 'a' } }
const list = {
  kind: 'PartialObjectMetadataList',
  apiVersion: 'meta.k8s.io/v1',
  metadata: {},
  items: [object],
}

test('the definition of the metadata is that of the resource, of another kind', () => {
  expect(asMetadata(pods)).toEqual({
    ...pods,
    group: 'meta.k8s.io',
    version: 'v1',
    kind: 'PartialObjectMetadata',
  })
})

test('metadata is read without the rest', async () => {
  expect(await getMetadata(clientAnswering([json(object)]).client, pods, 'n/a')).toEqual(object)
  expect((await listMetadata(clientAnswering([json(list)]).client, pods)).items).toEqual([object])
})

test('a server that ignores what was requested is refused', async () => {
  const whole = json({ kind: 'PodList', apiVersion: 'v1', metadata: {}, items: [] })
  const error = await errorOf(listMetadata(clientAnswering([whole]).client, pods))
  expect(error).toBeInstanceOf(ProtocolError)
  const pod = json({ kind: 'Pod', apiVersion: 'v1', metadata: { name: 'a' } })
  expect(await errorOf(getMetadata(clientAnswering([pod]).client, pods, 'n/a'))).toBeInstanceOf(ProtocolError)
})
