import type { ServedVersion } from '../discovery/groups.ts'
import { SERVER_VERSION } from '../discovery/server-version.ts'
import type { Kind } from '../kinds/kind.ts'
import type { Schemas } from '../schema/schemas.ts'
import { type BodyOf, pathsOf } from './paths.ts'
import { referenceTo, type SchemaObject, SchemaWriter } from './schema-object.ts'

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1'

/** The OpenAPI v3 document of a group version: its paths, and the types that they refer to. */
export function openApiDocument({ kinds }: ServedVersion, schemas: Schemas): object {
  const writer = new SchemaWriter(schemas)
  writer.refer(`${META}.Patch`)
  const own = new Map(kinds.filter(kind => !kind.isBuiltIn).flatMap(kind => customTypes(kind, writer)))
  const builtIn = new Map<string, Named>()
  const bodyOf: BodyOf = (group, version, kind) => {
    const { typeName } = schemas.ofKind(group, version, kind) ?? {}
    const name = typeName ?? typeNameOf({ group, version, kind })
    if (typeName) builtIn.set(typeName, { group, version, kind })
    if (typeName) return writer.refer(typeName)
    return own.has(name) ? referenceTo(name) : { type: 'object' }
  }
  const paths = Object.assign({}, ...kinds.map(kind => pathsOf(kind, bodyOf)))
  // Types that are kinds are marked; clients find them by this mark.
  const types = Object.entries(writer.types()).map(([name, type]) => {
    const named = builtIn.get(name)
    return [name, named ? { ...type, ...kindIs(named) } : type]
  })
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: `${SERVER_VERSION.major}.${SERVER_VERSION.minor}` },
    paths,
    components: { schemas: { ...Object.fromEntries(own), ...Object.fromEntries(types) } },
  }
}

type Named = Pick<Kind['resource'], 'group' | 'version' | 'kind'>

/** The type name of a custom resource: `com.example.stable.v1.Widget`. */
const typeNameOf = ({ group, version, kind }: Named): string =>
  `${group.split('.').reverse().join('.')}.${version}.${kind}`

const kindIs = ({ group, version, kind }: Named): SchemaObject => ({
  'x-kubernetes-group-version-kind': [{ group, kind, version }],
})

const TYPE_MEMBERS = { apiVersion: { type: 'string' }, kind: { type: 'string' } }

/** The types of a custom resource and of its list, by name. */
function customTypes({ resource, listKind, ...kind }: Kind, writer: SchemaWriter): [string, SchemaObject][] {
  const list = { ...resource, kind: listKind }
  const fields = kind.selectableFields.map(fieldPath => ({ fieldPath }))
  const selectable = fields.length > 0 ? { 'x-kubernetes-selectable-fields': fields } : {}
  const metadata = { allOf: [writer.refer(`${META}.ListMeta`)] }
  const items = { type: 'array', items: referenceTo(typeNameOf(resource)) }
  return [
    [typeNameOf(resource), { ...customType(kind.openApiSchema, writer), ...kindIs(resource), ...selectable }],
    [
      typeNameOf(list),
      {
        type: 'object',
        required: ['items'],
        properties: { ...TYPE_MEMBERS, items, metadata },
        ...kindIs(list),
        ...selectable,
      },
    ],
  ]
}

/** A type from its definition, with the metadata that every object has. */
function customType(schema: object | undefined, writer: SchemaWriter): SchemaObject {
  const described: SchemaObject = { ...(schema ?? { 'x-kubernetes-preserve-unknown-fields': true }) }
  const { properties } = described
  const own = typeof properties === 'object' ? properties : {}
  const metadata = { allOf: [writer.refer(`${META}.ObjectMeta`)] }
  return { ...described, type: 'object', properties: { ...own, ...TYPE_MEMBERS, metadata } }
}
