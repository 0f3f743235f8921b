import { badRequest } from './status.ts'

/** Where the next page of a list starts. */
export interface ContinueToken {
  /** The revision of all pages; -1 for one that is not bound to a revision any more. */
  readonly revision: number
  /** The first key that may be on the next page. */
  readonly startKey: string
}

const VERSION = 'meta.k8s.io/v1'

/**
 * `key\0` is the first key behind `key`. A namespace's token is relative to the namespace. One that is bound to a
 * revision begins with a slash, as those that a real server's watch cache makes.
 */
export function encodeContinue(revision: number, lastKey: string, namespace: string): string {
  const relative = namespace ? lastKey.slice(namespace.length + 1) : lastKey
  const start = `${revision > 0 ? '/' : ''}${relative}\u0000`
  const json = JSON.stringify({ v: VERSION, rv: revision, start })
  return btoa(json).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

const notValid = (why: string) => badRequest(`invalid continue token: continue key is not valid: ${why}`)

/** Throws the 400 of a real server where a token is not one. */
export function decodeContinue(token: string, namespace: string): ContinueToken {
  const { v, rv, start } = parseToken(token)
  if (v !== VERSION) throw notValid(`server does not recognize this encoded version ${v}`)
  if (typeof rv !== 'number' || rv === 0)
    throw notValid(`incorrect encoded start resourceVersion (version ${VERSION})`)
  if (typeof start !== 'string' || start === '')
    throw notValid(`encoded start key empty (version ${VERSION})`)
  const key = start.startsWith('/') ? start.slice(1) : start
  if (key.split('/').some(part => part === '.' || part === '..')) throw notValid(start)
  return { revision: rv, startKey: namespace ? `${namespace}/${key}` : key }
}

function parseToken(token: string): { v?: unknown; rv?: unknown; start?: unknown } {
  const bad = token.search(/[^A-Za-z0-9_-]/)
  if (bad >= 0) throw notValid(`illegal base64 data at input byte ${bad}`)
  try {
    const parsed: unknown = JSON.parse(atob(token.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof parsed === 'object' && parsed !== null ? parsed : {}
  } catch (error) {
    throw notValid(error instanceof Error ? error.message : String(error))
  }
}
