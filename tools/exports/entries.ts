import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGES, packageFolder, readJson } from '../packages/packages.ts'
import { exportedNames } from './exported-names.ts'

/** A public entry of a package. */
export interface Entry {
  /** The import specifier: `@kube-informer/core/tools`. */
  readonly name: string
  readonly exports: readonly string[]
}

interface Manifest {
  readonly name: string
  readonly exports: Readonly<Record<string, string | { readonly '@kube-informer/source'?: string }>>
}

/** Every entry of every package, read from the sources. */
export function publicEntries(): readonly Entry[] {
  return PACKAGES.flatMap(name => {
    const folder = packageFolder(name)
    const manifest = readJson<Manifest>(join(folder, 'package.json'))
    return Object.entries(manifest.exports).flatMap(([path, target]) => {
      const source = typeof target === 'string' ? undefined : target['@kube-informer/source']
      if (!source) return []
      const exports = exportedNames(readFileSync(join(folder, source), 'utf8'))
      return [{ name: `${manifest.name}${path.slice(1)}`, exports }]
    })
  })
}
