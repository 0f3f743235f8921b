import { type Field, isMapping } from './field.ts'
import { isLabel, isSubdomain } from './names.ts'

/** A resource as the paths of an OpenAPI document show it. */
export interface PathResource {
  readonly group: string
  readonly version: string
  readonly plural: string
  readonly kind: string
  readonly namespaced: boolean
  readonly subresources: readonly string[]
  /** The operation that lists it. */
  readonly field: Field
}

/** The group, the version, whether there is a namespace, the plural, and what follows the name of an item. */
const PATH =
  /^\/(?:api|apis\/([^/]+))\/([^/]+)\/(namespaces\/\{namespace\}\/)?([^/{}]+)(?:\/\{name\}(?:\/([^/]+))?)?$/
const SUBRESOURCES = ['status', 'scale']

interface Found {
  list: Field | undefined
  namespaced: boolean
  readonly subresources: Set<string>
}

/** The resources that a document can list, in the order of its paths. */
export function resourcesOfPaths(paths: Field): readonly PathResource[] {
  const all = new Map<string, Found>()
  for (const [path, item] of paths.entries()) {
    const [, group = '', version = '', namespace, plural = '', subresource] = PATH.exec(path) ?? []
    if (version === '') continue
    const key = `${group}/${version}/${plural}`
    const found = all.get(key) ?? { list: undefined, namespaced: false, subresources: new Set() }
    all.set(key, found)
    if (namespace !== undefined) found.namespaced = true
    if (subresource !== undefined && SUBRESOURCES.includes(subresource)) found.subresources.add(subresource)
    if (item.at('get').at('x-kubernetes-action').value === 'list') found.list ??= item.at('get')
  }
  return [...all].flatMap(([key, found]) => resourceOf(key, found) ?? [])
}

function resourceOf(key: string, { list, namespaced, subresources }: Found): PathResource | undefined {
  if (!list) return undefined
  const [group = '', version = '', plural = ''] = key.split('/')
  const kind = list.at('x-kubernetes-group-version-kind').at('kind').requiredText()
  if (kind === undefined) return undefined
  // The names become those of files.
  if ((group !== '' && !isSubdomain(group)) || !isLabel(version) || !isLabel(plural)) {
    list.report(`${key} has a name that no server accepts`)
    return undefined
  }
  return {
    ...{ group, version, plural, kind, namespaced, field: list },
    subresources: SUBRESOURCES.filter(each => subresources.has(each)),
  }
}

/** Whether a document is an OpenAPI document, of any version. */
export const isOpenApi = ({ value }: Field): boolean =>
  isMapping(value) && (typeof value.openapi === 'string' || typeof value.swagger === 'string')
