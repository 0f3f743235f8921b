import { type Discovery, resourcesOf } from '@kube-informer/core/discovery'
import type { Server } from './server.ts'

interface LegacyResource {
  readonly name: string
  readonly group?: string
  readonly version?: string
  readonly storageVersionHash?: string
}

interface Facts {
  storageVersionHash?: string
  subresources?: Record<string, readonly [string, string]>
}

/** The table of `resource-facts.ts`: facts that only the legacy discovery has, by group/version/plural. */
export async function resourceFacts(server: Server, discovery: Discovery): Promise<Record<string, Facts>> {
  const versions = new Set(resourcesOf(discovery).map(({ group, version }) => `${group}/${version}`))
  const facts: Record<string, Facts> = {}
  for (const groupVersion of versions) {
    const path = groupVersion.startsWith('/') ? `/api${groupVersion}` : `/apis/${groupVersion}`
    const { resources } = (await server.get(path)) as { readonly resources: readonly LegacyResource[] }
    for (const resource of resources) addFacts(facts, groupVersion, resource)
  }
  return facts
}

function addFacts(facts: Record<string, Facts>, groupVersion: string, resource: LegacyResource): void {
  const [plural = '', subresource] = resource.name.split('/')
  const { storageVersionHash, version, group = '' } = resource
  const own: Facts = { ...facts[`${groupVersion}/${plural}`] }
  if (storageVersionHash) own.storageVersionHash = storageVersionHash
  if (subresource && version) own.subresources = { ...own.subresources, [subresource]: [group, version] }
  if (Object.keys(own).length > 0) facts[`${groupVersion}/${plural}`] = own
}
