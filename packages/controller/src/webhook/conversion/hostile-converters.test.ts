import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useResponse } from '../../test/apiserver-conversion.ts'
import { ConversionRig, convertingBy, reviewOf, widget } from '../../test/conversion-rig.ts'
import { ConversionError } from './conversion-error.ts'

/** What a converter does with one object. */
type Behavior = (object: Record<string, unknown>) => unknown

class Instance {
  readonly apiVersion = 'example.com/v2'
}

const cyclic: { self?: unknown } = {}
cyclic.self = cyclic

const text = fc.constantFrom('', 'a', 'b', 'a b', 'A.b/C', 'x'.repeat(64), 'example.com/v1', 'uid-a', 'ü')
const wrong = fc.constantFrom<unknown>(
  undefined,
  null,
  0,
  -0,
  Number.NaN,
  2 ** 60,
  '',
  'text',
  [],
  {},
  [1],
  10n,
  true,
  Symbol('s'),
  new Date(0),
  new Instance(),
  cyclic,
  () => ({}),
)
const texts = fc.dictionary(text, fc.oneof({ weight: 4, arbitrary: text }, wrong))
const value = fc.oneof(fc.jsonValue(), wrong, texts)
const metadata = fc.dictionary(
  fc.constantFrom('name', 'namespace', 'uid', 'labels', 'annotations', 'finalizers', '__proto__'),
  fc.oneof(value, texts),
)
const member = fc.constantFrom('apiVersion', 'kind', 'metadata', 'spec', '__proto__', 'constructor', 'toJSON')

/** An own member of any name. An assignment of `__proto__` would set the prototype. */
const define = (object: object, name: string, item: unknown) =>
  Object.defineProperty(object, name, { value: item, enumerable: true, configurable: true, writable: true })

const behavior: fc.Arbitrary<Behavior> = fc.oneof(
  fc.constant<Behavior>(object => object),
  wrong.map(
    (result): Behavior =>
      () =>
        result,
  ),
  fc.dictionary(member, value).map(
    (result): Behavior =>
      () =>
        result,
  ),
  fc.tuple(member, value).map(
    ([name, item]): Behavior =>
      object =>
        define(object, name, item),
  ),
  metadata.map(
    (changed): Behavior =>
      object => ({ ...object, metadata: changed }),
  ),
  metadata.map(
    (changed): Behavior =>
      object => {
        for (const [name, item] of Object.entries(changed)) define(object.metadata as object, name, item)
        return object
      },
  ),
  fc.constant<Behavior>(object => {
    for (const name of Object.keys(object)) Reflect.deleteProperty(object, name)
    return object
  }),
  value.map(
    (error): Behavior =>
      () => {
        throw error
      },
  ),
  fc.constant<Behavior>(() => {
    throw new ConversionError('no')
  }),
)

const labels = fc.option(
  fc.dictionary(fc.constantFrom('a', 'b', 'example.com/c'), fc.constantFrom('', 'x', 'not valid')),
  { nil: undefined },
)

/** How many objects the apiserver gets. It takes them, unless it finds labels or annotations that are not valid. */
function numberUsed(request: Parameters<typeof useResponse>[0], reply: string): number {
  try {
    return useResponse(request, reply).length
  } catch (error) {
    if (!/: (labels|annotations): /.test(String(error))) throw error
    return JSON.parse(reply).response.convertedObjects.length
  }
}

test('C-CNV-10: an apiserver accepts each success, whatever converters return', async () => {
  let successes = 0
  const step = fc.record({
    toHub: behavior,
    fromHub: behavior,
    isAsync: fc.boolean(),
    labels,
    version: fc.constantFrom('v1', 'v2'),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 3 }),
      fc.constantFrom('v1', 'v2', 'v3'),
      async (steps, desired) => {
        const objects = steps.map((each, index) => {
          const object = widget(each.version, `w${index}`, { sizes: [index] })
          return {
            ...object,
            metadata: { ...(object.metadata as object), generation: 3, labels: each.labels },
          }
        })
        const run = (direction: 'toHub' | 'fromHub') => (object: never) => {
          const { metadata: { name = '' } = {} } = object as { metadata?: { name?: string } }
          const each = steps[Number(name.slice(1))]
          const result = () => each?.[direction](object)
          return each?.isAsync ? Promise.resolve().then(result) : result()
        }
        const request = JSON.parse(JSON.stringify(reviewOf(`example.com/${desired}`, ...objects)))
        const reply = await new ConversionRig([convertingBy(run('toHub'), run('fromHub'))]).text(request)
        const { response } = JSON.parse(reply)
        if (response.result.status === 'Failure') {
          expect(response).toEqual({
            uid: 'u-1',
            result: { status: 'Failure', message: expect.stringMatching(/./) },
          })
        } else {
          successes++
          expect(numberUsed(request, reply)).toBe(objects.length)
        }
      },
    ),
    { numRuns: 500 },
  )
  expect(successes).toBeGreaterThan(25)
})
