import { quoted } from '@kube-informer/codegen/internal'
import { type DiscoveredResource, type Discovery, resourcesOf } from '@kube-informer/core/discovery'

const list = (texts: readonly string[]): string => `[${texts.map(quoted).join(', ')}]`

/** The table of `built-in-discovery.ts`: a discovery without its defaults. */
export function tableSource(discovery: Discovery): string {
  const pods = resourcesOf(discovery).find(({ plural }) => plural === 'pods')
  const everything = list(pods?.verbs ?? [])
  const groups = discovery.groups.map(({ name, versions }) => {
    const described = versions.map(({ version, resources }) => {
      const rows = resources.map(resource => rowOf(resource, everything))
      return `{ version: '${version}', resources: [${rows.join(',\n')}] }`
    })
    return `{ name: '${name}', versions: [${described.join(', ')}] }`
  })
  return `import type { Discovery } from '../discovery/discovery.ts'
import { expandTable, type GroupTable } from './table.ts'

const EVERYTHING: readonly string[] = ${everything}

const TABLE: readonly GroupTable[] = [${groups.join(',\n')}]

/**
 * The resources of a kube-apiserver without extensions, for lookups without discovery.
 *
 * @example createRESTMapper(builtInDiscovery).mappingFor('deploy')
 */
export const builtInDiscovery: Discovery = /* @__PURE__ */ expandTable(TABLE)
`
}

function rowOf(resource: DiscoveredResource, everything: string): string {
  const { plural, kind, namespaced, singular, verbs, shortNames, categories, subresources } = resource
  const members = [`plural: '${plural}'`, `kind: '${kind}'`]
  if (singular !== kind.toLowerCase()) members.push(`singular: '${singular}'`)
  if (!namespaced) members.push('namespaced: false')
  members.push(`verbs: ${list(verbs) === everything ? 'EVERYTHING' : list(verbs)}`)
  if (shortNames.length > 0) members.push(`shortNames: ${list(shortNames)}`)
  if (categories.length > 0) members.push(`categories: ${list(categories)}`)
  const described = subresources.map(({ name, kind, verbs }) => `${name}: ${list([kind, ...verbs])}`)
  if (described.length > 0) members.push(`subresources: { ${described.join(', ')} }`)
  return `{ ${members.join(', ')} }`
}
