import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The repository's root. */
export const ROOT: string = join(import.meta.dirname, '../..')

/** The published packages in build order: each after its dependencies. */
export const PACKAGES = [
  'core',
  'cacher',
  'apiserver',
  'testing',
  'worker',
  'react',
  'relay',
  'controller',
  'codegen',
] as const

/** A published package's folder. */
export function packageFolder(name: (typeof PACKAGES)[number]): string {
  return join(ROOT, 'packages', name)
}

/** The projects of a package that its build compiles: the sources for every runtime, and those for Node only, if apart. */
export function projectsOf(name: (typeof PACKAGES)[number]): readonly string[] {
  return ['tsconfig.json', 'tsconfig.node.json']
    .map(file => join(packageFolder(name), file))
    .filter(path => existsSync(path))
}

/** The script path of an npm tool, to run with node on every system. */
export function tool(name: string): string {
  return join(ROOT, 'node_modules', '.bin', name)
}

/** Reads a JSON file of the repository. */
export function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8')) as T
}
