import { describe, expect, test } from 'vitest'
import { isNotAcceptable, ProtocolError } from '../../api/errors.ts'
import { defineResource } from '../../api/resource.ts'
import { clientAnswering, errorOf, json, statusResponse } from '../../test/answering-client.ts'
import { METADATA_ACCEPT } from '../collections/metadata-accept.ts'
import { getMetadata, listMetadata } from '../partial-object-metadata.ts'
import { listTable, TABLE_ACCEPT } from './table.ts'

const pods = defineResource({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true })
const at = { namespace: 'n', name: 'a' }
const column = { name: 'Name', type: 'string', format: 'name', description: '', priority: 0 }
const table = {
  kind: 'Table',
  apiVersion: 'meta.k8s.io/v1',
  metadata: { resourceVersion: '7' },
  columnDefinitions: [column],
  rows: [{ cells: ['a'], object: { kind: 'PartialObjectMetadata', metadata: { name: 'a' } } }],
}
const podList = json({ kind: 'PodList', metadata: { resourceVersion: '7' }, items: [] })

test('the Accept header is CORS-safelisted', () => {
  for (const accept of [TABLE_ACCEPT, METADATA_ACCEPT.list, METADATA_ACCEPT.watch]) {
    expect(new TextEncoder().encode(accept).length).toBeLessThanOrEqual(128)
    // These bytes also make a header not safelisted.
    expect(accept).not.toMatch(/[^\x20-\x7e]|["():<>?@[\\\]{}]/)
  }
})

describe('listTable', () => {
  test('T01: returns columns, and rows with cells and objects', async () => {
    const { client, sent } = clientAnswering([json(table)])
    const { columnDefinitions, rows, metadata } = await listTable(client, pods, { namespace: 'n', limit: 2 })
    expect([columnDefinitions, metadata]).toEqual([[column], { resourceVersion: '7' }])
    expect(rows.map(({ cells, object }) => [cells, object.metadata?.name])).toEqual([[['a'], 'a']])
    expect(sent[0]?.headers.get('accept')).toBe('application/json;as=Table;g=meta.k8s.io;v=v1')
    expect(sent[0]?.url.pathname).toBe('/api/v1/namespaces/n/pods')
  })

  test('the rows of an empty Table may be null', async () => {
    const { client } = clientAnswering([json({ ...table, rows: null })])
    expect((await listTable(client, pods, { includeObject: 'None' })).rows).toEqual([])
  })

  test('T03: a server without Tables responds with an error, and another content type is reported', async () => {
    const refusing = clientAnswering([statusResponse(406, 'NotAcceptable')])
    expect(isNotAcceptable(await errorOf(listTable(refusing.client, pods)))).toBe(true)
    const ignoring = await errorOf(listTable(clientAnswering([podList]).client, pods))
    expect(ignoring).toBeInstanceOf(ProtocolError)
    expect(String(ignoring)).toMatch(
      /list pods as a Table: the answer is a PodList and not what was asked for/,
    )
  })
})

describe('metadata only', () => {
  const reduced = { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: at }
  const reducedList = (items: unknown) =>
    json({
      kind: 'PartialObjectMetadataList',
      apiVersion: 'meta.k8s.io/v1',
      metadata: { resourceVersion: '7' },
      items,
    })

  test('of one object', async () => {
    const { client, sent } = clientAnswering([json(reduced)])
    expect(await getMetadata(client, pods, at, { resourceVersion: '0' })).toEqual(reduced)
    expect(sent[0]?.headers.get('accept')).toBe(
      'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1',
    )
    expect(sent[0]?.url.searchParams.get('resourceVersion')).toBe('0')
  })

  test('T14: of a collection, whose items are null if it is empty', async () => {
    const { client, sent } = clientAnswering([reducedList([reduced]), reducedList(null)])
    expect((await listMetadata(client, pods, { namespace: 'n' })).items).toEqual([reduced])
    expect((await listMetadata(client, pods)).items).toEqual([])
    expect(sent[0]?.headers.get('accept')).toMatch('as=PartialObjectMetadataList;')
  })

  test('a response with full objects is an error', async () => {
    const { client } = clientAnswering([json({ kind: 'Pod', metadata: at }), podList])
    expect(await errorOf(getMetadata(client, pods, at))).toBeInstanceOf(ProtocolError)
    expect(await errorOf(listMetadata(client, pods))).toBeInstanceOf(ProtocolError)
  })
})
