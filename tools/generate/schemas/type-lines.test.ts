import { expect, test } from 'vitest'
import { BuiltInSchemas } from '../../../packages/apiserver/src/schema/schemas.ts'
import { Observations } from './observations.ts'
import type { OpenAPISchema, OpenAPITypes } from './openapi.ts'
import { typeLines } from './type-lines.ts'

const SPEC = 'io.k8s.api.core.v1.ThingSpec'
const THING = 'io.k8s.api.core.v1.Thing'

const types: OpenAPITypes = new Map<string, OpenAPISchema>([
  [
    THING,
    {
      'x-kubernetes-group-version-kind': [{ group: '', version: 'v1', kind: 'Thing' }],
      properties: {
        spec: { default: {}, allOf: [{ $ref: `#/components/schemas/${SPEC}` }] },
        parts: {
          type: 'array',
          items: { $ref: `#/components/schemas/${SPEC}` },
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['policy'],
        },
      },
      required: ['spec'],
    },
  ],
  [
    SPEC,
    {
      properties: {
        policy: { type: 'string', enum: ['A', 'B'], default: 'A' },
        limits: { type: 'object', additionalProperties: { type: 'string' } },
      },
    },
  ],
])

function read() {
  const observations = new Observations(types, [])
  observations.add(THING, { spec: {} }, { spec: { policy: 'A' } })
  observations.add(THING, { parts: [{}] }, { parts: [{ policy: 'A', limits: {} }] })
  const goNames = new Map([
    [`${SPEC}.policy`, { type: 'v1.Policy', embedded: 'SpecBase' }],
    [`${SPEC}.limits`, { type: 'map[string]string' }],
  ])
  const requirements = new Map([[`${THING}.spec`, 'there has to be one']])
  const immutableFields = new Map([[THING, new Map([['spec.policy', 'Forbidden: no']])]])
  return typeLines(types, { observations, goNames, requirements, immutableFields })
}

test('writes one line per type, sorted by name, that parses back to the same type', () => {
  const lines = read()
  expect(lines.map(line => line.split(' ', 1).join())).toEqual(['.core.v1.Thing', '.core.v1.ThingSpec'])
  const schemas = new BuiltInSchemas(lines.join('\n'))
  const thing = schemas.ofKind('', 'v1', 'Thing')
  expect(thing).toMatchObject({ typeName: THING, required: ['spec'] })
  expect(thing?.demanded?.get('spec')).toBe('there has to be one')
  expect(thing?.immutable?.get('spec.policy')).toBe('Forbidden: no')
  const spec = thing?.properties?.get('spec')
  expect(spec).toMatchObject({ typeName: SPEC, default: {} })
  expect([...(spec?.added ?? [])]).toEqual([['policy', 'A']])
  expect(spec?.properties?.get('policy')).toMatchObject({
    enum: ['A', 'B'],
    default: 'A',
    goType: 'v1.Policy',
  })
  expect(spec?.embedded?.get('policy')).toBe('SpecBase')
  const parts = thing?.properties?.get('parts')
  expect(parts).toMatchObject({ type: 'array', listType: 'map', listMapKeys: ['policy'] })
  expect([...(parts?.items?.added ?? [])]).toEqual([
    ['policy', 'A'],
    ['limits', {}],
  ])
})

test('omits what the parser derives', () => {
  const [, spec = ''] = read()
  expect(spec).not.toContain('map[string]string')
})
