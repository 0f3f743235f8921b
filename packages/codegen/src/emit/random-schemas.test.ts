import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judge } from '../test/judge.ts'
import { widgetModel } from '../test/model.ts'
import { isValid } from '../test/naive-validator.ts'
import { changesOf, randomSchema, validValue } from '../test/random-schemas.ts'

const SCHEMAS = 40
const CHANGES = 25

const sample = randomSchema.chain(spec =>
  fc.record({ spec: fc.constant(spec), valid: fc.array(validValue(spec), { minLength: 3, maxLength: 3 }) }),
)

test('the types of random schemas accept what a validator accepts, and nothing else', async () => {
  const cases = fc.sample(sample, SCHEMAS).map(({ spec, valid }) => {
    const changes = valid.flatMap(value => changesOf(spec, value))
    // Evenly from all places, as those near the root come first.
    const step = Math.max(1, Math.floor(changes.length / CHANGES))
    return { spec, values: [...valid, ...changes.filter((_, index) => index % step === 0)] }
  })
  const accepted = await judge(
    cases.map(({ spec, values }) => ({
      model: widgetModel({ schema: { type: 'object', required: ['spec'], properties: { spec } } }),
      expressions: values.map(value => `{ spec: ${JSON.stringify(value)} }`),
    })),
  )
  const seen = new Set<boolean>()
  for (const [index, { spec, values }] of cases.entries()) {
    for (const [at, value] of values.entries()) {
      const valid = isValid(spec, value)
      seen.add(valid)
      expect(accepted[index]?.[at], `${JSON.stringify(spec)}\n${JSON.stringify(value)}`).toBe(valid)
    }
  }
  expect(seen.size).toBe(2)
}, 60_000)
