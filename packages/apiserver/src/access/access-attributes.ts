import { asksForWatch } from '@kube-informer/cacher/http'
import { parseFieldRequirements } from '@kube-informer/core/selectors'
import type { Route } from '../http/route.ts'
import { type Fields, fieldsOf, textOf } from '../object/any-object.ts'
import {
  fieldTerms,
  labelTerms,
  reviewedFieldTerms,
  reviewedLabelTerms,
  type SelectorTerm,
  type SelectorTerms,
} from './selector-terms.ts'
import type { User } from './user.ts'

/**
 * What a request, or a review, wants to do. A request for a path that is not a resource sets `path` only; others leave
 * it empty.
 */
export interface AccessAttributes {
  readonly user: string
  /** "" if the user has none. */
  readonly uid: string
  readonly groups: readonly string[]
  readonly extra: Readonly<Record<string, readonly string[]>>
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
  /**
   * The terms of the label selector of `list`, `watch` and `deletecollection`, as a webhook gets them. An authorizer
   * may allow a request because of them.
   */
  readonly labelSelector: readonly SelectorTerm[]
  readonly fieldSelector: readonly SelectorTerm[]
}

const TEXTS = { group: '', version: '', resource: '', subresource: '', namespace: '', name: '', path: '' }

/** The attributes of a sender. */
type SenderAttributes = Pick<AccessAttributes, 'user' | 'uid' | 'groups' | 'extra'>

/** The attributes of a request for nothing. */
export const NOTHING: Omit<AccessAttributes, keyof SenderAttributes | 'verb'> = {
  ...TEXTS,
  labelSelector: [],
  fieldSelector: [],
}

export const senderAttributes = ({ username, uid = '', groups, extra = {} }: User): SenderAttributes => ({
  user: username,
  uid,
  groups,
  extra,
})

/** The attributes of a request. */
export function requestAttributes(route: Route, request: Request, user: User): AccessAttributes {
  const { pathname, searchParams } = new URL(request.url)
  const sender = senderAttributes(user)
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
  const selectors = !legacyWatch && SELECTING.has(verb) ? selectorsOf(searchParams) : {}
  return { ...NOTHING, ...sender, verb, ...target, ...selectors }
}

/** The verbs whose requests may have selectors. */
const SELECTING = new Set(['list', 'watch', 'deletecollection'])

const selectorsOf = (query: URLSearchParams) => ({
  labelSelector: labelTerms(query.get('labelSelector') ?? '').terms,
  fieldSelector: fieldTerms(query.get('fieldSelector') ?? '').terms,
})

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

/** What a review asks; missing texts are "", and a missing version is `*`. */
export function reviewAttributes(
  user: User,
  { resourceAttributes, nonResourceAttributes }: Fields,
): Reviewed {
  const asked = fieldsOf(resourceAttributes ?? nonResourceAttributes)
  const texts = textsOf(asked)
  const version = resourceAttributes === undefined ? '' : texts.version || '*'
  const labels = reviewedLabelTerms(asked.labelSelector)
  const fields = reviewedFieldTerms(asked.fieldSelector)
  const selectors = { labelSelector: labels.terms, fieldSelector: fields.terms }
  const ignored = [...ignoredText('fieldSelector', fields), ...ignoredText('labelSelector', labels)]
  return {
    attributes: { ...texts, version, ...selectors, ...senderAttributes(user) },
    ...(ignored.length > 0 && { evaluationError: ignored.join('; ') }),
  }
}

/** What a review asks, and which part of it a server ignores. */
export interface Reviewed {
  readonly attributes: AccessAttributes
  readonly evaluationError?: string
}

function textsOf(given: Fields): typeof TEXTS & { readonly verb: string } {
  const names = Object.keys({ ...TEXTS, verb: '' })
  const texts = Object.fromEntries(names.map(name => [name, textOf(given[name])]))
  return { ...TEXTS, verb: '', ...texts }
}

function ignoredText(name: string, { terms, hasErrors }: SelectorTerms): readonly string[] {
  const partially = terms.length > 0 ? 'partially ' : ''
  return hasErrors ? [`spec.resourceAttributes.${name} ${partially}ignored due to parse error`] : []
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
