import { defineResource, encodeRow, type KubernetesObject, type Row } from '@kube-informer/core'
import type { TableColumn } from '@kube-informer/core/columns'
import { trimmedRow } from '@kube-informer/core/rows'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import type { ServedKind } from '../../api/served-kind.ts'
import { internalError } from '../../api/status-errors.ts'
import type { CachedItem } from '../../items/cached-item.ts'
import { CachedObject } from '../../items/cached-object.ts'
import { CachedRow } from '../../items/cached-row.ts'
import { RowBodies } from '../../items/row-bodies.ts'
import { RowIndex } from '../../items/row-index.ts'
import { UnreadTexts } from '../../items/unread-texts.ts'
import { BookmarkDelivery, ErrorDelivery, ObjectDelivery } from '../../watch/delivery.ts'
import type { Negotiated } from '../request/negotiate.ts'
import { FrameEncoders } from './frame-encoders.ts'
import { itemBody } from './item-body.ts'
import { type ListForm, type ListPage, listBody } from './list-body.ts'
import { includeObjectOf } from './tables.ts'

const column = (name: string, more: Partial<TableColumn>): TableColumn => ({
  ...{ name, type: 'string', format: '', description: `${name}.`, priority: 0, cell: () => undefined },
  ...more,
})
const COLUMNS = [
  column('Name', {
    cell: object => object.metadata?.name,
    rowConditions: object => (object.metadata?.name === 'a' ? [{ type: 'Completed' }] : []),
  }),
  column('Age', { cell: (_object, now) => now, priority: 1, format: 'date' }),
  column('None', {}),
]
const DEFINITIONS = [
  { name: 'Name', type: 'string', format: '', description: 'Name.', priority: 0 },
  { name: 'Age', type: 'string', format: 'date', description: 'Age.', priority: 1 },
  { name: 'None', type: 'string', format: '', description: 'None.', priority: 0 },
]

const kindOf = (group: string, plural: string, kind: string, isBuiltIn: boolean): ServedKind => ({
  resource: defineResource({ group, version: 'v1', plural, kind, namespaced: true }),
  listKind: `${kind}List`,
  isBuiltIn,
  selectableFields: [],
  columns: async () => COLUMNS,
})
const pods = kindOf('', 'pods', 'Pod', true)
const widgets = kindOf('example.com', 'widgets', 'Widget', false)

const form = (as?: Negotiated['as'], more: Partial<ListForm> = {}): ListForm => ({
  ...{ mediaType: 'application/json', version: 'v1', columns: COLUMNS, includeObject: 'Metadata', now: 7 },
  ...(as ? { as } : {}),
  ...more,
})

const bodies = new RowBodies({})
const context = { bodies, unread: new UnreadTexts(bodies), index: new RowIndex({}) }
/** A row with this text. */
const rowItem = (text: string): CachedItem =>
  new CachedRow({ ...encodeRow(JSON.parse(text)), body: text as unknown as Row['body'] }, context)

const metadataOf = (name: string) => ({ name, namespace: 'ns', resourceVersion: '5' })
const typed = (name: string, type: object = { kind: 'Pod', apiVersion: 'v1' }): KubernetesObject => ({
  ...type,
  metadata: metadataOf(name),
  ...{ spec: { text: `<${name}>` } },
})
const textOf = (parts: Iterable<Uint8Array>): string => Buffer.concat([...parts]).toString()
const pageOf = (items: readonly CachedItem[]): ListPage => ({ items, metadata: { resourceVersion: '9' } })

const REST = (name: string) =>
  `"metadata":${JSON.stringify(metadataOf(name))},"spec":{"text":"\\u003c${name}\\u003e"}`
const POD = '"kind":"Pod","apiVersion":"v1",'
const WIDGET = '"apiVersion":"example.com/v1","kind":"Widget",'

/** The same objects as parsed objects, and as rows with the text of an apiserver and with another one. */
const SOURCES: readonly [string, (name: string, type: string) => CachedItem][] = [
  ['an object', name => new CachedObject(typed(name))],
  ['an object without a type', name => new CachedObject(typed(name, {}))],
  ['a row of an apiserver', (name, type) => rowItem(`{${type}${REST(name)}}`)],
  ['a row without a type', name => rowItem(`{${REST(name)}}`)],
]

describe.each(SOURCES)('%s', (_, itemOf) => {
  test('in a list has a type only if it is a custom resource', () => {
    const podItems = ['a', 'b'].map(name => itemOf(name, POD))
    expect(textOf(listBody(pods, pageOf(podItems), form()))).toBe(
      `{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"9"},"items":[{${REST('a')}},{${REST('b')}}]}\n`,
    )
    const widgetItems = ['a', 'b'].map(name => itemOf(name, WIDGET))
    expect(textOf(listBody(widgets, pageOf(widgetItems), form()))).toBe(
      `{"apiVersion":"example.com/v1","items":[{${WIDGET}${REST('a')}},{${WIDGET}${REST('b')}}],"kind":"WidgetList","metadata":{"continue":"","resourceVersion":"9"}}\n`,
    )
  })

  test('alone and in a watch has a type', () => {
    for (const [kind, type] of [
      [pods, POD],
      [widgets, WIDGET],
    ] as const) {
      const expected = `{${type}${REST('a')}}`
      expect(textOf([itemBody(kind, itemOf('a', type), form())])).toBe(`${expected}\n`)
      const chunks = new FrameEncoders(kind, new FakeClock()).of(form(), 'Metadata', [])
      for (const event of ['ADDED', 'MODIFIED', 'DELETED'] as const)
        expect(textOf([chunks.of([new ObjectDelivery(event, itemOf('a', type))])])).toBe(
          `{"type":"${event}","object":${expected}}\n`,
        )
    }
  })
})

describe('the row of a custom resource', () => {
  test('is sent as it is if it has a type, wherever that is', () => {
    const between = `{"apiVersion":"example.com/v1","data":1,"kind":"Widget",${REST('a')}}`
    expect(textOf([itemBody(widgets, rowItem(between), form())])).toBe(`${between}\n`)
  })

  test('gets a type if its text has only a part of it', () => {
    const partial = rowItem(`{"apiVersion":"example.com/v1",${REST('a')}}`)
    expect(textOf([itemBody(widgets, partial, form())])).toBe(`{${WIDGET}${REST('a')}}\n`)
    const first = rowItem(`{"kind":"Widget","apiVersion":"example.com/v1",${REST('a')}}`)
    expect(textOf([itemBody(widgets, first, form())])).toBe(`{${WIDGET}${REST('a')}}\n`)
  })
})

test('the page of a custom resource always names its token', () => {
  const page = { items: [], metadata: { resourceVersion: '9', continue: 't', remainingItemCount: 3 } }
  expect(textOf(listBody(widgets, page, form()))).toBe(
    '{"apiVersion":"example.com/v1","items":[],"kind":"WidgetList","metadata":{"continue":"t","remainingItemCount":3,"resourceVersion":"9"}}\n',
  )
  expect(textOf(listBody(pods, page, form()))).toBe(
    '{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"9","continue":"t","remainingItemCount":3},"items":[]}\n',
  )
})

const partial = (name: string, version = 'v1') => ({
  kind: 'PartialObjectMetadata',
  apiVersion: `meta.k8s.io/${version}`,
  metadata: metadataOf(name),
})
const tableRow = (name: string, object: unknown, now = 7) => ({
  cells: [name, now, null],
  ...(name === 'a' ? { conditions: [{ type: 'Completed' }] } : {}),
  object,
})

describe('a Table', () => {
  const table = (metadata: object, rows: readonly object[], columnDefinitions: unknown = DEFINITIONS) => ({
    ...{ kind: 'Table', apiVersion: 'meta.k8s.io/v1', metadata, columnDefinitions, rows },
  })
  const items = ['a', 'b'].map(name => new CachedObject(typed(name)))

  test.each([
    ['Metadata', (name: string) => partial(name)],
    ['Object', (name: string) => typed(name)],
    ['None', () => null],
  ] as const)('of a list includes %s', (includeObject, shown) => {
    const text = textOf(listBody(pods, pageOf(items), form('Table', { includeObject })))
    expect(JSON.parse(text)).toEqual(
      table(
        { resourceVersion: '9' },
        ['a', 'b'].map(name => tableRow(name, shown(name))),
      ),
    )
    expect(text.endsWith(']}\n')).toBe(true)
  })

  test('of one object', () => {
    const text = textOf([
      itemBody(pods, new CachedObject(typed('b', {})), form('Table', { includeObject: 'Object' })),
    ])
    expect(JSON.parse(text)).toEqual(table({ resourceVersion: '5' }, [tableRow('b', typed('b'))]))
    const without = new CachedObject({ metadata: { name: 'b' } })
    expect(JSON.parse(textOf([itemBody(pods, without, form('Table'))]))).toMatchObject({
      metadata: { resourceVersion: '' },
    })
  })

  test.each([
    [null, 'Metadata'],
    ['', 'Metadata'],
    ['Metadata', 'Metadata'],
    ['Object', 'Object'],
    ['None', 'None'],
  ])('the parameter includeObject %j includes %s', (value, expected) => {
    expect(includeObjectOf(value)).toBe(expected)
  })

  test('an unknown value of includeObject is a 400', () => {
    expect(() => includeObjectOf('metadata')).toThrow(
      expect.objectContaining({ code: 400, message: expect.stringContaining('Invalid value: "metadata"') }),
    )
  })

  const watchChunks = (includeObject: 'Metadata' | 'None', clock = new FakeClock()) =>
    new FrameEncoders(pods, clock).of(
      { mediaType: 'application/json', version: 'v1', as: 'Table' },
      includeObject,
      COLUMNS,
    )
  const added = (name: string) => new ObjectDelivery('ADDED', new CachedObject(typed(name, {})))
  const events = (bytes: Uint8Array) =>
    textOf([bytes])
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as { readonly type: string; readonly object: object })

  test('of a watch names its columns once', async () => {
    const clock = new FakeClock()
    await clock.advance(1234)
    const now = clock.now()
    const chunks = watchChunks('Metadata', clock)
    const [first, second] = events(chunks.firstOf([added('a'), added('b')]))
    const row = (name: string) => [tableRow(name, partial(name), now)]
    expect(first).toEqual({ type: 'ADDED', object: table({ resourceVersion: '5' }, row('a')) })
    expect(second).toEqual({ type: 'ADDED', object: table({ resourceVersion: '5' }, row('b'), null) })
    expect(events(chunks.of([added('b')]))).toEqual([second])
  })

  test.each(['Metadata', 'None'] as const)('of a bookmark includes the metadata, with %s', includeObject => {
    const bookmark = new BookmarkDelivery({ kind: 'Pod', apiVersion: 'v1' }, '9', true)
    const { metadata } = bookmark.object
    expect(events(watchChunks(includeObject).of([bookmark]))[0]).toMatchObject({
      type: 'BOOKMARK',
      object: { kind: 'Table', metadata: { resourceVersion: '9' }, rows: [{ object: { metadata } }] },
    })
    expect(events(watchChunks('None').of([added('b')]))[0]?.object).toMatchObject({
      rows: [{ object: null }],
    })
  })
})

describe('metadata', () => {
  test('of a list, whose items are null if there are none', () => {
    const items = ['a', 'b'].map(name => new CachedObject(typed(name)))
    const head = {
      kind: 'PartialObjectMetadataList',
      apiVersion: 'meta.k8s.io/v1beta1',
      metadata: { resourceVersion: '9' },
    }
    const bodyOf = (of: readonly CachedItem[]) =>
      textOf(listBody(pods, pageOf(of), form('PartialObjectMetadataList', { version: 'v1beta1' })))
    expect(bodyOf(items)).toBe(
      `${JSON.stringify({ ...head, items: ['a', 'b'].map(name => partial(name, 'v1beta1')) })}\n`,
    )
    expect(bodyOf([])).toBe(`${JSON.stringify({ ...head, items: null })}\n`)
  })

  test('of one object', () => {
    const text = textOf([itemBody(pods, new CachedObject(typed('a')), form('PartialObjectMetadata'))])
    expect(text).toBe(`${JSON.stringify(partial('a'))}\n`)
    const without = textOf([itemBody(pods, new CachedObject({}), form('PartialObjectMetadata'))])
    expect(JSON.parse(without)).toEqual({ kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1' })
  })

  test('in the form of a list is refused for an object, and the reverse', () => {
    const item = new CachedObject(typed('a'))
    expect(() => itemBody(pods, item, form('PartialObjectMetadataList'))).toThrow('is not a list (*core.Pod)')
    expect(() => listBody(pods, pageOf([item]), form('PartialObjectMetadata'))).toThrow(
      'is a list (*core.PodList)',
    )
  })
})

describe('the frames of a watch', () => {
  const frames = (kind: ServedKind, as?: Negotiated['as'], version = 'v1') =>
    new FrameEncoders(kind, new FakeClock()).of(
      { mediaType: 'application/json', version, ...(as ? { as } : {}) },
      'Metadata',
      COLUMNS,
    )
  const { status } = internalError('broken', 'InternalError')
  const bookmark = new BookmarkDelivery({ kind: 'Pod', apiVersion: 'v1' }, '9', false)

  test.each([undefined, 'Table', 'PartialObjectMetadata'] as const)('have a Status as it is, as %s', as => {
    expect(textOf([frames(pods, as).of([new ErrorDelivery(status)])])).toBe(
      `{"type":"ERROR","object":${JSON.stringify(status)}}\n`,
    )
  })

  test('have a bookmark with the type of the kind', () => {
    expect(textOf([frames(pods).of([bookmark])])).toBe(
      `{"type":"BOOKMARK","object":{${POD}"metadata":{"resourceVersion":"9"}}}\n`,
    )
    expect(textOf([frames(widgets).of([bookmark])])).toBe(
      `{"type":"BOOKMARK","object":{${WIDGET}"metadata":{"resourceVersion":"9"}}}\n`,
    )
  })

  test('of metadata', () => {
    const delivery = new ObjectDelivery('MODIFIED', new CachedObject(typed('a')))
    expect(textOf([frames(pods, 'PartialObjectMetadata', 'v1beta1').of([delivery])])).toBe(
      `{"type":"MODIFIED","object":${JSON.stringify(partial('a', 'v1beta1'))}}\n`,
    )
  })

  test('of the same form are encoded once for all watches', () => {
    const encoders = new FrameEncoders(pods, new FakeClock())
    const of = (
      as: Negotiated['as'] | undefined,
      version: string,
      includeObject: 'Metadata' | 'Object' = 'Metadata',
    ) =>
      encoders.of({ mediaType: 'application/json', version, ...(as ? { as } : {}) }, includeObject, COLUMNS)
    const all = [
      of(undefined, 'v1'),
      of('PartialObjectMetadata', 'v1'),
      of('PartialObjectMetadata', 'v1beta1'),
      of('Table', 'v1'),
      of('Table', 'v1beta1'),
      of('Table', 'v1', 'Object'),
    ]
    expect(new Set(all).size).toBe(6)
    expect(of(undefined, 'v1')).toBe(all[0])
    expect(of('Table', 'v1', 'Object')).toBe(all[5])
    const delivery = new ObjectDelivery('ADDED', new CachedObject(typed('a')))
    expect(all[0]?.firstOf([delivery])).toBe(all[0]?.of([delivery]))
  })
})

test('a row of a trimmed object is the same as the object', () => {
  const row = trimmedRow(pods.resource, typed('a'), { trim: [] })
  const item = new CachedRow(row, context)
  expect(textOf([itemBody(pods, item, form())])).toBe(`{${POD}${REST('a')}}\n`)
})
