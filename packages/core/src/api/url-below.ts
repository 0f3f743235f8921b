import { parseUrl } from './parse-url.ts'

/**
 * Whether the path of a request is used unchanged. A URL reads a host after two leading slashes, takes a backslash for a slash,
 * drops tabs and newlines, and resolves dot segments, also encoded ones: deleting an object named `..` would delete its namespace.
 *
 * @param target the path, with or without a query
 */
export const isStraightPath = (target: string): boolean => STRAIGHT.test(target.replace(/[?#][\s\S]*/, ''))

// biome-ignore lint/suspicious/noControlCharactersInRegex: a URL drops them
const STRAIGHT = /^(?![\s\S]*\/(\.|%2e){1,2}(\/|$))\/(?!\/)[^\\\0-\x1f\x7f]*$/i

/**
 * The URL of a path below the root of a server, which may be relative. Undefined if the path is not straight, or leads to another
 * origin or out of the root: `.evil.example/x` continues the host of a root that ends without a slash.
 *
 * @param path starts with a slash, and may have a query
 */
export function urlBelow(baseUrl: string, path: string): string | undefined {
  const root = baseUrl.replace(/\/+$/, '')
  const url = root + path
  const below = parseUrl(`${root}/`, PAGE)?.href
  return isStraightPath(path) && below && parseUrl(url, PAGE)?.href.startsWith(below) ? url : undefined
}

/** Relative roots are compared as they would be in some page. */
const PAGE = 'http://page'
