import { builtInDiscovery } from '@kube-informer/core/resources'
import type { JsonSchema } from '../model/json-schema.ts'
import { checkShape } from './check-shape.ts'
import { type Field, isMapping } from './field.ts'
import type { Found, FoundModel, ReadOptions } from './found.ts'
import { type PathResource, resourcesOfPaths } from './openapi-paths.ts'

const SCHEMAS = '#/components/schemas/'
const GROUP_VERSION_KIND = 'x-kubernetes-group-version-kind'

/**
 * The models of an OpenAPI v3 document of a kube-apiserver: of all resources that it can list, except those of built-in groups
 * that are not asked for. Reports what is missing.
 */
export function openApiModels(document: Field, { groups, discovery }: ReadOptions): Found {
  if (!String(document.at('openapi').value).startsWith('3.')) {
    document.report(
      'is an OpenAPI v2 document: only v3 is supported (kubectl get --raw /openapi/v3/apis/GROUP/VERSION)',
    )
    return { models: [], claims: [], skipped: [] }
  }
  const resources = resourcesOfPaths(document.at('paths'))
  const wanted = resources.filter(({ group }) =>
    groups ? groups.includes(group) : !BUILT_IN_GROUPS.has(group),
  )
  const schemas = new DocumentSchemas(document.at('components').at('schemas'))
  return {
    models: wanted.flatMap(resource => modelOf(resource, schemas, discovery) ?? []),
    claims: wanted.map(({ group, version, plural, field }) => ({
      field,
      names: [`${plural}.${group}/${version}`],
    })),
    skipped: resources
      .filter(each => !wanted.includes(each))
      .map(({ group }) => `resource of ${group || 'the core group'}`),
  }
}

const BUILT_IN_GROUPS: ReadonlySet<string> = new Set(builtInDiscovery.groups.map(({ name }) => name))

function modelOf(
  resource: PathResource,
  schemas: DocumentSchemas,
  discovery: ReadOptions['discovery'],
): FoundModel | undefined {
  const { group, version, plural, kind, namespaced, subresources, field } = resource
  const schema = schemas.ofKind(resource)
  if (!schema) {
    field.report(`the document has no schema of the kind ${kind}`)
    return undefined
  }
  const definitions = schemas.reachable(schema)
  const known = discovery?.find(
    each => each.group === group && each.version === version && each.plural === plural,
  )
  const model = {
    ...{ group, version, plural, kind, namespaced, subresources, definitions },
    isBuiltIn: BUILT_IN_GROUPS.has(group),
    singular: known?.singular || kind.toLowerCase(),
    listKind: schemas.listKind(resource) ?? `${kind}List`,
    shortNames: known?.shortNames ?? [],
    categories: known?.categories ?? [],
    columns: undefined,
    selectableFields: schema
      .at('x-kubernetes-selectable-fields')
      .list()
      .flatMap(each => each.at('fieldPath').requiredText() ?? []),
    deprecation: undefined,
    schema: schema.value as JsonSchema,
  }
  return { model, field }
}

type Kind = Pick<PathResource, 'group' | 'version' | 'kind'>

/** The component schemas of a document. */
class DocumentSchemas {
  readonly #field: Field
  readonly #byKind = new Map<string, string>()
  /** The kind of the list, by the component schema of its items. */
  readonly #lists = new Map<string, string>()

  constructor(field: Field) {
    this.#field = field
    for (const [name, schema] of Object.entries(field.mapping() ?? {})) this.#add(name, schema)
  }

  #add(name: string, schema: unknown): void {
    if (!isMapping(schema)) return
    const kinds: unknown = schema[GROUP_VERSION_KIND]
    if (!Array.isArray(kinds)) return
    for (const each of kinds.filter(isMapping)) this.#byKind.set(keyOf(each as unknown as Kind), name)
    const [first] = kinds
    const items = itemsOf(schema)
    if (items !== undefined && isMapping(first) && typeof first.kind === 'string')
      this.#lists.set(items, first.kind)
  }

  /** The schema that is marked as that of a kind. */
  ofKind(kind: Kind): Field | undefined {
    const name = this.#byKind.get(keyOf(kind))
    return name === undefined ? undefined : this.#field.entry(name)
  }

  listKind(kind: Kind): string | undefined {
    return this.#lists.get(this.#byKind.get(keyOf(kind)) ?? '')
  }

  /** The schemas that a schema refers to, at any depth, by name. Reports what is no schema. */
  reachable(schema: Field): ReadonlyMap<string, JsonSchema> {
    const found = new Map<string, JsonSchema>()
    const pending = [schema]
    for (const each of pending)
      checkShape(each, reference => {
        const [name, target] = this.#target(reference)
        if (!target || found.has(name)) return
        found.set(name, target.value as JsonSchema)
        pending.push(target)
      })
    return found
  }

  #target(reference: Field): readonly [string, Field | undefined] {
    const text = reference.text() ?? ''
    const name = text.startsWith(SCHEMAS) ? text.slice(SCHEMAS.length) : ''
    const target = this.#field.entry(name)
    if (isMapping(target.value)) return [name, target]
    reference.report(`the document has no schema ${JSON.stringify(text)}`)
    return [name, undefined]
  }
}

const keyOf = ({ group, version, kind }: Kind): string => `${group}/${version}/${kind}`

/** The component schema of the items of a list. */
function itemsOf({ properties }: Readonly<Record<string, unknown>>): string | undefined {
  const list = isMapping(properties) ? properties.items : undefined
  const items = isMapping(list) ? list.items : undefined
  if (!isMapping(items)) return undefined
  const [only] = Array.isArray(items.allOf) ? items.allOf : []
  const reference = items.$ref ?? (isMapping(only) ? only.$ref : undefined)
  return typeof reference === 'string' ? reference.slice(SCHEMAS.length) : undefined
}
