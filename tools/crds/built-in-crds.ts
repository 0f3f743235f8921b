import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import type { CrdFile } from './crd-file.ts'
import { type OpenApiSchema, structuralSchema } from './structural-schema.ts'

/** What is added to the group of a built-in kind: `apps.built-in.example`. */
const DOMAIN = 'built-in.example'

/** The group of the definition that is made of a built-in kind. */
export const builtInGroup = (group: string): string =>
  group === '' ? `core.${DOMAIN}` : `${group}.${DOMAIN}`

const FOLDER = 'api/openapi-spec/v3'

interface OpenApiDocument {
  readonly paths: Readonly<Record<string, { readonly post?: Operation }>>
  readonly components?: { readonly schemas: Readonly<Record<string, OpenApiSchema>> }
}

interface Operation {
  readonly 'x-kubernetes-group-version-kind'?: GroupVersionKind
}

interface GroupVersionKind {
  readonly group: string
  readonly version: string
  readonly kind: string
}

interface Version extends GroupVersionKind {
  readonly plural: string
  readonly namespaced: boolean
  readonly schema: OpenApiSchema
}

/**
 * A CustomResourceDefinition for each built-in kind, with the schemas of its versions. They are as large and as deep as those of
 * operators that embed the template of a Pod, and have many public samples. Leaves out kinds with a recursive schema.
 *
 * @param kubernetes the folder of the module k8s.io/kubernetes
 */
export function builtInCrds(kubernetes: string): readonly CrdFile[] {
  const folder = join(kubernetes, FOLDER)
  const versions = readdirSync(folder)
    .filter(name => /__v\w+_openapi\.json$/.test(name))
    .sort()
    .flatMap(name => versionsOf(JSON.parse(readFileSync(join(folder, name), 'utf8')) as OpenApiDocument))
  const kinds = Map.groupBy(versions, ({ group, plural }) => `${builtInGroup(group)}_${plural}`)
  return [...kinds].map(([name, each]) => ({
    file: `${name}.yaml`,
    source: `k8s.io/kubernetes/${FOLDER}`,
    text: stringify(crdOf(each), { aliasDuplicateObjects: false }),
  }))
}

/** The kinds that clients create at a path without subresource. */
function versionsOf({ paths, components }: OpenApiDocument): readonly Version[] {
  const schemas = components?.schemas ?? {}
  return Object.entries(paths).flatMap(([path, { post }]) => {
    const kind = post?.['x-kubernetes-group-version-kind']
    const [, namespace, plural] = /\/v\w+(\/namespaces\/\{namespace\})?\/(\w+)\/?$/.exec(path) ?? []
    if (!kind || !plural) return []
    const root = Object.values(schemas).find(schema => describes(schema, kind))
    const schema = root && structuralSchema(root, schemas)
    return schema ? [{ ...kind, plural, namespaced: namespace !== undefined, schema }] : []
  })
}

function describes(schema: OpenApiSchema, { group, version, kind }: GroupVersionKind): boolean {
  const kinds = (schema['x-kubernetes-group-version-kind'] ?? []) as readonly GroupVersionKind[]
  return kinds.some(each => each.group === group && each.version === version && each.kind === kind)
}

function crdOf(versions: readonly Version[]): object {
  const [{ group, kind, plural, namespaced }] = versions as [Version]
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${builtInGroup(group)}` },
    spec: {
      group: builtInGroup(group),
      scope: namespaced ? 'Namespaced' : 'Cluster',
      names: { plural, kind },
      versions: versions.map(({ version, schema }, index) => ({
        name: version,
        served: true,
        storage: index === 0,
        schema: { openAPIV3Schema: schema },
      })),
    },
  }
}
