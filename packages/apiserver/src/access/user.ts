/** The user who sent a request (authentication.k8s.io/v1 UserInfo). */
export interface User {
  readonly username: string
  readonly uid?: string
  readonly groups: readonly string[]
}

const EVERYBODY = 'system:authenticated'

/** Tokens do not identify users, so every accepted request comes from the administrator. */
const ADMINISTRATOR: User = { username: 'admin', uid: 'admin', groups: ['system:masters', EVERYBODY] }

/** The sender of a request: the administrator, or the impersonated user (`kubectl --as`). */
export function userOf({ headers }: Request): User {
  const username = headers.get('Impersonate-User')
  if (!username) return ADMINISTRATOR
  const groups = headers.get('Impersonate-Group')?.split(',') ?? []
  return { username, groups: [...groups.map(group => group.trim()), EVERYBODY] }
}
