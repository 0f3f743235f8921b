import { describe, expect, test } from 'vitest'
import { MessageReader } from './message-reader.ts'
import { MessageTable } from './message-table.ts'
import { WireReader } from './wire-reader.ts'

/** A member of each type, rule and container. */
const TABLE = `#meta.k8s.io/v1
$ListMeta rv
#a.io/v1
*Item name
$Thing text keep! ptr* count?I always!I list?[ ints?[I map?{ numbers?{I lists?{< wrapped*< flag*B ratio*F raw?R time*T micro*M size!Q port*O bytes?Y parts?[(name! zero!I) >(own sent^I) claims?[1+ empty~[ when?{T objects?{1
#apiextensions.k8s.io/v1
$JSONSchemaProps type items*L other*K dependencies?{P`
const table = new MessageTable(TABLE)

type Field = readonly [number: number, value: number | string | readonly Field[] | Uint8Array]
const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]
/** Numbers are varints, all other values have a length. */
function encode(fields: readonly Field[]): number[] {
  return fields.flatMap(([number, value]) => {
    if (typeof value === 'number') return [...varint(number * 8), ...varint(value)]
    const bytes =
      typeof value === 'string'
        ? [...new TextEncoder().encode(value)]
        : isBytes(value)
          ? [...value]
          : encode(value)
    return [...varint(number * 8 + 2), ...varint(bytes.length), ...bytes]
  })
}
const isBytes = (value: readonly Field[] | Uint8Array): value is Uint8Array => value instanceof Uint8Array

function read(bytes: readonly number[], apiVersion = 'a.io/v1', kind = 'Thing'): Record<string, unknown> {
  const wire = new WireReader(Uint8Array.from([0, ...bytes, 0]))
  return new MessageReader(table, wire).read(table.knownKind({ apiVersion, kind }), 1, 1 + bytes.length)
}
const thing = (...fields: readonly Field[]) => read(encode(fields))
const schema = (...fields: readonly Field[]) =>
  read(encode(fields), 'apiextensions.k8s.io/v1', 'JSONSchemaProps')

/** What a Thing without fields has. */
const EMPTY = { keep: '', always: 0, size: '0', empty: null }
const NUMBER: Readonly<Record<string, number>> = Object.fromEntries(
  table
    .message(table.knownKind({ apiVersion: 'a.io/v1', kind: 'Thing' }))
    .members.flatMap(member => (member ? [[member.name, member.number]] : [])),
)
const at = (name: string): number => NUMBER[name] ?? NUMBER[''] ?? 0
const INNER = at('')

test('a message without fields has what JSON always has', () => expect(thing()).toEqual(EMPTY))

describe('the value', () => {
  test.each<[string, Field, unknown]>([
    ['text', [at('text'), 'x'], 'x'],
    ['keep', [at('keep'), 'x'], 'x'],
    ['ptr', [at('ptr'), ''], ''],
    ['count', [at('count'), 300], 300],
    ['always', [at('always'), 1], 1],
    ['flag', [at('flag'), 1], true],
    ['flag', [at('flag'), 0], false],
    ['raw', [at('raw'), [[1, '{"a":1}']]], { a: 1 }],
    ['size', [at('size'), [[1, '1Gi']]], '1Gi'],
    ['size', [at('size'), []], '0'],
    ['port', [at('port'), [[2, 80]]], 80],
    ['port', [at('port'), []], 0],
    [
      'port',
      [
        at('port'),
        [
          [1, 1],
          [2, 80],
          [3, 'http'],
        ],
      ],
      'http',
    ],
    ['port', [at('port'), [[1, 1]]], ''],
    ['bytes', [at('bytes'), Uint8Array.of(0, 255)], 'AP8='],
    ['time', [at('time'), [[1, 61]]], '1970-01-01T00:01:01Z'],
    ['time', [at('time'), []], null],
    [
      'micro',
      [
        at('micro'),
        [
          [1, 61],
          [2, 2_000],
        ],
      ],
      '1970-01-01T00:01:01.000002Z',
    ],
    ['micro', [at('micro'), [[2, 5_000]]], '1970-01-01T00:00:00.000005Z'],
    [
      'wrapped',
      [
        at('wrapped'),
        [
          [1, 'a'],
          [1, 'b'],
        ],
      ],
      ['a', 'b'],
    ],
    ['wrapped', [at('wrapped'), []], []],
    [
      'map',
      [
        at('map'),
        [
          [1, 'k'],
          [2, 'v'],
        ],
      ],
      { k: 'v' },
    ],
    ['map', [at('map'), [[1, 'k']]], { k: '' }],
    ['map', [at('map'), []], { '': '' }],
    [
      'map',
      [
        at('map'),
        [
          [1, '__proto__'],
          [2, 'v'],
        ],
      ],
      JSON.parse('{"__proto__":"v"}'),
    ],
    [
      'numbers',
      [
        at('numbers'),
        [
          [2, 7],
          [1, 'k'],
        ],
      ],
      { k: 7 },
    ],
    ['numbers', [at('numbers'), [[1, 'k']]], { k: 0 }],
    [
      'lists',
      [
        at('lists'),
        [
          [1, 'k'],
          [
            2,
            [
              [1, 'a'],
              [1, 'b'],
            ],
          ],
        ],
      ],
      { k: ['a', 'b'] },
    ],
    ['lists', [at('lists'), [[1, 'k']]], { k: [] }],
    ['when', [at('when'), [[1, 'k']]], { k: null }],
    [
      'objects',
      [
        at('objects'),
        [
          [1, 'k'],
          [2, [[1, 'n']]],
        ],
      ],
      { k: { name: 'n' } },
    ],
    ['objects', [at('objects'), [[1, 'k']]], { k: {} }],
    ['parts', [at('parts'), [[2, 5]]], [{ name: '', zero: 5 }]],
    ['claims', [at('claims'), [[1, 'n']]], [{ kind: 'Item', apiVersion: 'a.io/v1', name: 'n' }]],
    ['empty', [at('empty'), 'x'], ['x']],
    ['own', [INNER, [[1, 'x']]], 'x'],
    ['sent', [INNER, [[2, 0]]], 0],
  ])('of %s from %j is %j', (name, field, value) => {
    expect(thing(field)).toEqual({ ...EMPTY, [name]: value })
  })

  test.each<[string, Field]>([
    ['text', [at('text'), '']],
    ['count', [at('count'), 0]],
    ['raw', [at('raw'), []]],
    ['raw', [at('raw'), [[1, '']]]],
    ['bytes', [at('bytes'), '']],
  ])('of %s that is zero is omitted', (_, field) => expect(thing(field)).toEqual(EMPTY))

  test('of repeated fields is their list, their map, or the last one', () => {
    const twice = (name: string, ...values: readonly Field[1][]) =>
      thing(...values.map((value): Field => [at(name), value]))
    expect(twice('list', 'a', '', 'b')).toEqual({ ...EMPTY, list: ['a', '', 'b'] })
    expect(twice('ints', 1, 0, 300)).toEqual({ ...EMPTY, ints: [1, 0, 300] })
    expect(
      twice(
        'map',
        [
          [1, 'a'],
          [2, 'x'],
        ],
        [
          [1, 'b'],
          [2, 'y'],
        ],
      ),
    ).toEqual({ ...EMPTY, map: { a: 'x', b: 'y' } })
    expect(twice('wrapped', [[1, 'a']], [[1, 'b']])).toEqual({ ...EMPTY, wrapped: ['b'] })
    expect(twice('text', 'a', 'b')).toEqual({ ...EMPTY, text: 'b' })
  })

  test('of packed numbers is their list', () => {
    const packed: Field = [at('ints'), Uint8Array.from([...varint(1), ...varint(300), 0])]
    expect(thing([at('ints'), 5], packed, [at('ints'), ''])).toEqual({ ...EMPTY, ints: [5, 1, 300, 0] })
  })

  test('of a double', () => {
    const bytes = [...varint(at('ratio') * 8 + 1), ...new Uint8Array(Float64Array.of(-1.5).buffer)]
    expect(read(bytes)).toEqual({ ...EMPTY, ratio: -1.5 })
  })
})

const OTHERS: readonly number[][] = [
  [8 * 100, 1],
  [8 * 100 + 2, 2, 1, 1],
  [8 * 100 + 1, 1, 2, 3, 4, 5, 6, 7, 8],
  [8 * 100 + 5, 1, 2, 3, 4],
].map(([tag = 0, ...rest]) => [...varint(tag), ...rest])

describe('fields of newer servers are skipped', () => {
  test.each(OTHERS)('%j…', (...other) => {
    const within = (name: string, ...fields: readonly Field[]) =>
      thing([at(name), Uint8Array.from([...other, ...encode(fields), ...other])])[name]
    expect(read([...other, ...encode([[at('text'), 'x']]), ...other])).toEqual({ ...EMPTY, text: 'x' })
    expect(within('map', [1, 'k'], [2, 'v'])).toEqual({ k: 'v' })
    expect(within('lists', [1, 'k'], [2, []])).toEqual({ k: [] })
    expect(within('wrapped', [1, 'a'])).toEqual(['a'])
    expect(within('time', [1, 61])).toBe('1970-01-01T00:01:01Z')
    expect(within('port', [2, 80])).toBe(80)
    expect(within('parts', [1, 'a'])).toEqual([{ name: 'a', zero: 0 }])
  })
})

test.each<[string, Field]>([
  ['a number in place of a text', [at('text'), 1]],
  ['a number in place of a list of texts', [at('list'), 1]],
  ['a text in place of a number', [at('count'), 'x']],
  ['a text in place of a truth value', [at('flag'), 'x']],
  ['a text in place of a double', [at('ratio'), 'x']],
  ['a number in place of bytes', [at('bytes'), 1]],
  ['a number in place of a map', [at('map'), 1]],
  ['a number in place of a wrapped list', [at('wrapped'), 1]],
  ['a number in place of a message', [at('parts'), 1]],
  ['a number in place of an inlined message', [INNER, 1]],
  ['a text in place of the seconds', [at('time'), [[1, 'x']]]],
  ['a text in place of the nanoseconds', [at('time'), [[2, 'x']]]],
])('%s is refused', (_, field) => expect(() => thing(field)).toThrow('wrong wire type'))

test('the third field of a time is none of its parts', () => {
  expect(
    thing([
      at('time'),
      [
        [3, 'x'],
        [1, 61],
      ],
    ]),
  ).toMatchObject({ time: '1970-01-01T00:01:01Z' })
})

describe('a schema', () => {
  const STRING: Field = [1, 'string']
  test.each<[Field, object]>([
    [[2, [[1, [STRING]]]], { items: { type: 'string' } }],
    [
      [
        2,
        [
          [2, [STRING]],
          [2, []],
        ],
      ],
      { items: [{ type: 'string' }, {}] },
    ],
    [[2, []], { items: null }],
    [[3, [[1, 1]]], { other: true }],
    [[3, [[1, 0]]], { other: false }],
    [[3, []], { other: false }],
    [[3, [[2, [STRING]]]], { other: { type: 'string' } }],
    [
      [
        4,
        [
          [1, 'k'],
          [
            2,
            [
              [2, 'a'],
              [2, 'b'],
            ],
          ],
        ],
      ],
      { dependencies: { k: ['a', 'b'] } },
    ],
    [
      [
        4,
        [
          [1, 'k'],
          [2, [[1, [STRING]]]],
        ],
      ],
      { dependencies: { k: { type: 'string' } } },
    ],
    [[4, [[1, 'k']]], { dependencies: { k: null } }],
  ])('of %j is %j', (field, value) => expect(schema(field)).toEqual(value))
})

test('one member is read without the others', () => {
  const { members } = table.message(table.knownKind({ apiVersion: 'a.io/v1', kind: 'Thing' }))
  const fields: Field[] = [
    [at('text'), 'x'],
    [at('count'), 3],
    [at('list'), 'a'],
    [at('list'), 'b'],
    [
      at('map'),
      [
        [1, 'k'],
        [2, 'v'],
      ],
    ],
  ]
  const bytes = encode(fields)
  const wire = new WireReader(Uint8Array.from([0, ...bytes, ...encode([[at('text'), 'later']])]))
  const reader = new MessageReader(table, wire)
  const one = (name: string) => {
    const member = members[at(name)]
    if (!member) throw new Error(`no member ${name}`)
    return reader.readMember(member, 1, 1 + bytes.length)
  }
  expect(['text', 'count', 'list', 'map', 'keep', 'always', 'ptr', 'size', 'empty'].map(one)).toEqual([
    ...['x', 3, ['a', 'b'], { k: 'v' }, '', 0, undefined, '0', null],
  ])
})

test('messages are nested at most 500 deep', () => {
  const nested = (depth: number): readonly Field[] => {
    let fields: readonly Field[] = []
    for (let at = 1; at < depth; at++) fields = [[2, [[1, fields]]]]
    return fields
  }
  expect(schema(...nested(500))).toHaveProperty('items')
  expect(() => schema(...nested(501))).toThrow('nested too deeply')
})
