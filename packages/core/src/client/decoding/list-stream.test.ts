import { expect, test } from 'vitest'
import { ProtocolError } from '../../api/errors.ts'
import { defineResource } from '../../api/resource.ts'
import { objectDecoder } from './item-decoder.ts'
import { readList } from './list-stream.ts'

const pods = defineResource({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true })
const read = (text: string) =>
  readList(new Response(text).body as ReadableStream<Uint8Array>, { decoder: objectDecoder(pods) })

test.each([
  ...['null', '17', '"text"', '[]', '{}', '{"metadata":{}}', '{"kind":"Pod","metadata":{}}'],
  '{"kind":"Status","apiVersion":"v1","status":"Success","metadata":{}}',
])('%s is not a list', async text => {
  const error = await read(text).catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(ProtocolError)
  expect(String(error)).toMatch(/not what was asked for/)
})

test.each(['{"items":[]}', '{"kind":"PodList"}'])('%s is without list metadata', async text => {
  await expect(read(text)).rejects.toThrow('the answer to a list is without list metadata')
})

test.each([
  ['a key with escapes', '{"metadata":{},"\\u0069tems":[{"metadata":{"name":"a"}}]}'],
  ['a key that is there twice', '{"metadata":{},"items":[],"items":[{"metadata":{"name":"a"}}]}'],
  ['a key that ends like it', '{"metadata":{},"no\\"items":[],"items":[{"metadata":{"name":"a"}}]}'],
  ['its key that are an object', '{"metadata":{},"items":{"metadata":{"name":"a"}}}'],
  ['its key that are a text', '{"metadata":{},"items":"none"}'],
])('items under %s are an error, and no empty list', async (_, text) => {
  await expect(read(text)).rejects.toThrow(/items elsewhere/)
})
