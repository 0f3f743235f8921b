import fc from 'fast-check'
import type { JsonSchema } from '../model/json-schema.ts'

type Json = Readonly<Record<string, unknown>>

/** Without inherited members: TypeScript accepts `true` as an object with the required member `constructor`. */
const NAMES = ['alpha', 'beta', 'x-gamma', '2nd', 'delta_', '__proto__', '$ref']

const leaf: fc.Arbitrary<JsonSchema> = fc.oneof(
  fc.constantFrom<JsonSchema>(
    { type: 'string' },
    { type: 'integer' },
    { type: 'boolean' },
    { 'x-kubernetes-int-or-string': true },
    { type: 'object' },
    { 'x-kubernetes-preserve-unknown-fields': true },
  ),
  fc.constantFrom<JsonSchema>({ type: 'string', enum: ['', 'a', `b'"`] }, { type: 'integer', enum: [0, -1] }),
)

const isNullable = (each: JsonSchema): boolean => each.type !== undefined && !each.enum

const { schema } = fc.letrec<{ schema: JsonSchema }>(tie => ({
  schema: fc
    .tuple(
      fc.oneof(
        { maxDepth: 3, depthSize: 'medium' },
        leaf,
        tie('schema').map(items => ({ type: 'array', items })),
        tie('schema').map(additionalProperties => ({ type: 'object', additionalProperties })),
        objectOf(tie('schema')),
        objectOf(tie('schema')),
      ),
      fc.integer({ min: 0, max: 4 }),
    )
    .map(([each, chance]) => (chance === 0 && isNullable(each) ? { ...each, nullable: true } : each)),
}))

/** A random structural schema of an object. */
export const randomSchema: fc.Arbitrary<JsonSchema> = objectOf(schema)

function objectOf(property: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> {
  return fc
    .record({
      properties: fc.dictionary(fc.constantFrom(...NAMES), property, {
        minKeys: 1,
        maxKeys: 4,
        noNullPrototype: true,
      }),
      chosen: fc.subarray(NAMES),
      preserved: fc.integer({ min: 0, max: 4 }),
      union: fc.constantFrom('oneOf', 'anyOf', undefined),
    })
    .map(({ properties, chosen, preserved, union }) => {
      const known = chosen.filter(name => Object.hasOwn(properties, name))
      const forms = known.map(name => ({ required: [name] }))
      return {
        type: 'object',
        properties,
        ...(preserved === 0 && { 'x-kubernetes-preserve-unknown-fields': true }),
        ...(union && forms.length > 1 ? { [union]: forms } : { required: known }),
      }
    })
}

/** A value that a schema accepts. */
export function validValue(each: JsonSchema): fc.Arbitrary<unknown> {
  if (each.nullable)
    return fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 4, arbitrary: notNull(each) })
  return notNull(each)
}

function notNull(each: JsonSchema): fc.Arbitrary<unknown> {
  if (each.enum) return fc.constantFrom(...each.enum)
  if (each['x-kubernetes-int-or-string']) return fc.constantFrom<unknown>(1, '50%')
  switch (each.type) {
    case 'string':
      return fc.constantFrom('', 'text', "it's")
    case 'integer':
      return fc.constantFrom(0, -5, 2 ** 53)
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(validValue(each.items ?? {}), { maxLength: 2 })
    case 'object':
      return objectValue(each)
    default:
      return fc.constantFrom<unknown>(1, 'x', null, [1, 'a'], { a: { b: null } })
  }
}

function objectValue(each: JsonSchema): fc.Arbitrary<unknown> {
  const { properties = {}, additionalProperties, required = [], oneOf, anyOf } = each
  if (typeof additionalProperties === 'object') {
    return fc.dictionary(fc.constantFrom('k', 'l'), validValue(additionalProperties), {
      noNullPrototype: true,
    })
  }
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, validValue(property)]),
  )
  const forms = (oneOf ?? anyOf ?? []).flatMap(form => form.required ?? [])
  if (forms.length === 0) return fc.record(members, { requiredKeys: [...required], noNullPrototype: true })
  return fc.constantFrom(...forms).chain(form => {
    const kept = Object.entries(members).filter(([name]) => name === form || !oneOf || !forms.includes(name))
    return fc.record(Object.fromEntries(kept), { requiredKeys: [form], noNullPrototype: true })
  })
}

/** A value with one change that may make it invalid, for each place in it. */
export function changesOf(each: JsonSchema, value: unknown): readonly unknown[] {
  const wrong = [null, 1, 'other', true, [1], { zeta: 1 }]
  if (Array.isArray(value)) {
    const items = value.flatMap((item, index) =>
      changesOf(each.items ?? {}, item).map(changed => value.with(index, changed)),
    )
    return [...wrong, ...items]
  }
  if (typeof value !== 'object' || value === null) return wrong
  const object = value as Json
  const { properties = {}, additionalProperties } = each
  const inner = Object.entries(object).flatMap(([name, member]) => {
    const { [name]: _, ...without } = object
    const values = typeof additionalProperties === 'object' ? additionalProperties : {}
    const changed = changesOf((Object.hasOwn(properties, name) && properties[name]) || values, member)
    return [without, ...changed.map(other => ({ ...object, [name]: other }))]
  })
  return [...wrong, { ...object, zeta: 1 }, ...inner]
}
