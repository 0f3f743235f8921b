import { constantName, simpleName } from '@kube-informer/codegen/internal'
import { type DiscoveredResource, type Discovery, resourcesOf } from '@kube-informer/core/discovery'
import { type Declaration, declare, moduleOfSchema, type Schemas } from './built-in-types.ts'
import { moduleOfResource, Names } from './names.ts'
import { tableSource } from './table-source.ts'

/** Types that core already declares. */
const IN_CORE: Readonly<Record<string, string>> = {
  ObjectMeta: '../api/object.ts',
  OwnerReference: '../api/object.ts',
  ListMeta: '../api/object.ts',
  LabelSelector: '../api/label-selector.ts',
}

/**
 * The modules of the built-in resources, by file name: one per group version with its constants and types,
 * the entry that exports them, and the discovery table.
 */
export function resourceSources(discovery: Discovery, schemas: Schemas): ReadonlyMap<string, string> {
  const resources = resourcesOf(discovery)
  const types = reachable(rootsOf(resources, schemas), schemas)
  const constants = Map.groupBy(resources, moduleOfResource)
  const modules = [...Map.groupBy(types, ({ name }) => moduleOfSchema(name))].map(
    ([module, declarations]) =>
      [`${module}.ts`, moduleSource(module, declarations, constants.get(module) ?? [])] as const,
  )
  return new Map([
    ...modules,
    ['index.ts', indexSource(resources, types)],
    ['built-in-discovery.ts', tableSource(discovery)],
  ])
}

/** The kinds of resources and of their subresources. */
function rootsOf(resources: readonly DiscoveredResource[], schemas: Schemas): readonly string[] {
  const kinds = new Set(resources.map(({ group, version, kind }) => [group, version, kind].join()))
  const subkinds = new Set(resources.flatMap(({ subresources }) => subresources.map(({ kind }) => kind)))
  return [...schemas].flatMap(([name, schema]) => {
    const identities = schema['x-kubernetes-group-version-kind'] ?? []
    const isRoot = identities.some(
      ({ group, version, kind }) => subkinds.has(kind) || kinds.has([group, version, kind].join()),
    )
    return isRoot ? name : []
  })
}

/** The declarations of the roots, and of all schemas that they refer to. */
function reachable(roots: readonly string[], schemas: Schemas): readonly Declaration[] {
  const found = new Map<string, Declaration | undefined>()
  const visit = (name: string) => {
    if (found.has(name) || IN_CORE[simpleName(name)]) return
    const declaration = declare(name, schemas.get(name) ?? {})
    found.set(name, declaration)
    for (const reference of declaration?.references ?? []) visit(reference)
  }
  for (const root of roots) visit(root)
  return [...found.values()].flatMap(each => each ?? [])
}

function moduleSource(
  module: string,
  declarations: readonly Declaration[],
  resources: readonly DiscoveredResource[],
): string {
  const sorted = declarations.toSorted((a, b) => (simpleName(a.name) < simpleName(b.name) ? -1 : 1))
  const imports = importsOf(module, sorted)
  if (resources.length > 0) {
    const types = [...new Set(resources.map(definitionType))].map(type => `type ${type}`)
    imports.push(`import { ${[...types, 'defineResource'].join(', ')} } from '../api/resource.ts'`)
  }
  return [...imports, '', ...resources.map(constantOf), ...sorted.map(({ text }) => text)].join('\n')
}

/** The type of a definition, which knows its scope. */
const definitionType = ({ namespaced }: { readonly namespaced: boolean }): string =>
  namespaced ? 'NamespacedResource' : 'ClusterResource'

function importsOf(module: string, declarations: readonly Declaration[]): string[] {
  const wanted = new Map<string, Set<string>>()
  const want = (file: string, name: string) => wanted.set(file, (wanted.get(file) ?? new Set()).add(name))
  for (const { isObject, references } of declarations) {
    if (isObject) want('../api/object.ts', 'KubernetesObject')
    for (const reference of references) {
      const file = IN_CORE[simpleName(reference)] ?? `./${moduleOfSchema(reference)}.ts`
      if (file !== `./${module}.ts`) want(file, simpleName(reference))
    }
  }
  return [...wanted].map(([file, types]) => `import type { ${[...types].join(', ')} } from '${file}'`)
}

function constantOf(resource: DiscoveredResource): string {
  const { group, version, plural, kind, namespaced, subresources } = resource
  const where = group === '' ? version : `${group}/${version}`
  const names = subresources.map(({ name }) => `'${name}'`).join(' | ') || 'never'
  return `/** ${where} ${plural}${namespaced ? '' : ', cluster-scoped'}. */
export const ${constantName(resource)}: ${definitionType(resource)}<${kind}, string, ${names}> = /* @__PURE__ */ defineResource({
  group: '${group}', version: '${version}', plural: '${plural}', kind: '${kind}', namespaced: ${namespaced},
})
`
}

/** The entry: resources in the server's order, then types, with kinds before their parts. */
function indexSource(resources: readonly DiscoveredResource[], types: readonly Declaration[]): string {
  const names = new Names()
  const exports = new Map<string, string[]>()
  const add = (module: string, name: string, group: string, version: string, kind = '') => {
    const taken = names.take(name, group, version)
    const text = kind + (name === taken ? name : `${name} as ${taken}`)
    exports.set(module, [...(exports.get(module) ?? []), text])
  }
  const groups = new Map(resources.map(each => [moduleOfResource(each), each.group]))
  for (const each of resources) add(moduleOfResource(each), constantName(each), each.group, each.version)
  const order = [...groups.keys()]
  const rankOf = ({ name, isObject }: Declaration) =>
    order.indexOf(moduleOfSchema(name)) + (isObject ? 0 : order.length + 1)
  for (const { name } of types.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    const module = moduleOfSchema(name)
    const version = module.slice(module.indexOf('-') + 1)
    add(module, simpleName(name), groups.get(module) ?? module, version, 'type ')
  }
  const lines = [...exports].map(([module, texts]) => exportOf(texts, `./${module}.ts`))
  return [...lines, `export { builtInDiscovery } from './built-in-discovery.ts'`].join('\n')
}

function exportOf(texts: readonly string[], file: string): string {
  if (!texts.every(text => text.startsWith('type '))) return `export { ${texts.join(', ')} } from '${file}'`
  return `export type { ${texts.map(text => text.slice('type '.length)).join(', ')} } from '${file}'`
}
