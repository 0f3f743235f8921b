import { asksForWatch } from '@kube-informer/core/cacher/internal'
import { parseFieldRequirements } from '@kube-informer/core/internal'
import type { Route } from '../http/route.ts'
import type { User } from './user.ts'

/**
 * What a request, or a review, wants to do. A request for a path that is not a resource sets `path` only; others leave
 * it empty.
 */
export interface AccessAttributes {
  readonly user: string
  readonly groups: readonly string[]
  /** `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`; for a path: the HTTP method. */
  readonly verb: string
  /** "" for the core group. */
  readonly group: string
  readonly version: string
  /** The plural. */
  readonly resource: string
  readonly subresource: string
  /** "" for all namespaces and for cluster-scoped resources. */
  readonly namespace: string
  readonly name: string
  readonly path: string
}

const NOTHING = { group: '', version: '', resource: '', subresource: '', namespace: '', name: '', path: '' }

/** The attributes of a request. */
export function requestAttributes(route: Route, request: Request, user: User): AccessAttributes {
  const { pathname, searchParams } = new URL(request.url)
  const sender = { user: user.username, groups: user.groups }
  if (route.type !== 'resource')
    return { ...NOTHING, ...sender, verb: request.method.toLowerCase(), path: pathname }
  const { resource, namespace, name, subresource, legacyWatch } = route
  const { group, version, plural } = resource
  const isWatch = legacyWatch || (name === '' && asksForWatch(searchParams))
  const verb = verbFor(request.method, name !== '', isWatch)
  const target = {
    group,
    version,
    resource: plural,
    subresource,
    namespace,
    name: name || selectedName(searchParams),
  }
  return { ...NOTHING, ...sender, verb, ...target }
}

/** The name that a list or a watch selects, as in a real server: a rule with `resourceNames` allows it. */
function selectedName(query: URLSearchParams): string {
  try {
    const terms = parseFieldRequirements(query.get('fieldSelector') ?? '')
    return terms.find(({ field, operator }) => field === 'metadata.name' && operator === '=')?.value ?? ''
  } catch {
    // The request is rejected later.
    return ''
  }
}

/** The attributes that a review names; missing ones are "". */
export function reviewAttributes(user: User, given: Readonly<Record<string, unknown>>): AccessAttributes {
  const texts = Object.entries({ verb: '', ...NOTHING }).map(([name]) => [name, given[name]])
  const known = Object.fromEntries(texts.filter(([, value]) => typeof value === 'string'))
  return { verb: '', ...NOTHING, ...known, user: user.username, groups: user.groups }
}

const BY_METHOD: Readonly<Record<string, readonly [item: string, collection: string]>> = {
  GET: ['get', 'list'],
  HEAD: ['get', 'list'],
  POST: ['create', 'create'],
  PUT: ['update', 'update'],
  PATCH: ['patch', 'patch'],
  DELETE: ['delete', 'deletecollection'],
}

function verbFor(method: string, isItem: boolean, isWatch: boolean): string {
  const [item, collection] = BY_METHOD[method] ?? ['', '']
  if (isItem && !isWatch) return item
  return isWatch && collection === 'list' ? 'watch' : collection
}
