import { UsageError } from '../../api/errors.ts'
import { urlBelow } from '../../api/url-below.ts'
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

/** The URL of a path below the root. Throws a UsageError for one that leads elsewhere: credentials are sent to it. */
export function requestUrl(root: string, path: string, query?: RequestQuery): string {
  const url = urlBelow(root, path)
  if (url) return url + queryString(path, query)
  throw new UsageError(`a path must start with one "/" and have no "\\", "." or "..", got ${publicUrl(path)}`)
}

/** Always adds `pretty=false`, since the server sends indented JSON to a browser's User-Agent. */
function queryString(path: string, query: RequestQuery = {}): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') params.set(name, String(value))
  }
  params.set('pretty', 'false')
  return `${path.includes('?') ? '&' : '?'}${params}`
}
