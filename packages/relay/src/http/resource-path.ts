/** A request for a resource, as its path names it. */
export interface ResourcePath {
  readonly group: string
  readonly version: string
  /** The plural. */
  readonly resource: string
  /** "" for all namespaces and for cluster-scoped resources. */
  readonly namespace: string
  /** "" for the collection. */
  readonly name: string
  readonly subresource: string
  /** Whether the path is a legacy one under `watch`. */
  readonly isLegacyWatch: boolean
}

/**
 * Parses the path of a request. Undefined if it is not the path of a resource, or if a segment cannot be a name: empty,
 * `.`, `..`, or with an encoded slash, which another parser may read as two segments.
 */
export function parseResourcePath(pathname: string): ResourcePath | undefined {
  const segments = decodeSegments(pathname)
  if (!segments) return undefined
  const [root, ...rest] = segments
  if (root !== 'api' && root !== 'apis') return undefined
  const group = root === 'api' ? '' : rest.shift()
  const version = rest.shift()
  const isLegacyWatch = rest[0] === 'watch'
  if (isLegacyWatch) rest.shift()
  // `/namespaces/x` is the namespace itself.
  const isNamespaced = rest[0] === 'namespaces' && rest.length > 2
  const namespace = isNamespaced ? (rest[1] ?? '') : ''
  const [resource, name = '', subresource = '', ...more] = isNamespaced ? rest.slice(2) : rest
  if (group === undefined || version === undefined || resource === undefined) return undefined
  // Only proxies have longer paths.
  const whole = [subresource, ...more].join('/')
  return { group, version, resource, namespace, name, subresource: whole, isLegacyWatch }
}

function decodeSegments(pathname: string): string[] | undefined {
  const segments: string[] = []
  for (const text of pathname.slice(1).split('/')) {
    const segment = decoded(text)
    if (!segment || segment === '.' || segment === '..' || /[/%]/.test(segment)) return undefined
    segments.push(segment)
  }
  return segments
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
