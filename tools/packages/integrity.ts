/** An entry of `packages` in package-lock.json, with what identifies its bytes. */
export interface LockedBytes {
  readonly version?: string
  readonly link?: boolean
  /** A package under another name: `react-18` is `react`. */
  readonly name?: string
  readonly resolved?: string
  integrity?: string
}

/** The folder of an installed package in the lock file, up to its name. */
const INSTALLED = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)$/

/** The packages of a lock file that come from the registry without a digest, as `NAME@VERSION` by their entry. */
export function withoutIntegrity(
  packages: Readonly<Record<string, LockedBytes>>,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [path, { version, link, name, resolved, integrity }] of Object.entries(packages)) {
    const installed = INSTALLED.exec(path)?.[1]
    // Folders of this repository are linked or packed, and change.
    if (installed === undefined || link || resolved?.startsWith('file:')) continue
    if (!integrity) found.set(path, `${name ?? installed}@${version}`)
  }
  return found
}

/**
 * The packages with the digest that `integrityOf` gives for each that has none, in npm's order of members.
 *
 * @param integrityOf the digest of `NAME@VERSION`; throws if the registry has none
 */
export function withIntegrity<T extends LockedBytes>(
  packages: Readonly<Record<string, T>>,
  integrityOf: (spec: string) => string,
): Record<string, T> {
  const missing = withoutIntegrity(packages)
  const complete = Object.entries(packages).map(([path, entry]): [string, T] => {
    const spec = missing.get(path)
    if (spec === undefined) return [path, entry]
    const { version, ...others } = entry
    return [path, { version, integrity: integrityOf(spec), ...others } as unknown as T]
  })
  return Object.fromEntries(complete)
}
