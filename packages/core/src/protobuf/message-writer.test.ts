import { describe, expect, test } from 'vitest'
import { MessageTable } from './message-table.ts'
import { enveloped, listParts, MessageWriter, watchFrame } from './message-writer.ts'
import { varintLength } from './wire-writer.ts'

const table = new MessageTable(`#a.io/v1
$Part name
$Zeros text keep! ptr* count?I always!I flag?B ratio?F raw?R time?T micro?M size!Q port?O bytes?Y parts?0 old?I- >(own sent^I)
$Pointers text* count*I flag*B ratio*F raw*R time*T size*Q port*O bytes*Y part*0 list~[ ints?[I map?{ numbers?{I datas?{Y objects?{0 times?{T wrapped*< lists?{<
#apiextensions.k8s.io/v1
$JSONSchemaProps type* items*L other*K dependencies?{P any*P`)

/** A number is a varint, a fraction a double, and all other values have a length. */
type Value = number | string | readonly Field[] | Uint8Array | { readonly double: number }
type Field = readonly [number: number, value: Value]
const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]
function encode(fields: readonly Field[]): number[] {
  return fields.flatMap(([number, value]) => {
    if (typeof value === 'number') return [...varint(number * 8), ...varint(value)]
    if (typeof value === 'object' && 'double' in value)
      return [...varint(number * 8 + 1), ...new Uint8Array(Float64Array.of(value.double).buffer)]
    const bytes =
      typeof value === 'string'
        ? new TextEncoder().encode(value)
        : value instanceof Uint8Array
          ? value
          : encode(value)
    return [...varint(number * 8 + 2), ...varint(bytes.length), ...bytes]
  })
}

const indexOf = (kind: string) =>
  table.indexOf('a.io/v1', kind) ?? table.indexOf('apiextensions.k8s.io/v1', kind) ?? -1
const write = (kind: string, members: object) => [
  ...new MessageWriter(table).write(indexOf(kind), members as Readonly<Record<string, unknown>>),
]
const PORT_0: Field[] = [
  [1, 0],
  [2, 0],
  [3, ''],
]

test('what is no pointer is written even if it is absent, and bytes and what only older versions have are not', () => {
  const zeros: Field[] = [
    ...([
      [1, ''],
      [2, ''],
      [4, 0],
      [5, 0],
      [6, 0],
      [7, { double: 0 }],
      [8, []],
      [9, []],
      [10, []],
    ] as const),
    ...([
      [11, [[1, '0']]],
      [12, PORT_0],
      [14, [[1, '']]],
      [
        16,
        [
          [1, ''],
          [2, 0],
        ],
      ],
    ] as const),
  ]
  expect(write('Zeros', {})).toEqual(encode(zeros))
  const nulls = Object.fromEntries(
    ['text', 'keep', 'count', 'raw', 'size', 'parts', 'old', 'bytes', 'sent'].map(name => [name, null]),
  )
  expect(write('Zeros', nulls)).toEqual(encode(zeros))
  expect(write('Pointers', {})).toEqual([])
})

describe('the value', () => {
  test.each<[object, Field | readonly Field[]]>([
    [{ text: 'é' }, [1, 'é']],
    [{ text: '' }, [1, '']],
    [{ count: 300 }, [2, 300]],
    [{ count: 0 }, [2, 0]],
    [{ flag: true }, [3, 1]],
    [{ flag: false }, [3, 0]],
    [{ ratio: 1.5 }, [4, { double: 1.5 }]],
    [{ raw: { a: [1] } }, [5, [[1, '{"a":[1]}']]]],
    [
      { time: '1970-01-01T00:01:01.5Z' },
      [
        6,
        [
          [1, 61],
          [2, 500_000_000],
        ],
      ],
    ],
    [{ size: '1Gi' }, [7, [[1, '1Gi']]]],
    [{ size: 5 }, [7, [[1, '5']]]],
    [
      { port: 80 },
      [
        8,
        [
          [1, 0],
          [2, 80],
          [3, ''],
        ],
      ],
    ],
    [
      { port: 'http' },
      [
        8,
        [
          [1, 1],
          [2, 0],
          [3, 'http'],
        ],
      ],
    ],
    [{ bytes: 'AP8=' }, [9, Uint8Array.of(0, 255)]],
    [{ part: { name: 'n', unknown: 1 } }, [10, [[1, 'n']]]],
    [{ part: {} }, [10, [[1, '']]]],
    [
      { list: ['a', ''] },
      [
        [11, 'a'],
        [11, ''],
      ],
    ],
    [{ list: [] }, []],
    [
      { ints: [1, 0, 300] },
      [
        [12, 1],
        [12, 0],
        [12, 300],
      ],
    ],
    [
      { map: { b: 'x', a: 'y', '': '' } },
      [
        [
          13,
          [
            [1, ''],
            [2, ''],
          ],
        ],
        [
          13,
          [
            [1, 'a'],
            [2, 'y'],
          ],
        ],
        [
          13,
          [
            [1, 'b'],
            [2, 'x'],
          ],
        ],
      ],
    ],
    [{ map: {} }, []],
    [
      { map: { a: null } },
      [
        13,
        [
          [1, 'a'],
          [2, ''],
        ],
      ],
    ],
    [
      { numbers: { a: null, b: 2 } },
      [
        [
          14,
          [
            [1, 'a'],
            [2, 0],
          ],
        ],
        [
          14,
          [
            [1, 'b'],
            [2, 2],
          ],
        ],
      ],
    ],
    [
      { datas: { a: null, b: 'AQ==' } },
      [
        [15, [[1, 'a']]],
        [
          15,
          [
            [1, 'b'],
            [2, Uint8Array.of(1)],
          ],
        ],
      ],
    ],
    [
      { objects: { a: null, b: { name: 'n' } } },
      [
        [
          16,
          [
            [1, 'a'],
            [2, [[1, '']]],
          ],
        ],
        [
          16,
          [
            [1, 'b'],
            [2, [[1, 'n']]],
          ],
        ],
      ],
    ],
    [
      { times: { a: null } },
      [
        17,
        [
          [1, 'a'],
          [2, []],
        ],
      ],
    ],
    [
      { wrapped: ['a', 'b'] },
      [
        18,
        [
          [1, 'a'],
          [1, 'b'],
        ],
      ],
    ],
    [{ wrapped: [] }, [18, []]],
    [
      { lists: { a: ['x'], b: null, c: [] } },
      [
        [
          19,
          [
            [1, 'a'],
            [2, [[1, 'x']]],
          ],
        ],
        [
          19,
          [
            [1, 'b'],
            [2, []],
          ],
        ],
        [
          19,
          [
            [1, 'c'],
            [2, []],
          ],
        ],
      ],
    ],
    [{ wrapped: null, list: null, map: null, part: null, ints: undefined }, []],
  ])('of %j', (members, fields) => {
    const all = (typeof fields[0] === 'number' ? [fields] : fields) as readonly Field[]
    expect(write('Pointers', members)).toEqual(encode(all))
  })

  test('of an inherited member is none', () => {
    expect(write('Pointers', Object.create({ text: 'x' }) as object)).toEqual([])
  })

  test('of a map is sorted by the bytes of its keys', () => {
    const keys = ['', 'a', 'aa', 'ab', 'b', 'é', '\uE000', '\uFFFD', '\uFFFDa', '😀', '😀a', '😀b']
    const bytes = encode(
      keys.map(
        (key): Field => [
          13,
          [
            [1, key],
            [2, 'x'],
          ],
        ],
      ),
    )
    for (const order of [keys, keys.toReversed(), [...keys.slice(5), ...keys.slice(0, 5)]])
      expect(write('Pointers', { map: Object.fromEntries(order.map(key => [key, 'x'])) })).toEqual(bytes)
  })
})

describe('a schema', () => {
  const STRING: Field = [1, 'string']
  const string = { type: 'string' }
  test.each<[object, Field]>([
    [{ items: string }, [2, [[1, [STRING]]]]],
    [
      { items: [string, {}] },
      [
        2,
        [
          [2, [STRING]],
          [2, []],
        ],
      ],
    ],
    [{ other: true }, [3, [[1, 1]]]],
    [{ other: false }, [3, [[1, 0]]]],
    [
      { other: string },
      [
        3,
        [
          [1, 1],
          [2, [STRING]],
        ],
      ],
    ],
    [
      { dependencies: { k: ['a'] } },
      [
        4,
        [
          [1, 'k'],
          [2, [[2, 'a']]],
        ],
      ],
    ],
    [{ any: string }, [5, [[1, [STRING]]]]],
  ])('of %j', (members, field) => expect(write('JSONSchemaProps', members)).toEqual(encode([field])))
})

test.each([
  [{ text: 1 }, 'number in place of a string'],
  [{ count: '1' }, 'string in place of a number'],
  [{ ratio: true }, 'boolean in place of a number'],
  [{ port: true }, 'boolean in place of a number'],
  [{ size: true }, 'boolean in place of a string'],
  [{ time: 'never' }, 'a time must be RFC 3339'],
  [{ bytes: '*' }, 'not base64'],
  [{ bytes: 1 }, 'number in place of a string'],
  [{ part: 'x' }, 'a message must be an object'],
  [{ part: [] }, 'a message must be an object'],
  [{ list: {} }, 'list must be a list'],
  [{ list: [null] }, 'object in place of a string'],
  [{ wrapped: 'x' }, 'wrapped must be a list'],
  [{ map: ['a'] }, 'map must be an object'],
  [{ map: 'a' }, 'map must be an object'],
])('%j is refused: %s', (members, message) => expect(() => write('Pointers', members)).toThrow(message))

describe('around messages', () => {
  const MAGIC = [0x6b, 0x38, 0x73, 0]
  const envelope = (message: Uint8Array) => [
    ...MAGIC,
    ...encode([
      [
        1,
        [
          [1, 'v1'],
          [2, 'Pod'],
        ],
      ],
      [2, message],
      [3, ''],
      [4, ''],
    ]),
  ]

  test.each([0, 1, 127, 128, 20_000])('an envelope of %d bytes', length => {
    const message = new Uint8Array(length).fill(7)
    expect([...enveloped('v1', 'Pod', message)]).toEqual(envelope(message))
  })

  test.each([[[]], [[0]], [[1, 127, 128, 300]], [[20_000, 1]]])(
    'the envelope of a list of items of %j bytes',
    lengths => {
      const metadata = Uint8Array.of(10, 1, 55)
      const items = lengths.map((length, index) => new Uint8Array(length).fill(index))
      const { head, itemHead, tail } = listParts('v1', 'Pod', metadata, items)
      const message = encode([[1, metadata], ...items.map((item): Field => [2, item])])
      const sent = [...head, ...items.flatMap(item => [...itemHead(item), ...item]), ...tail]
      expect(sent).toEqual(envelope(Uint8Array.from(message)))
      expect(items.map(item => itemHead(item).length)).toEqual(
        lengths.map(length => 1 + varintLength(length)),
      )
    },
  )

  test.each([0, 200, 70_000])('a frame of an object of %d bytes', length => {
    const object = new Uint8Array(length).fill(7)
    const event = encode([
      [1, 'ADDED'],
      [2, [[1, object]]],
    ])
    const size = event.length
    expect([...watchFrame('ADDED', object)]).toEqual([
      0,
      size >> 16,
      (size >> 8) & 0xff,
      size & 0xff,
      ...event,
    ])
  })
})
