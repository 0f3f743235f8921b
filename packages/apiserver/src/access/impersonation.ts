import { badRequest } from '../status/status-errors.ts'
import { completeGroups, type User } from './user.ts'

const EXTRA = 'impersonate-extra-'
const SERVICE_ACCOUNT = /^system:serviceaccount:([^:]+):([^:]+)$/

/** One right that an impersonation needs: the verb `impersonate` on this object. */
export interface ImpersonatedPart {
  readonly group: string
  readonly resource: string
  readonly subresource?: string
  readonly namespace?: string
  readonly name: string
}

/** The user whom a request impersonates (`kubectl --as`); undefined if it impersonates none. */
export function impersonatedUser({ headers }: Request): User | undefined {
  const username = headers.get('Impersonate-User') ?? ''
  const uid = headers.get('Impersonate-Uid') ?? ''
  const groups = valuesOf(headers.get('Impersonate-Group'))
  const extra = extraOf(headers)
  if (username !== '')
    return { username, ...(uid && { uid }), groups, ...(Object.keys(extra).length > 0 && { extra }) }
  if (uid === '' && groups.length === 0 && Object.keys(extra).length === 0) return undefined
  throw badRequest(`requested ${goUser(uid, groups, extra)} without impersonating a user name`)
}

/** The impersonated user, with the groups that a server adds. */
export function completeUser(user: User): User {
  const { username, groups } = user
  const [, namespace] = SERVICE_ACCOUNT.exec(username) ?? []
  const own = ['system:serviceaccounts', `system:serviceaccounts:${namespace}`]
  const all = namespace !== undefined && groups.length === 0 ? own : groups
  return { ...user, groups: completeGroups(username, all) }
}

/** The rights that an impersonation needs. */
export function impersonatedParts({ username, uid, groups, extra = {} }: User): readonly ImpersonatedPart[] {
  const [, namespace, account = ''] = SERVICE_ACCOUNT.exec(username) ?? []
  const group = 'authentication.k8s.io'
  return [
    namespace === undefined
      ? { group: '', resource: 'users', name: username }
      : { group: '', resource: 'serviceaccounts', namespace, name: account },
    ...(uid ? [{ group, resource: 'uids', name: uid }] : []),
    ...groups.map(name => ({ group: '', resource: 'groups', name })),
    ...Object.entries(extra).flatMap(([subresource, values]) =>
      values.map(name => ({ group, resource: 'userextras', subresource, name })),
    ),
  ]
}

/**
 * The mode of constrained impersonation (KEP-5284) that a server of 1.37 names when it rejects an impersonation;
 * undefined where only the older verb `impersonate` applies.
 */
export function modeOf({ username, uid, groups, extra }: User): string | undefined {
  const isAccount = SERVICE_ACCOUNT.test(username)
  if (!isAccount && !username.startsWith('system:node:')) return 'user-info'
  const hasMore = uid !== undefined || groups.length > 0 || extra !== undefined
  return hasMore ? undefined : isAccount ? 'serviceaccount' : 'arbitrary-node'
}

/** `Headers` joins repeated headers with commas. */
const valuesOf = (header: string | null): readonly string[] =>
  header === null ? [] : header.split(',').map(value => value.trim())

function extraOf(headers: Headers): Readonly<Record<string, readonly string[]>> {
  const found = [...headers].filter(([name]) => name.startsWith(EXTRA))
  return Object.fromEntries(
    found.map(([name, value]) => [unescaped(name.slice(EXTRA.length)), valuesOf(value)]),
  )
}

function unescaped(key: string): string {
  try {
    return decodeURIComponent(key)
  } catch {
    return key
  }
}

/** `user.DefaultInfo` as Go prints it. */
function goUser(
  uid: string,
  groups: readonly string[],
  extra: Readonly<Record<string, readonly string[]>>,
): string {
  const list = (items: readonly string[]) => `[]string{${items.map(item => JSON.stringify(item)).join(', ')}}`
  const members = Object.entries(extra).map(([key, values]) => `${JSON.stringify(key)}:${list(values)}`)
  const map = members.length === 0 ? '(nil)' : `{${members.toSorted().join(', ')}}`
  const names = groups.length === 0 ? '[]string(nil)' : list(groups)
  return `&user.DefaultInfo{Name:"", UID:${JSON.stringify(uid)}, Groups:${names}, Extra:map[string][]string${map}}`
}
