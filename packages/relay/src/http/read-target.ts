import { asksForWatch, type ReadCall } from '@kube-informer/cacher/http'
import { parseFieldRequirements } from '@kube-informer/core/selectors'
import type { AccessAttributes } from '../api/access-attributes.ts'
import { parseResourcePath, type ResourcePath } from './resource-path.ts'

/** A read of one resource. */
export interface ReadTarget {
  readonly path: ResourcePath
  readonly call: ReadCall
  readonly attributes: AccessAttributes
}

/**
 * Parses a read that a cache may answer. Undefined for anything else: writes, subresources, other paths, and reads as
 * another user, whose answer depends on the rights of that user.
 */
export function parseRead(request: Request): ReadTarget | undefined {
  if (request.method !== 'GET' || impersonates(request.headers)) return undefined
  const { pathname, searchParams: query } = new URL(request.url)
  const path = parseResourcePath(pathname)
  if (path?.subresource !== '') return undefined
  const { namespace, name, isLegacyWatch } = path
  const accept = request.headers.get('Accept')
  const call = { namespace, name, isLegacyWatch, query, accept, signal: request.signal }
  return { path, call, attributes: attributesOf(path, query) }
}

const impersonates = (headers: Headers): boolean =>
  [...headers.keys()].some(name => name.startsWith('impersonate-'))

function attributesOf(
  { group, version, resource, namespace, name, isLegacyWatch }: ResourcePath,
  query: URLSearchParams,
): AccessAttributes {
  const isWatch = isLegacyWatch || (name === '' && asksForWatch(query))
  const verb = isWatch ? 'watch' : name === '' ? 'list' : 'get'
  // A get has no selectors.
  const selector = (parameter: string) => (verb === 'get' ? '' : (query.get(parameter) ?? ''))
  const fieldSelector = selector('fieldSelector')
  return {
    verb,
    group,
    version,
    resource,
    // In an apiserver, too, a Namespace has its own name as its namespace.
    namespace: group === '' && resource === 'namespaces' ? name : namespace,
    name: name || selectedName(fieldSelector),
    labelSelector: selector('labelSelector'),
    fieldSelector,
  }
}

/** The name that a list or a watch selects, as in an apiserver: a rule with `resourceNames` allows it. */
function selectedName(fieldSelector: string): string {
  try {
    const terms = parseFieldRequirements(fieldSelector)
    return terms.find(({ field, operator }) => field === 'metadata.name' && operator === '=')?.value ?? ''
  } catch {
    // The request is rejected when it is read.
    return ''
  }
}
