import fc from 'fast-check'
import { expect, test } from 'vitest'
import { messageSize, UnmeasurableError } from './message-size.ts'

const MAX = 64 * 1024 * 1024

function measured(message: unknown, limit = MAX) {
  let visited = 0
  const size = messageSize(message, limit, () => visited++)
  return { size, visited }
}

/** Each level has the next one twice: 2^depth when it is written as text. */
function shared(depth: number): unknown {
  let object: unknown = { leaf: true }
  for (let level = 0; level < depth; level++) object = [object, object]
  return object
}

test('an object that is shared is visited once, and counts with each member that has it', () => {
  const common = { text: 'x'.repeat(1_000) }
  const { size, visited } = measured([common, common, common])
  expect(visited).toBe(2)
  expect(size).toBeGreaterThan(3_000)
  expect(size).toBeLessThan(3_200)
})

test('a message that shares its members on each level is visited in as many steps as it has levels', () => {
  expect(measured(shared(15))).toMatchObject({ visited: 16 })
  let visited = 0
  expect(() => messageSize(shared(5_000), MAX, () => visited++)).toThrow(UnmeasurableError)
  expect(visited).toBe(5_001)
})

test('the size is that of the tree that JSON would write', () => {
  const { tree } = fc.letrec<{ tree: unknown }>(tie => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.string({ maxLength: 5 }),
      fc.integer(),
      fc.array(tie('tree'), { maxLength: 3 }),
      tie('tree').map(twice => ({ a: twice, b: twice })),
    ),
  }))
  fc.assert(
    fc.property(tree, message => {
      const unshared: unknown = JSON.parse(JSON.stringify(message))
      expect(measured(message).size).toBe(measured(unshared).size)
    }),
  )
})

test.each<[string, () => unknown]>([
  ['an object in itself', () => cycle({})],
  ['an array in itself', () => cycle([])],
  ['a map in itself', () => selfMap()],
  ['an object below shared ones', () => [shared(20), cycle({})]],
])('%s is refused', (_, message) => {
  expect(() => measured(message())).toThrow(UnmeasurableError)
  expect(() => measured(message())).toThrow('contains itself')
})

test('more than a million objects are refused', () => {
  const objects = (count: number) => Array.from({ length: count }, () => [])
  expect(measured(objects(999_999))).toMatchObject({ visited: 1_000_000 })
  expect(() => measured(objects(1_000_000))).toThrow('more than 1000000 objects')
})

test('counting stops beyond the limit', () => {
  const { size, visited } = measured(
    Array.from({ length: 100_000 }, () => ({})),
    1_000,
  )
  expect(size).toBeGreaterThan(1_000)
  expect(visited).toBeLessThan(200)
})

function cycle<T extends object>(object: T): T {
  return Object.assign(object, [object])
}

function selfMap(): Map<unknown, unknown> {
  const map = new Map<unknown, unknown>()
  return map.set('a', [map])
}
