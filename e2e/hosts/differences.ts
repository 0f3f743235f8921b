import type { Digest } from './digest.ts'

/** Describes the first few objects that differ between two states. */
export function differences(shown: readonly Digest[], expected: readonly Digest[]): readonly string[] {
  const rest = new Map(expected.map(digest => [digest.key, digest]))
  const found: string[] = []
  for (const digest of shown) {
    const other = rest.get(digest.key)
    rest.delete(digest.key)
    if (!other) found.push(`${digest.key} is no more, and is shown with version ${digest.resourceVersion}`)
    else if (textOf(digest) !== textOf(other)) found.push(`${textOf(digest)} is shown for ${textOf(other)}`)
  }
  for (const digest of rest.values()) found.push(`${textOf(digest)} is not shown`)
  return found.slice(0, 5)
}

const textOf = ({ key, uid, resourceVersion, hash }: Digest): string =>
  `${key} (${uid}, version ${resourceVersion}, ${hash})`
