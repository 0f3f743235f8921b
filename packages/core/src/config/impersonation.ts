import type { Fields } from './fields.ts'

/** Headers, with one pair for each value. */
export type HeaderPairs = readonly (readonly [name: string, value: string])[]

/**
 * The headers of a request on behalf of another user (client-go `transport.NewImpersonatingRoundTripper`).
 * Each group is a separate header, since the apiserver does not split at commas.
 */
export function impersonationHeaders(user: Fields): HeaderPairs {
  const name = user.text('as')
  const uid = user.text('as-uid')
  const groups = user.texts('as-groups')
  const extra = user.mapping('as-user-extra')
  if (name === undefined) {
    if (uid === undefined && groups.length === 0 && !extra) return []
    throw user.error('as-uid, as-groups and as-user-extra need as, the user to impersonate')
  }
  return [
    ['Impersonate-User', name],
    ...(uid === undefined ? [] : [['Impersonate-Uid', uid] as const]),
    ...groups.map(group => ['Impersonate-Group', group] as const),
    ...(extra ? extraHeaders(extra) : []),
  ]
}

const extraHeaders = (extra: Fields): HeaderPairs =>
  extra
    .names()
    .flatMap(key => extra.texts(key).map(value => [`Impersonate-Extra-${escapeKey(key)}`, value] as const))

/** Percent-encodes characters that a header name cannot contain; the apiserver decodes them. */
const escapeKey = (key: string): string =>
  encodeURIComponent(key).replace(/[()]/g, bracket => (bracket === '(' ? '%28' : '%29'))

/** Separates headers that occur once from those that `Headers` would join. */
export function separateRepeated(headers: HeaderPairs): {
  readonly single: HeaderPairs
  readonly repeated: HeaderPairs
} {
  const isRepeated = (name: string) => headers.filter(([other]) => other === name).length > 1
  return {
    single: headers.filter(([name]) => !isRepeated(name)),
    repeated: headers.filter(([name]) => isRepeated(name)),
  }
}
