/** Who sends a request (authentication.k8s.io/v1 UserInfo). */
export interface User {
  readonly username: string
  readonly uid?: string
  readonly groups: readonly string[]
}

const EVERYBODY = 'system:authenticated'

/** Tokens tell nothing of their bearers: whoever may ask is the administrator. */
const ADMINISTRATOR: User = { username: 'admin', uid: 'admin', groups: ['system:masters', EVERYBODY] }

/** The sender of a request: the administrator, or whom it impersonates (`kubectl --as`). */
export function userOf({ headers }: Request): User {
  const username = headers.get('Impersonate-User')
  if (!username) return ADMINISTRATOR
  const groups = headers.get('Impersonate-Group')?.split(',') ?? []
  return { username, groups: [...groups.map(group => group.trim()), EVERYBODY] }
}
