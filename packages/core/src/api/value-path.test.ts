import { expect, test } from 'vitest'
import { UsageError } from './errors.ts'
import { parseValuePath, readValues, splitPath } from './value-path.ts'

const member = (name: string) => ({ type: 'member', name })

test.each([
  ['spec.nodeName', [member('spec'), member('nodeName')]],
  ['.reason', [member('reason')]],
  [
    "metadata.labels['app.kubernetes.io/name']",
    [member('metadata'), member('labels'), member('app.kubernetes.io/name')],
  ],
  ['a["it\\"s"]', [member('a'), member('it"s')]],
  ["['a'].b", [member('a'), member('b')]],
  ['a.b\\.c\\[d', [member('a'), member('b.c[d')]],
  ['a\\b', [member('a\\b')]],
  ['a[12]', [member('a'), { type: 'item', index: 12 }]],
  ['a[*].b', [member('a'), { type: 'items' }, member('b')]],
  ['a[?(@.b=="c")]', [member('a'), { type: 'filter', path: ['b'], isEqual: true, value: 'c' }]],
  [
    "a[?( @.b['c.d'] != -1.5e3 )]",
    [member('a'), { type: 'filter', path: ['b', 'c.d'], isEqual: false, value: -1500 }],
  ],
  [
    'a[?(@==null)][0]',
    [member('a'), { type: 'filter', path: [], isEqual: true, value: null }, { type: 'item', index: 0 }],
  ],
  ['__proto__.constructor', [member('__proto__'), member('constructor')]],
])('%s', (path, steps) => {
  expect(parseValuePath(path)).toEqual(steps)
})

test.each([
  ['', 'a name is expected at character 1: ""'],
  ['a..b', 'a name is expected at character 3: "a." …'],
  ['a.', 'a name is expected at character 3: "a."'],
  ['a[', 'a name in quotes, a number, * or ?(…) is expected at character 3: "a["'],
  ['a[-1]', 'a name in quotes, a number, * or ?(…) is expected at character 3: "a[" …'],
  ['a[*', '"]" is expected at character 4: "a[*"'],
  ['a[*]b', 'a step starts with "." or "[" at character 5: "a[*]" …'],
  ['a["b', 'a name in quotes, a number, * or ?(…) is expected at character 3: "a[" …'],
  ['a[?(b=="c")]', '"@" is expected at character 5: "a[?(" …'],
  ['a[?(@.b="c")]', '== or != is expected at character 8: "a[?(@.b" …'],
  [
    'a[?(@.b==c)]',
    'a text in quotes, a number, true, false or null is expected at character 10: "a[?(@.b==" …',
  ],
  ['a[?(@.b=="c"]', '")" is expected at character 13: "a[?(@.b==\\"c\\"" …'],
])('the error of %j has the position', (path, message) => {
  expect(() => parseValuePath(path)).toThrow(UsageError)
  expect(() => parseValuePath(path)).toThrow(message)
})

test('an error quotes only the end of a long path', () => {
  expect(() => parseValuePath(`${'a'.repeat(10_000)}[`)).toThrow(/character 10002: ".{80}"$/)
})

test('the prefix of a path ends at the first array', () => {
  const { prefix, rest } = splitPath(parseValuePath('a.b[*].c'))
  expect(prefix).toEqual(['a', 'b'])
  expect(rest).toEqual([{ type: 'items' }, member('c')])
  expect(splitPath(parseValuePath('a.b'))).toEqual({ prefix: ['a', 'b'], rest: [] })
})

test('only own members of objects and items of arrays are read', () => {
  const object = JSON.parse('{"list":[{"k":1,"v":"a"},{"k":2,"v":"b"},7,{"v":"c"}],"__proto__":{"x":1}}')
  const read = (path: string) => readValues(object, parseValuePath(path))
  expect(read('list[*].v')).toEqual(['a', 'b', 'c'])
  expect(read('list[1].v')).toEqual(['b'])
  expect(read('list[9]')).toEqual([])
  expect(read('list[?(@.k!=1)].v')).toEqual(['b', 'c'])
  expect(read('list[?(@.k==null)].v')).toEqual(['c'])
  expect(read('list[?(@==7)]')).toEqual([7])
  expect(read('list.length')).toEqual([])
  expect(read('list[0].constructor')).toEqual([])
  expect(read('__proto__.x')).toEqual([1])
})
