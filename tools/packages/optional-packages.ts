/** An entry of `packages` in package-lock.json, with the members that are read or written here. */
export interface LockedPackage {
  version?: string
  cpu?: readonly string[]
  dev?: boolean
  libc?: readonly string[]
  optional?: boolean
  optionalDependencies?: Readonly<Record<string, string>>
  os?: readonly string[]
}

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'openharmony', 'sunos', 'win32']
const PROCESSORS = [
  'arm',
  'arm64',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
]
const LIBRARIES: Readonly<Record<string, string>> = {
  glibc: 'glibc',
  gnu: 'glibc',
  gnueabihf: 'glibc',
  musl: 'musl',
  musleabihf: 'musl',
}

interface Platform {
  readonly cpu: readonly string[]
  readonly libc?: readonly string[]
  readonly os: readonly string[]
}

/** The platform in a name such as `@oxc-parser/binding-linux-x64-musl`; throws for a name without one. */
function platformOf(name: string): Platform {
  const words = name.split(/[/-]/)
  const os = words.find(word => SYSTEMS.includes(word))
  const cpu = words.find(word => PROCESSORS.includes(word))
  if (os === undefined || cpu === undefined) throw new Error(`${name} does not name a platform`)
  const libc = words.map(word => LIBRARIES[word]).find(found => found !== undefined)
  return { cpu: [cpu], ...(libc && { libc: [libc] }), os: [os] }
}

/** Whether `dependency` resolves from the package at `path`, by Node's lookup in the folders above it. */
function isLocked(
  packages: Readonly<Record<string, LockedPackage>>,
  path: string,
  dependency: string,
): boolean {
  const nested = path.split('/node_modules/')
  return (
    nested.some((_, index) => {
      const folder = nested.slice(0, nested.length - index).join('/node_modules/')
      return `${folder}/node_modules/${dependency}` in packages
    }) || `node_modules/${dependency}` in packages
  )
}

/**
 * The optional packages that `packages` names as dependencies but does not contain, as entries to add. npm omits a
 * package that the registry did not deliver, and `npm ci` then rejects the lock file. The entries have no integrity yet:
 * see {@link withIntegrity}.
 */
export function missingOptionalPackages(
  packages: Readonly<Record<string, LockedPackage>>,
): Readonly<Record<string, LockedPackage>> {
  const missing: Record<string, LockedPackage> = {}
  for (const [path, { dev, optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (isLocked(packages, path, name)) continue
      if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`${name}@${version} is not an exact version`)
      const { cpu, libc, os } = platformOf(name)
      // In npm's order, so that npm leaves the file unchanged.
      missing[`node_modules/${name}`] = {
        version,
        cpu,
        ...(dev && { dev }),
        ...(libc && { libc }),
        optional: true,
        os,
      }
    }
  }
  return missing
}
