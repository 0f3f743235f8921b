import { UsageError } from '../../api/errors.ts'
import { publicUrl } from './answer.ts'

/** The query of a request; undefined and empty values are not sent. */
export type RequestQuery = Readonly<Record<string, string | number | boolean | undefined>>

/** The prefix of all paths, without a trailing slash. */
export function rootOf(baseUrl: string): string {
  // `fetch` would reject user info and quote it in the error.
  if (/[?#]|\/\/[^/]*@/.test(baseUrl))
    throw new UsageError('baseUrl is the root of an apiserver, without credentials, query or fragment')
  return baseUrl.replace(/\/+$/, '')
}

/** Rejects dot segments: deleting an object named `..` would delete its namespace. */
export function refuseDots(path: string): void {
  if (/\/(?:\.|%2e){1,2}(?=[/?#]|$)/i.test(path))
    throw new UsageError(`"." and ".." are no names: ${publicUrl(path)}`)
}

/** Always adds `pretty=false`, since the server sends indented JSON to a browser's User-Agent. */
export function queryString(path: string, query: RequestQuery = {}): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') params.set(name, String(value))
  }
  params.set('pretty', 'false')
  return `${path.includes('?') ? '&' : '?'}${params}`
}
