/** The subset of an OpenAPI v3 schema that kube-apiserver uses. */
export interface Schema {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: Schema
  readonly allOf?: readonly Schema[]
  readonly $ref?: string
  readonly 'x-kubernetes-group-version-kind'?: readonly GroupVersionKind[]
}

/** The kind that a schema describes. */
interface GroupVersionKind {
  readonly group: string
  readonly version: string
  readonly kind: string
}

/** Schemas by their full names, e.g. `io.k8s.api.core.v1.Pod`. */
export type Schemas = ReadonlyMap<string, Schema>

const ANY_OBJECT = 'Readonly<Record<string, unknown>>'

/** The TypeScript types of schemas that do not become interfaces, by name suffix. */
const WRITTEN_OUT: Readonly<Record<string, string>> = {
  'meta.v1.Time': 'string',
  'meta.v1.MicroTime': 'string',
  'meta.v1.FieldsV1': ANY_OBJECT,
  'runtime.RawExtension': ANY_OBJECT,
  'resource.Quantity': 'string',
  'intstr.IntOrString': 'number | string',
  'apiextensions.v1.JSON': 'unknown',
  'apiextensions.v1.JSONSchemaPropsOrArray': 'JSONSchemaProps | readonly JSONSchemaProps[]',
  'apiextensions.v1.JSONSchemaPropsOrBool': 'JSONSchemaProps | boolean',
  'apiextensions.v1.JSONSchemaPropsOrStringArray': 'JSONSchemaProps | readonly string[]',
}

/** The simple name: `Pod` for `io.k8s.api.core.v1.Pod`. */
export const simpleName = (schema: string): string => schema.slice(schema.lastIndexOf('.') + 1)

/** The module name: `core-v1` for `io.k8s.api.core.v1.Pod`. */
export const moduleOfSchema = (schema: string): string => schema.split('.').slice(-3, -1).join('-')

/** A string literal. */
export const quoted = (text: string): string => `'${text}'`

const nameIn = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1)

/** The TypeScript type of a schema that does not become an interface; undefined for others. */
export const writtenOut = (schema: string): string | undefined =>
  Object.entries(WRITTEN_OUT).find(([end]) => schema.endsWith(`.${end}`))?.[1]

/** The names of the schemas that a schema references. */
export function referencesOf(schema: Schema | undefined): readonly string[] {
  if (!schema) return []
  const { $ref, allOf = [], items, additionalProperties, properties = {} } = schema
  const inner = [...allOf, items, additionalProperties, ...Object.values(properties)]
  return [...($ref ? [nameIn($ref)] : []), ...inner.flatMap(each => referencesOf(each))]
}

/** Whether a schema describes an object with `kind` and `metadata`. */
export function isObjectSchema(schema: Schema | undefined): boolean {
  const { apiVersion, metadata } = schema?.properties ?? {}
  return apiVersion !== undefined && referencesOf(metadata).some(each => each.endsWith('.ObjectMeta'))
}

/** The TypeScript declaration of a schema, under its simple name. */
export function declarationOf(name: string, schema: Schema): string {
  const simple = simpleName(name)
  const comment = `/** ${moduleOfSchema(name).replace('-', '/')} ${simple}. */`
  const members = Object.entries(schema.properties ?? {}).map(([property, each]) => {
    const key = /^[\w$]+$/.test(property) ? property : quoted(property)
    const optional = schema.required?.includes(property) ? '' : '?'
    return `  readonly ${key}${optional}: ${identityOf(property, schema) ?? typeOf(each)}`
  })
  if (members.length === 0) return `${comment}\nexport type ${simple} = ${ANY_OBJECT}\n`
  const parent = isObjectSchema(schema) ? ' extends KubernetesObject' : ''
  return `${comment}\nexport interface ${simple}${parent} {\n${members.join('\n')}\n}\n`
}

/** The fixed value of `apiVersion` or `kind`. */
function identityOf(property: string, schema: Schema): string | undefined {
  const [identity, ...others] = schema['x-kubernetes-group-version-kind'] ?? []
  if (!identity || others.length > 0) return undefined
  const { group, version, kind } = identity
  if (property === 'kind') return quoted(kind)
  return property === 'apiVersion' ? quoted(group === '' ? version : `${group}/${version}`) : undefined
}

function typeOf(schema: Schema): string {
  const { $ref, allOf, items, additionalProperties, type } = schema
  if ($ref) return writtenOut(nameIn($ref)) ?? simpleName(nameIn($ref))
  if (allOf?.[0]) return typeOf(allOf[0])
  if (schema.enum) return schema.enum.map(quoted).join(' | ')
  if (items) return arrayOf(typeOf(items))
  if (additionalProperties) return `Readonly<Record<string, ${typeOf(additionalProperties)}>>`
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'string' || type === 'boolean') return type
  return type === 'object' ? ANY_OBJECT : 'unknown'
}

const arrayOf = (item: string): string => (/\W/.test(item) ? `readonly (${item})[]` : `readonly ${item}[]`)
