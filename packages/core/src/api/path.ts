/** The segments of a field path: `spec.nodeName` is `['spec', 'nodeName']`. */
export type PathSegments = readonly string[]

/**
 * Splits a dotted field path. A dot that belongs to a key is written `\.`, as in kubectl's JSONPath:
 * `metadata.annotations.kubectl\.kubernetes\.io/last-applied-configuration`.
 *
 * @example readPath(pod, parsePath('spec.nodeName'))
 */
export function parsePath(path: string): PathSegments {
  return path.split(/(?<!\\)\./).map(segment => segment.replaceAll('\\.', '.'))
}

/** Reads a path from plain objects; undefined if a step is missing. Ignores inherited properties. */
export function readPath(value: unknown, path: PathSegments): unknown {
  let current = value
  for (const segment of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, segment)) return undefined
    current = (current as Record<string, unknown>)[segment]
  }
  return current
}
