import fc from 'fast-check'
import { type Corruption, corrupt } from '../../packages/core/src/test/corruption.ts'

const TOKENS = [
  ...[
    '\n',
    '{',
    '}',
    '[',
    ']',
    '"',
    '\\',
    '\\"',
    ',',
    ':',
    ' ',
    '\0',
    '\u2028',
    '\\ud800',
    '\\u12',
    'NaN',
    '1e999',
    '-',
  ],
  ...[
    '"__proto__":{"x":1},',
    '"constructor":null,',
    '"items":[],',
    '"items":[{}],',
    '"metadata":{"name":"evil"},',
  ],
  ...[
    '"type":"BOOKMARK",',
    '"object":{},',
    '"kind":"Table",',
    '{"__proto__":{"name":"x"}}',
    ' '.repeat(64),
    '['.repeat(3_000),
  ],
].map(token => [...new TextEncoder().encode(token)])
const NO_UTF8 = [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xf0, 0x9f], [0xef, 0xbb, 0xbf], [0xc0, 0x80]]
/** Varints and lengths of protobuf. */
const WIRE = [
  [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01],
  [0xff, 0xff, 0xff, 0xff, 0x0f],
  [0x0b],
  [0x07],
  [0],
]

const position = fc.record({
  near: fc.constantFrom('anything' as const, 'structure' as const),
  index: fc.nat(1_000_000),
})
const length = fc.integer({ min: 1, max: 300 })
const bytes = fc.oneof(
  fc.constantFrom(...TOKENS, ...NO_UTF8, ...WIRE),
  fc.array(fc.nat(255), { maxLength: 8 }),
)
const corruption: fc.Arbitrary<Corruption> = fc.oneof(
  fc.record({ do: fc.constant('cut' as const), at: position, length }),
  fc.record({ do: fc.constant('insert' as const), at: position, bytes }),
  fc.record({ do: fc.constant('flip' as const), at: position, bit: fc.nat(7) }),
  fc.record({ do: fc.constant('repeat' as const), at: position, length }),
  fc.record({ do: fc.constant('truncate' as const), at: position }),
)

/** Valid bytes, valid ones with some changes, or any bytes. */
export function mutated(valid: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Uint8Array> {
  const changed = fc
    .tuple(valid, fc.array(corruption, { maxLength: 4 }))
    .map(([given, corruptions]) => corrupt(given, corruptions))
  return fc.oneof(
    { weight: 9, arbitrary: changed },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  )
}

/** The sizes of the chunks in which bytes arrive. */
export const pieces: fc.Arbitrary<readonly number[]> = fc.array(fc.integer({ min: 1, max: 5_000 }), {
  minLength: 1,
  maxLength: 4,
})

/** A value with some of its members replaced, removed or added, at any depth. */
export function mutatedValue(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.record({
    at: fc.nat(1_000),
    name: fc.constantFrom('__proto__', 'constructor', 'id', 'x'),
    to: junk,
  })
  return fc
    .tuple(value, fc.array(change, { maxLength: 3 }))
    .map(([given, changes]) =>
      changes.reduce((now: unknown, each) => changed(now, each), structuredClone(given)),
    )
}

const junk = fc.oneof(
  fc.anything(),
  fc.constantFrom<unknown>(
    undefined,
    null,
    NaN,
    -1,
    2 ** 53,
    '',
    '..',
    'x'.repeat(70_000),
    [],
    {},
    new Map(),
    new Uint8Array(3),
  ),
  fc.constant('cycle'),
)

interface Change {
  readonly at: number
  readonly name: string
  readonly to: unknown
}

function changed(root: unknown, { at, name, to }: Change): unknown {
  const objects = objectsIn(root)
  const target = objects[at % (objects.length + 1)]
  if (!target) return to
  const names = Object.keys(target)
  const member = at % 3 === 0 ? name : (names[at % Math.max(names.length, 1)] ?? name)
  const value = to === 'cycle' ? root : to
  if (at % 7 === 0) Reflect.deleteProperty(target, member)
  else Object.defineProperty(target, member, { value, enumerable: true, configurable: true, writable: true })
  return root
}

function objectsIn(root: unknown): readonly object[] {
  const found = new Set<object>()
  const waiting: unknown[] = [root]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next !== 'object' || next === null || ArrayBuffer.isView(next) || found.has(next)) continue
    found.add(next)
    waiting.push(...Object.values(next))
  }
  return [...found].filter(object => !Object.isFrozen(object))
}
