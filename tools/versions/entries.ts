import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGES, packageFolder, readJson } from '../packages/packages.ts'
import { SERVERS, TARGETS, type Target } from './targets.ts'

/** A module that users load: an export of a package, or its command. */
export interface LoadedEntry {
  /** The import specifier, or the path of the command: `@kube-informer/core/tools`. */
  readonly name: string
  readonly source: string
  /** The runtimes that it is for. */
  readonly targets: readonly Target[]
}

interface Conditions {
  readonly '@kube-informer/source'?: string
  readonly browser?: string | null
}

interface Manifest {
  readonly name: string
  readonly exports: Readonly<Record<string, string | Conditions>>
  readonly bin?: Readonly<Record<string, string>>
}

/** The entries that are for one runtime by their name. Cloudflare has no versions. */
const RUNTIMES: Readonly<Record<string, readonly Target[]>> = { './deno': ['deno'], './cloudflare': [] }

/** Every entry of every package. */
export const loadedEntries = (): readonly LoadedEntry[] =>
  PACKAGES.flatMap(name => {
    const folder = packageFolder(name)
    const manifest = readJson<Manifest>(join(folder, 'package.json'))
    return [...exportsOf(folder, manifest), ...commandsOf(folder, manifest)]
  })

const exportsOf = (folder: string, manifest: Manifest): readonly LoadedEntry[] =>
  Object.entries(manifest.exports).flatMap(([path, target]) => {
    const source = typeof target === 'string' ? undefined : target['@kube-informer/source']
    if (typeof target === 'string' || !source) return []
    const isForServers = target.browser === null
    const targets = RUNTIMES[path] ?? (isForServers ? SERVERS : TARGETS)
    return [{ name: `${manifest.name}${path.slice(1)}`, source: join(folder, source), targets }]
  })

/** Commands run in Node. Their file in `bin` loads the built module. */
const commandsOf = (folder: string, manifest: Manifest): readonly LoadedEntry[] =>
  Object.entries(manifest.bin ?? {}).map(([command, path]) => {
    const built = /'\.\.\/dist\/(.+)\.js'/.exec(readFileSync(join(folder, path), 'utf8'))?.[1]
    if (!built) throw new Error(`${path} loads no module of dist`)
    return {
      name: `${manifest.name}: ${command}`,
      source: join(folder, 'src', `${built}.ts`),
      targets: ['nodejs'],
    }
  })
