import type { Kind } from '../kinds/kind.ts'
import type { ServedGroup, ServedVersion } from './groups.ts'
import { storageVersionHash } from './storage-version-hash.ts'

/** `/api` (meta/v1 APIVersions). */
export const apiVersions = (core: ServedGroup | undefined, host: string): object => ({
  kind: 'APIVersions',
  versions: core?.versions.map(({ version }) => version) ?? [],
  serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: host }],
})

/** `/apis` (meta/v1 APIGroupList). */
export const apiGroupList = (groups: readonly ServedGroup[]): object => ({
  kind: 'APIGroupList',
  apiVersion: 'v1',
  groups: groups.map(describe),
})

/** `/apis/<group>` (meta/v1 APIGroup). */
export const apiGroup = (group: ServedGroup): object => ({
  kind: 'APIGroup',
  apiVersion: 'v1',
  ...describe(group),
})

function describe({ name, versions }: ServedGroup): object {
  const described = versions.map(({ groupVersion, version }) => ({ groupVersion, version }))
  return { name, versions: described, preferredVersion: described[0] }
}

/** `/api/v1`, `/apis/<group>/<version>` (meta/v1 APIResourceList): each resource followed by its subresources. */
export async function apiResourceList({ groupVersion, kinds }: ServedVersion): Promise<object> {
  const resources = await Promise.all(
    kinds.map(async kind => [await describeKind(kind), ...describeSubresources(kind)]),
  )
  return {
    kind: 'APIResourceList',
    // The core group's list has no apiVersion.
    ...(groupVersion.includes('/') ? { apiVersion: 'v1' } : {}),
    groupVersion,
    resources: resources.flat(),
  }
}

async function describeKind({ resource, storedAs, ...kind }: Kind): Promise<object> {
  const hash = storedAs === undefined ? kind.storageVersionHash : await storageVersionHash(storedAs)
  return {
    name: resource.plural,
    singularName: kind.singular,
    namespaced: resource.namespaced,
    kind: resource.kind,
    verbs: kind.verbs,
    ...(kind.shortNames.length > 0 ? { shortNames: kind.shortNames } : {}),
    ...(kind.categories.length > 0 ? { categories: kind.categories } : {}),
    ...(hash ? { storageVersionHash: hash } : {}),
  }
}

const describeSubresources = ({ resource, subresources }: Kind): object[] =>
  subresources.map(({ name, kind, group, version, verbs }) => ({
    name: `${resource.plural}/${name}`,
    singularName: '',
    namespaced: resource.namespaced,
    ...(group ? { group } : {}),
    ...(version ? { version } : {}),
    kind,
    verbs,
  }))
