import { apiVersionOf, type ResourceDefinition } from '@kube-informer/core'

const VERSION = {
  major: '1',
  minor: '37',
  gitVersion: 'v1.37.1',
  gitCommit: '',
  gitTreeState: 'clean',
  buildDate: '2026-01-01T00:00:00Z',
  goVersion: 'none',
  compiler: 'none',
  platform: 'fake',
}

const VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch']

/** What the server says about itself: JSON, a text, or undefined where it knows nothing. */
export function discover(
  path: string,
  resources: readonly ResourceDefinition[],
): object | string | undefined {
  const [, root, group, version] = path.split('/')
  if (root === 'version') return VERSION
  if (root === 'api' && group === undefined) return { kind: 'APIVersions', versions: ['v1'] }
  if (root === 'api')
    return resourceList(resources.filter(known => known.group === '' && known.version === group))
  if (root !== 'apis') return 'ok'
  const groups = groupsOf(resources)
  if (group === undefined) return { kind: 'APIGroupList', apiVersion: 'v1', groups }
  if (version === undefined) return groups.find(known => known.name === group)
  return resourceList(resources.filter(known => known.group === group && known.version === version))
}

function groupsOf(resources: readonly ResourceDefinition[]) {
  const names = new Set(resources.map(resource => resource.group).filter(Boolean))
  return [...names].map(name => {
    const versions = [...new Set(resources.filter(known => known.group === name).map(known => known.version))]
    const described = versions.map(version => ({ groupVersion: `${name}/${version}`, version }))
    return { name, versions: described, preferredVersion: described[0] }
  })
}

function resourceList(resources: readonly ResourceDefinition[]): object | undefined {
  const [first] = resources
  if (!first) return undefined
  return {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: apiVersionOf(first),
    resources: resources.map(({ plural, kind, namespaced }) => ({
      name: plural,
      singularName: kind.toLowerCase(),
      namespaced,
      kind,
      verbs: VERBS,
    })),
  }
}
