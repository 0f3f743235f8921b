import type { Sample } from './samples.ts'
import type { Schema, ServedVersion } from './served-versions.ts'

/**
 * An object with each field of the schema, and of several of which it may have one, the first: few public definitions come with
 * samples of all their fields.
 */
export function madeSample(version: ServedVersion): Sample {
  const { group, kind, plural, schema } = version
  const { metadata: _metadata, ...fields } = schema.properties ?? {}
  return {
    name: `every field of ${group}/${version.version}/${plural}`,
    version,
    object: {
      ...(madeObject({ ...schema, properties: fields }) as object),
      apiVersion: `${group}/${version.version}`,
      kind,
      metadata: { name: 'made' },
    },
  }
}

function madeValue(schema: Schema): unknown {
  if (schema.enum?.length) return schema.enum[0]
  if (schema['x-kubernetes-int-or-string']) return '50%'
  switch (schema.type) {
    case 'string':
      return 'text'
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return true
    case 'array':
      return [madeValue(schema.items ?? {})]
    case 'object':
      return madeObject(schema)
    default:
      return { any: ['value', 1, null] }
  }
}

function madeObject(schema: Schema): unknown {
  const { properties = {}, additionalProperties } = schema
  const others = otherForms(schema)
  const members = Object.entries(properties)
    .filter(([name]) => !others.has(name))
    .map(([name, each]) => [name, madeValue(each)])
  if (typeof additionalProperties === 'object') members.push(['key', madeValue(additionalProperties)])
  if (schema['x-kubernetes-preserve-unknown-fields']) members.push(['unknown', { any: [1, null] }])
  const typeMeta = schema['x-kubernetes-embedded-resource'] && {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'embedded' },
  }
  return { ...Object.fromEntries(members), ...typeMeta }
}

/** The fields that an object cannot have beside those of the first form of each `oneOf`. */
function otherForms(schema: Schema): ReadonlySet<string> {
  const others = [schema, ...(schema.allOf ?? [])].flatMap(({ oneOf = [] }) => {
    const [first = [], ...rest] = oneOf.flatMap(({ required }) => (required ? [required] : []))
    return rest.flat().filter(name => !first.includes(name))
  })
  return new Set(others)
}
