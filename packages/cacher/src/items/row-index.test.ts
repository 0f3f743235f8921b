import { expect, test } from 'vitest'
import { podAt, podFields } from '../test/cacher-rig.ts'
import { RowIndex } from './row-index.ts'

const textOf = (labels: Readonly<Record<string, string>>, node = '') =>
  JSON.stringify(podAt('ns/a', 5, { labels, node }))

test('reads the labels of a text; equal labels share memory', () => {
  const index = new RowIndex({})
  const first = index.labels(textOf({ app: '1' }, 'one'))
  expect(first).toEqual({ app: '1' })
  expect(index.labels(` ${textOf({ app: '1' }, 'two')}`)).toBe(first)
  expect(index.labels(textOf({ app: '2' }))).toEqual({ app: '2' })
})

test.each(['{}', '{"metadata":{}}', '{"metadata":{"labels":null}}'])('%s has no labels', text => {
  expect(new RowIndex({}).labels(text)).toEqual({})
})

test('forgets shared labels and values once there are too many', () => {
  const index = new RowIndex({})
  const first = index.labels(textOf({ n: '0' }))
  for (let each = 1; each < 10_000; each++) index.labels(textOf({ n: String(each) }))
  expect(index.labels(textOf({ n: '0' }))).toBe(first)
  index.labels(textOf({ n: '10000' }))
  expect(index.labels(textOf({ n: '0' }))).not.toBe(first)
  expect(index.labels(textOf({ n: '0' }))).toEqual(first)
})

test.each([
  ['from the complete object', undefined],
  ['from its paths', ['spec.nodeName']],
])('reads the fields of a text %s', (_, fieldPaths) => {
  const index = new RowIndex({ fieldsOf: podFields, fieldPaths })
  expect(index.fields(textOf({}, 'one'))).toEqual({ 'spec.nodeName': 'one' })
  expect(index.fields('{"metadata":{}}')).toEqual({ 'spec.nodeName': '' })
})

test('without a reader of fields, there are none', () => {
  expect(new RowIndex({ fieldPaths: ['spec.nodeName'] }).fields(textOf({}, 'one'))).toEqual({})
})

test('reads of an object what the paths name, and nothing else', () => {
  const read: unknown[] = []
  const index = new RowIndex({
    fieldsOf: object => {
      read.push(structuredClone(object))
      return {}
    },
    fieldPaths: ['spec.nodeName', 'spec.host', 'status.phase'],
  })
  index.fields(
    '{"metadata":{"name":"a"},"spec":{"nodeName":"one","host":"h","x":1},"status":{"phase":"Running"}}',
  )
  index.fields('{"status":{"phase":"Running","x":{"phase":"other"}}}')
  expect(read).toEqual([
    { spec: { nodeName: 'one', host: 'h' }, status: { phase: 'Running' } },
    { status: { phase: 'Running' } },
  ])
})

test('a path that is named like a member of all objects reads the text only', () => {
  const index = new RowIndex({
    fieldsOf: object => ({ type: typeof (object as Record<string, unknown>).toString }),
    fieldPaths: ['toString.name'],
  })
  expect(index.fields('{}')).toEqual({ type: 'undefined' })
  expect(index.fields('{"toString":{"name":"a"}}')).toEqual({ type: 'object' })
})
