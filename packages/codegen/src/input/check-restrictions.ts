import { type Field, isMapping } from './field.ts'

const GROUPS = ['allOf', 'anyOf', 'oneOf'] as const
const SPECIFYING: ReadonlySet<string> = new Set([
  ...['type', 'additionalProperties', 'default', 'title', 'description', 'nullable', '$ref'],
])

/**
 * Checks what `allOf`, `anyOf`, `oneOf` and `not` of a schema contain: they may restrict what the schema specifies, and
 * specify nothing themselves. The types of an int-or-string are the exception.
 */
export function checkRestrictions(schema: Field): void {
  const isIntOrString = schema.at('x-kubernetes-int-or-string').value === true
  for (const [member, keyword, index] of membersOf(schema)) {
    if (isIntOrString && keyword === 'anyOf' && isIntOrStringPair(schema.at('anyOf'))) continue
    if (isIntOrString && keyword === 'allOf' && index === 0 && isIntOrStringPair(member.at('anyOf'))) continue
    checkRestriction(member)
  }
}

function membersOf(schema: Field): (readonly [Field, string, number])[] {
  const members = GROUPS.flatMap(keyword =>
    schema
      .at(keyword)
      .list()
      .map((member, index) => [member, keyword, index] as const),
  )
  const not = schema.at('not')
  return not.value === undefined || not.value === null ? members : [...members, [not, 'not', 0]]
}

/** Go's empty values specify nothing. */
const isSet = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && value !== false

const isIntOrStringPair = (anyOf: Field): boolean =>
  Array.isArray(anyOf.value) &&
  anyOf.value.length === 2 &&
  ['integer', 'string'].every((type, index) => {
    const member: unknown = anyOf.at(index).value
    return isMapping(member) && Object.keys(member).length === 1 && member.type === type
  })

function checkRestriction(schema: Field): void {
  if (!isMapping(schema.value)) {
    schema.report('must be a schema')
    return
  }
  for (const keyword of Object.keys(schema.value)) {
    const specifies = SPECIFYING.has(keyword) || keyword.startsWith('x-kubernetes-')
    if (specifies && isSet(schema.at(keyword).value))
      schema.at(keyword).report('must not be used here: allOf, anyOf, oneOf and not can only restrict')
  }
  for (const [, child] of schema.at('properties').entries()) checkRestriction(child)
  const items = schema.at('items')
  if (items.value !== undefined && items.value !== null) checkRestriction(items)
  for (const [member] of membersOf(schema)) checkRestriction(member)
}
