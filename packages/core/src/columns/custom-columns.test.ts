import { expect, test } from 'vitest'
import { customColumns } from './custom-columns.ts'
import { jsonPath } from './json-path.ts'

const object = {
  metadata: {
    name: 'x',
    creationTimestamp: '2026-01-01T00:00:00Z',
    labels: { 'app.kubernetes.io/name': 'lab' },
  },
  spec: {
    int: 5,
    text: 'text',
    float: 1.5,
    bool: true,
    nothing: null,
    empty: '',
    date: '2025-12-31T00:00:00Z',
    items: [
      { name: 'a', n: 1 },
      { name: 'b', n: 2 },
    ],
  },
  status: { conditions: [{ type: 'Ready', status: 'True' }] },
}
const now = Date.parse('2026-01-01T00:00:05Z')

test.each([
  ['.spec.int', [5]],
  ['.spec.items[*].name', ['a', 'b']],
  ['.spec.items[0].name', ['a']],
  ['.spec.items[-1].name', ['b']],
  ['.spec.items[9].name', []],
  ['.spec.items[?(@.n==2)].name', ['b']],
  ['.spec.items[?(@.n>1)].name', ['b']],
  ['.spec.items[?(@.n<=1)].name', ['a']],
  ['.spec.items[?(@.name!="a")].name', ['b']],
  ['.status.conditions[?(@.type=="Ready")].status', ['True']],
  [".status.conditions[?(@.type=='Ready')].status", ['True']],
  ['.metadata.labels.app\\.kubernetes\\.io/name', ['lab']],
  [".metadata.labels['app\\.kubernetes\\.io/name']", ['lab']],
  ['.spec.items[?(@.n<2)].name', ['a']],
  ['.spec.items[?(@.n<1)].name', []],
  ['.spec.items[?(@.n>2)].name', []],
  ['.spec.items[?(@.n>=2)].name', ['b']],
  ['.spec.missing.more', []],
  ['.spec.nothing.more', []],
  ['.spec.text.length', []],
  ['.spec.items.length', []],
  ['no path', []],
])('%s', (path, values) => {
  expect(jsonPath(path)(object)).toEqual(values)
})

const arrays = {
  list: ['a', 'b', 'c', 'd'],
  map: { a: { b: 1 }, b: 2, 'a.b': 3 },
  nothing: null,
  empty: [],
  rows: [{ n: [1, 2] }, { n: [] }, { n: [3] }],
}

// What client-go's jsonpath finds; nothing where it reports an error.
test.each([
  ['.list[-1:]', ['d']],
  ['.list[0:1]', ['a']],
  ['.list[1:]', ['b', 'c', 'd']],
  ['.list[:2]', ['a', 'b']],
  ['.list[:]', ['a', 'b', 'c', 'd']],
  ['.list[0:4:2]', ['a', 'c']],
  ['.list[::2]', ['a', 'c']],
  ['.list[::0]', []],
  ['.list[-3:-1]', ['b', 'c']],
  ['.list[0:9]', []],
  ['.list[3:1]', []],
  ['.list[1:1]', []],
  ['.list[-9]', []],
  ['.list[]', ['a']],
  ['.list[x]', []],
  ['.list[0,1]', ['a', 'b']],
  ['.list[0,-1]', ['a', 'd']],
  ['.list[0, 2]', ['a', 'c']],
  ['.list[0:1,2]', ['a', 'c']],
  ['.list[0,9]', []],
  ['.list[0,x]', []],
  ['.map[*]', []],
  ['.map.*', [{ b: 1 }, 2, 3]],
  [".map['a','b']", [{ b: 1 }, 2]],
  [".map['a', 'none']", [{ b: 1 }]],
  [".map['a.b']", [1]],
  [".map['a\\.b']", [3]],
  ['.map[0]', []],
  ['.nothing[0]', []],
  ['.none[0]', []],
  ['.rows[*].n[0]', []],
  ['.rows[*].n[*]', [1, 2]],
  ['.rows[0:1].n[1:]', [2]],
  ['.empty[-1:]', []],
  ['.map[?(@.b==1)]', []],
])('%s, as client-go', (path, values) => {
  expect(jsonPath(path)(arrays)).toEqual(values)
})

test.each([
  ['integer', '.spec.int', 5],
  ['integer', '.spec.float', 1],
  ['integer', '.spec.text', null],
  ['number', '.spec.float', 1.5],
  ['string', '.spec.int', '5'],
  ['string', '.spec.items[0]', '{"name":"a","n":1}'],
  ['string', '.spec.items[*].name', 'a'],
  ['string', '.spec.nothing', '<no value>'],
  ['string', '.spec.empty', ''],
  ['string', '.spec.missing', null],
  ['boolean', '.spec.bool', true],
  ['boolean', '.spec.text', null],
  ['date', '.metadata.creationTimestamp', '5s'],
  ['date', '.spec.date', '24h'],
  ['date', '.spec.text', '<invalid>'],
  ['date', '.spec.missing', null],
  ['date', '.spec.int', null],
])('a column of type %s of %s shows %j', (type, path, cell) => {
  const [, column] = customColumns([{ name: 'C', type, jsonPath: path }])
  expect(column?.cell(object, now)).toBe(cell)
})

test('the name comes first; without defined columns there is an age', () => {
  expect(
    customColumns(undefined).map(column => [column.name, column.type, column.cell(object, now)]),
  ).toEqual([
    ['Name', 'string', 'x'],
    ['Age', 'date', '5s'],
  ])
  expect(customColumns([{ name: 'C', type: 'string', jsonPath: '.a', priority: 1 }])[1]).toMatchObject({
    description: 'Custom resource definition column (in JSONPath format): .a',
    priority: 1,
    format: '',
  })
})

test.each([[undefined], [[]]])('the columns of a resource that defines %j', columns => {
  const unformatted = { description: '', priority: 0, cell: expect.any(Function) }
  const shown = customColumns(columns)
  expect(shown).toEqual([
    { name: 'Name', type: 'string', format: 'name', ...unformatted },
    { name: 'Age', type: 'date', format: '', ...unformatted },
  ])
  expect(shown.map(({ cell }) => cell({}, now))).toEqual(['', '<unknown>'])
})

test('a column that says nothing about its priority and format is always shown, as text', () => {
  expect(customColumns([{ name: 'C', type: 'string', jsonPath: '.a', description: 'd' }])[1]).toMatchObject({
    description: 'd',
    priority: 0,
    format: '',
  })
})
