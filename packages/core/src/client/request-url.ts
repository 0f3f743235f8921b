import { UsageError } from '../api/errors.ts'
import { publicUrl } from './answer.ts'

/** The query of a request; what is undefined or empty is not sent. */
export type RequestQuery = Readonly<Record<string, string | number | boolean | undefined>>

/** Where all paths begin, without a slash at its end. */
export function rootOf(baseUrl: string): string {
  // fetch would refuse user info, and quote it.
  if (/[?#]|\/\/[^/]*@/.test(baseUrl))
    throw new UsageError('baseUrl is the root of an apiserver, without credentials, query or fragment')
  return baseUrl.replace(/\/+$/, '')
}

/** An object called `..` would lead to a path that means something else: deleting it would delete its namespace. */
export function refuseDots(path: string): void {
  if (/\/(?:\.|%2e){1,2}(?=[/?#]|$)/i.test(path))
    throw new UsageError(`"." and ".." are no names: ${publicUrl(path)}`)
}

/** `pretty=false` always: to a browser's User-Agent the server would send indented JSON. */
export function queryString(path: string, query: RequestQuery = {}): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') params.set(name, String(value))
  }
  params.set('pretty', 'false')
  return `${path.includes('?') ? '&' : '?'}${params}`
}
