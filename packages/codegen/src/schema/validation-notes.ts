import type { JsonSchema, ValidationRule } from '../model/json-schema.ts'

/** The members of a schema that restrict values, in the order of the comment. */
const LIMITS = [
  'minimum',
  'maximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
] as const

/** What the server checks and no type expresses: a line for the limits, and one for each rule. */
export function validationNotes(schema: JsonSchema): readonly string[] {
  const limits = LIMITS.flatMap(name =>
    schema[name] === undefined ? [] : [`${name} ${schema[name]}${exclusive(schema, name)}`],
  )
  if (schema.uniqueItems) limits.push('uniqueItems')
  return [
    ...(limits.length > 0 ? [`Limits: ${limits.join(', ')}.`] : []),
    ...(schema.pattern === undefined ? [] : [`Pattern: \`${schema.pattern}\``]),
    ...(schema['x-kubernetes-validations'] ?? []).map(ruleNote),
  ]
}

function exclusive({ exclusiveMinimum, exclusiveMaximum }: JsonSchema, name: string): string {
  const isExclusive = (name === 'minimum' && exclusiveMinimum) || (name === 'maximum' && exclusiveMaximum)
  return isExclusive ? ' (exclusive)' : ''
}

const ruleNote = ({ rule, message }: ValidationRule): string =>
  message ? `Rule: ${message} (\`${rule}\`)` : `Rule: \`${rule}\``
