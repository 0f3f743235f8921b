import { describe, expect, test, vi } from 'vitest'
import { ProtocolError, StatusError } from '../../api/errors.ts'
import type { WatchEvent } from '../../api/object.ts'
import { defineResource } from '../../api/resource.ts'
import type { Row } from '../../api/row.ts'
import type { DecoderOptions } from '../../json/wanted-paths.ts'
import { readObject } from '../../row/read-row.ts'
import { ListParser } from '../decoding/list-parser.ts'
import { WatchParser } from '../decoding/watch-parser.ts'
import { columnsOf, readColumns } from './table-columns.ts'
import { TableEventDecoder, type TableList, tableListDecoder } from './table-decoders.ts'
import type { TableObject } from './table-object.ts'

const pods = defineResource({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true })
const encoder = new TextEncoder()
const DEFINITIONS = [{ name: 'Name' }, { name: 'Ready' }]
const { id: ID, definitions: COLUMNS } = readColumns(DEFINITIONS)
const META = { kind: 'Table', apiVersion: 'meta.k8s.io/v1' }
const rowOf = (metadata: object, cells: readonly unknown[] = ['a', 1], more: object = {}) => ({
  cells,
  object: { metadata },
  ...more,
})

function list(table: object | string, options: DecoderOptions = {}): TableList {
  const decoder = tableListDecoder(pods, options)
  const parser = new ListParser(decoder)
  const items: Row<TableObject>[] = []
  try {
    parser.push(encoder.encode(typeof table === 'string' ? table : JSON.stringify(table)), items)
    return decoder.list?.complete(parser.end(), items) as TableList
  } finally {
    parser.close()
  }
}
const tableOf = (...rows: readonly unknown[]) => ({
  ...META,
  metadata: { resourceVersion: '9' },
  columnDefinitions: DEFINITIONS,
  rows,
})
/** The object of the only row. */
const objectOf = (row: object, options?: DecoderOptions) => {
  const { items } = list(tableOf(row), options)
  return readObject(items[0] as Row<TableObject>)
}

describe('the rows of a list', () => {
  test('have the identity of their objects, their cells, and the columns', () => {
    const metadata = { name: 'a', namespace: 'n', uid: 'u', resourceVersion: '7' }
    const { items, columns, metadata: ofList } = list(tableOf(rowOf(metadata, ['x', null])))
    expect([ofList, columns]).toEqual([{ resourceVersion: '9' }, { id: ID, definitions: COLUMNS }])
    expect(items).toMatchObject([
      { key: 'n/a', name: 'a', namespace: 'n', uid: 'u', resourceVersion: '7', columns: ID },
    ])
    expect(items.map(readObject)).toEqual([{ apiVersion: 'v1', kind: 'Pod', metadata, cells: ['x', null] }])
  })

  test.each([
    [[], 0],
    [['a'], 1],
    [[[1, 2], { a: [1, 2], b: 3 }, 'x,y'], 3],
  ])('have the cells %j', (cells, count) => {
    const definitions = Array.from({ length: count }, (_, at) => ({ name: `${at}` }))
    const table = { ...tableOf(rowOf({ name: 'a' }, cells)), columnDefinitions: definitions }
    for (const text of [JSON.stringify(table), JSON.stringify(table, null, 2)])
      expect(list(text).items.map(row => readObject(row).cells)).toEqual([cells])
    const other = { ...table, columnDefinitions: [...definitions, { name: 'more' }] }
    expect(() => list(other)).toThrow(`a Table of ${count + 1} columns has a row of ${count} cells`)
  })

  test('have as many cells as there are columns, each of them', () => {
    const table = (...counts: readonly number[]) =>
      tableOf(...counts.map(count => rowOf({ name: 'a' }, Array(count).fill(0))))
    expect(list(table(2, 2)).items).toHaveLength(2)
    expect(() => list(table(2, 3))).toThrow('a row of 3 cells')
    expect(() => list(table(1, 2))).toThrow('a row of 1 cells')
    expect(list(tableOf()).items).toEqual([])
  })

  test('have conditions if they are a list', () => {
    const conditions = [{ type: 'Completed', status: 'True' }]
    expect(objectOf(rowOf({ name: 'a' }, ['x', 1], { conditions }))).toMatchObject({ conditions })
    for (const none of [null, undefined, {}, 'x'])
      expect(objectOf(rowOf({ name: 'a' }, ['x', 1], { conditions: none }))).not.toHaveProperty('conditions')
  })

  test('have a text of any length, also after a longer one', () => {
    const names = [10, 5_000, 20, 30_000, 4_096, 1].map((length, at) => `${at}`.repeat(length))
    const { items } = list(tableOf(...names.map(name => rowOf({ name, labels: { a: name } }))))
    expect(items.map(row => readObject(row).metadata)).toEqual(
      names.map(name => ({ name, labels: { a: name } })),
    )
  })

  test('have the metadata that is wanted', () => {
    const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': '{}', b: 'c' }
    const metadata = { managedFields: [{}], name: 'a', annotations, labels: { x: 'y' }, uid: 'u' }
    const wanted = (options?: DecoderOptions) => objectOf(rowOf(metadata), options).metadata
    expect(wanted()).toEqual({ name: 'a', annotations: { b: 'c' }, labels: { x: 'y' }, uid: 'u' })
    expect(wanted({ trim: ['metadata.labels'] })).toEqual({
      managedFields: [{}],
      name: 'a',
      annotations,
      uid: 'u',
    })
    expect(wanted({ trim: [], pick: ['metadata.labels'] })).toMatchObject({
      name: 'a',
      labels: { x: 'y' },
      uid: 'u',
    })
  })

  test('have names with escapes, and null in place of a name is none', () => {
    const { items } = list(tableOf(rowOf({ name: 'a"é', namespace: null, uid: null, resourceVersion: '\\' })))
    expect(items).toMatchObject([{ key: 'a"é', name: 'a"é', namespace: '', uid: '', resourceVersion: '\\' }])
  })

  test.each([
    ['without metadata', { cells: ['a', 1] }, 'without the metadata of its object'],
    ['whose object is null', { cells: ['a', 1], object: null }, 'without the metadata of its object'],
    [
      'whose metadata is a list',
      { cells: ['a', 1], object: { metadata: [] } },
      'without the metadata of its object',
    ],
    ['without cells', { object: { metadata: { name: 'a' } } }, 'without cells'],
    ['whose cells are an object', { object: { metadata: { name: 'a' } }, cells: {} }, 'without cells'],
    ['without a name', rowOf({}), 'without metadata.name'],
    ['whose name is a number', rowOf({ name: 7 }), 'whose object.metadata.name is not a string'],
    ['whose uid is an object', rowOf({ name: 'a', uid: {} }), 'whose object.metadata.uid is not a string'],
  ])('%s are refused', (_, row, message) => {
    expect(() => list(tableOf(row))).toThrow(ProtocolError)
    expect(() => list(tableOf(row))).toThrow(message)
  })

  test('with a member twice are refused', () => {
    const text = JSON.stringify(tableOf(rowOf({ name: 'a' })))
    expect(() => list(text.replace('"cells":', '"cells":[],"cells":'))).toThrow('has a member twice')
  })
})

test.each([
  [{ ...tableOf(), kind: 'PodList' }, 'the server sent PodList in place of a Table'],
  [{ ...tableOf(), kind: 'a b' }, 'the server sent something else in place of a Table'],
  [{ ...tableOf(), kind: undefined }, 'the server sent something else'],
  [{ ...tableOf(), apiVersion: 'a.io/v1' }, 'the server sent Table in place of a Table'],
  [{ ...tableOf(), apiVersion: undefined }, 'the server sent Table in place of a Table'],
  [{ ...tableOf(), metadata: null }, 'without list metadata'],
  [{ ...tableOf(), metadata: 'x' }, 'without list metadata'],
  [{ ...tableOf(), columnDefinitions: null }, 'are not columns'],
])('the list %j is refused', (table, message) => expect(() => list(table)).toThrow(message))

describe('the Tables of a watch', () => {
  function watch(columns?: typeof COLUMNS) {
    const onColumns = vi.fn<(columns: object) => void>()
    const decoder = new TableEventDecoder({
      ...{ resource: pods, onColumns },
      columns: columns && columnsOf(columns),
      onChanged: () => new StatusError({ code: 410, message: 'changed' }),
    })
    const parser = new WatchParser({ decoder })
    const read = (object: object | string, type = 'ADDED') => {
      const events: WatchEvent<Row<TableObject>>[] = []
      const text = typeof object === 'string' ? object : JSON.stringify(object)
      parser.push(encoder.encode(`{"type":"${type}","object":${text}}\n`), events)
      return events
    }
    return { onColumns, read }
  }
  const first = { ...META, columnDefinitions: DEFINITIONS, rows: [rowOf({ name: 'a' })] }
  const next = { ...META, columnDefinitions: null, rows: [rowOf({ name: 'b' })] }
  const OTHER = [{ name: 'Other' }, { name: 'Two' }]

  test('have the columns of the first one', () => {
    const { onColumns, read } = watch()
    expect(read(first)).toMatchObject([{ type: 'ADDED', object: { name: 'a', columns: ID } }])
    expect(read(next, 'DELETED')).toMatchObject([{ type: 'DELETED', object: { name: 'b', columns: ID } }])
    expect(read(first)).toHaveLength(1)
    expect(onColumns).toHaveBeenCalledExactlyOnceWith({ id: ID, definitions: COLUMNS })
  })

  test('have those of the rows before, and others are refused', () => {
    const { onColumns, read } = watch(COLUMNS)
    expect(read(next)).toMatchObject([{ object: { name: 'b', columns: ID } }])
    expect(read(first)).toHaveLength(1)
    expect(onColumns).not.toHaveBeenCalled()
    expect(() => read({ ...first, columnDefinitions: OTHER })).toThrow('changed')
  })

  test('may have white space', () => {
    expect(watch().read(JSON.stringify(first, null, 1).replaceAll('\n', ' '))).toMatchObject([
      { object: { name: 'a' } },
    ])
    expect(
      watch(COLUMNS).read(
        '{ "kind" : "Table" , "rows" : [ {"cells":[1,2],"object":{"metadata":{"name":"b"}}} ] }',
      ),
    ).toMatchObject([{ object: { name: 'b' } }])
  })

  test.each([
    [{ ...first, kind: 'Pod' }, 'an event whose object is not a Table'],
    [{ ...first, kind: undefined }, 'an event whose object is not a Table'],
    [{ ...first, rows: [] }, 'not exactly one row'],
    [{ ...first, rows: [rowOf({ name: 'a' }), rowOf({ name: 'b' })] }, 'not exactly one row'],
    [{ ...first, rows: {} }, 'not exactly one row'],
    [{ ...first, rows: undefined }, 'not exactly one row'],
    [{ ...first, rows: [1, rowOf({ name: 'a' })] }, 'not exactly one row'],
    [{ ...first, rows: [rowOf({ name: 'a' }, [1])] }, 'a Table of 2 columns has a row of 1 cells'],
    [next, 'the first Table of a watch is without columns'],
  ])('%j is refused', (table, message) => expect(() => watch().read(table)).toThrow(message))

  test.each([
    [
      {
        metadata: { resourceVersion: '8' },
        rows: [{ object: { metadata: { resourceVersion: '7', annotations: { a: 'b' } } } }],
      },
      { resourceVersion: '8', annotations: { a: 'b' } },
    ],
    [{ metadata: {}, rows: [{ object: { metadata: { resourceVersion: '7' } } }] }, { resourceVersion: '7' }],
    [{ rows: [{ object: { metadata: { resourceVersion: '7' } } }] }, { resourceVersion: '7' }],
    [{ metadata: { resourceVersion: '8' } }, { resourceVersion: '8' }],
    [{ rows: [{ object: null }] }, {}],
    [{}, {}],
  ])('the bookmark %j has the metadata %j', (table, metadata) => {
    expect(watch().read({ ...META, ...table }, 'BOOKMARK')).toEqual([
      { type: 'BOOKMARK', object: { kind: 'Pod', apiVersion: 'v1', metadata } },
    ])
  })

  test('a bookmark may have the columns, and must be a Table', () => {
    const { onColumns, read } = watch()
    read({ ...META, columnDefinitions: DEFINITIONS, metadata: {} }, 'BOOKMARK')
    expect(onColumns).toHaveBeenCalledTimes(1)
    expect(read(next)).toMatchObject([{ object: { columns: ID } }])
    expect(() => read({ kind: 'Pod', apiVersion: 'v1' }, 'BOOKMARK')).toThrow(
      'the server sent Pod in place of a Table',
    )
    expect(() => watch(COLUMNS).read({ ...META, columnDefinitions: OTHER }, 'BOOKMARK')).toThrow('changed')
  })
})
