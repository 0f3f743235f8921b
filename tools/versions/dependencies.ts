import { join } from 'node:path'
import { ROOT, readJson } from '../packages/packages.ts'
import type { Minimum } from './minimums.ts'
import { compareVersions } from './version.ts'

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly engines?: { readonly node?: string }
}

/** The youngest Node that a dependency of a package requires. Those of the repository are read from their sources. */
export function enginesOfDependencies(folder: string): Minimum | undefined {
  const { dependencies = {} } = readJson<Manifest>(join(folder, 'package.json'))
  const required = Object.keys(dependencies)
    .filter(name => !name.startsWith('@kube-informer/'))
    .flatMap(name => requiredBy(name) ?? [])
  return required.toSorted((a, b) => compareVersions(b.version, a.version))[0]
}

function requiredBy(name: string): Minimum | undefined {
  const path = join(ROOT, 'node_modules', name, 'package.json')
  const version = /^>= ?([\d.]+)$/.exec(readJson<Manifest>(path).engines?.node ?? '')?.[1]
  return version ? { version, by: name, at: path, deciding: [name] } : undefined
}
