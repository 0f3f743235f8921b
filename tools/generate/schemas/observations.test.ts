import { describe, expect, test } from 'vitest'
import { instanceOf } from './instances.ts'
import { Observations } from './observations.ts'
import type { OpenAPISchema, OpenAPITypes } from './openapi.ts'

const ref = (name: string): OpenAPISchema => ({ allOf: [{ $ref: `#/components/schemas/${name}` }] })

/** A kind with a spec that is also an item of a list, and a recursive type. */
const types: OpenAPITypes = new Map<string, OpenAPISchema>([
  [
    'Kind',
    {
      properties: {
        kind: { type: 'string' },
        metadata: ref('Meta'),
        spec: ref('Spec'),
        others: { type: 'array', items: ref('Spec') },
      },
    },
  ],
  [
    'Spec',
    {
      properties: {
        name: { type: 'string' },
        count: { type: 'integer', format: 'int32' },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
        inner: ref('Spec'),
        parts: { type: 'array', items: ref('Part') },
      },
    },
  ],
  ['Part', { properties: { isOn: { type: 'boolean' } } }],
])

describe('probes', () => {
  const objects = (depth: number) => instanceOf(types, 'Kind', { kind: 'objects', depth })

  test('contain only objects down to a depth, without recursion', () => {
    expect(objects(1)).toEqual({ spec: {}, others: [{}] })
    expect(objects(2)).toEqual({ spec: { parts: [{}] }, others: [{ parts: [{}] }] })
    expect(objects(9)).toEqual(objects(2))
  })

  test('contain all members of a type, with the zero values of Go', () => {
    const spec = { name: '', count: 0, labels: {}, parts: [{ isOn: false }] }
    expect(instanceOf(types, 'Kind', { kind: 'zeros' })).toEqual({ spec, others: [spec] })
  })
})

describe('facts of a type', () => {
  test('hold at every location', () => {
    const observations = new Observations(types, [])
    observations.add('Kind', { spec: {} }, { kind: 'Kind', spec: { name: 'a', count: 1 } })
    observations.add('Kind', { others: [{}] }, { others: [{ name: 'a', labels: { x: 'y' } }] })
    expect([...observations.factsOf('Spec').added]).toEqual([['name', 'a']])
    // A value that only one location adds is reported for that location. For an object, only its presence is reported.
    expect([...observations.localFacts('Spec', 'Kind.spec')]).toEqual([['count', 1]])
    expect([...observations.localFacts('Spec', 'Kind.others')]).toEqual([['labels', {}]])
  })

  test('exclude a value that was not always added', () => {
    const observations = new Observations(types, [])
    observations.add('Kind', { spec: {} }, { spec: { count: 1 } })
    observations.add('Kind', { spec: { name: 'x' } }, { spec: { name: 'x' } })
    expect(observations.factsOf('Spec').added.size).toBe(0)
  })

  test('a retained zero value marks a pointer, unless the member is always added', () => {
    const observations = new Observations(types, [])
    const sent = { spec: { name: '', count: 0 } }
    observations.add('Kind', sent, { spec: { name: '', count: 0 } })
    observations.add('Kind', { spec: {} }, { spec: { name: '' } })
    const { added, pointers } = observations.factsOf('Spec')
    expect([...added]).toEqual([['name', '']])
    expect(pointers).toEqual(['count'])
  })

  test('exclude values that admission or the clock adds', () => {
    const observations = new Observations(types, ['Spec.name'])
    observations.add('Kind', { spec: {} }, { spec: { name: 'a' } })
    expect(observations.factsOf('Spec').added.size).toBe(0)
    expect(observations.has('Spec')).toBe(true)
    expect(observations.has('Part')).toBe(false)
  })
})
