import type { Sample } from './samples.ts'
import type { Schema, ServedVersion } from './served-versions.ts'

/** An object with each field of the schema: few public definitions come with samples of all their fields. */
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
  const members = Object.entries(properties).map(([name, each]) => [name, madeValue(each)])
  if (typeof additionalProperties === 'object') members.push(['key', madeValue(additionalProperties)])
  if (schema['x-kubernetes-preserve-unknown-fields']) members.push(['unknown', { any: [1, null] }])
  const typeMeta = schema['x-kubernetes-embedded-resource'] && {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'embedded' },
  }
  return { ...Object.fromEntries(members), ...typeMeta }
}
