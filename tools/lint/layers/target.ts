import { posix } from 'node:path'
import { folderOf } from './folders.ts'

/** What a specifier stands for: a file of the repository, or a module with a name. */
export type Target =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'node' | 'npm' | 'entry'; readonly specifier: string }

/** Resolves a specifier in a file. The query of a bundler is left out. */
export function targetOf(specifier: string, importer: string): Target {
  if (specifier.startsWith('.')) {
    const [path = ''] = specifier.split('?')
    return { kind: 'file', path: posix.join(folderOf(importer), path) }
  }
  // "imports" of a package: the file of that name in its sources.
  if (specifier.startsWith('#'))
    return { kind: 'file', path: `${packageSources(importer)}/${specifier.slice(1)}.ts` }
  if (specifier.startsWith('node:')) return { kind: 'node', specifier }
  return { kind: specifier.startsWith('@kube-informer/') ? 'entry' : 'npm', specifier }
}

const packageSources = (file: string): string => /^packages\/[^/]+\/src/.exec(file)?.[0] ?? ''

const ENTRY_IS_INTERNAL = /\/internal$/

/**
 * Whether a name of a row stands for a target. The head of `tools/layers.ts` explains the names.
 * @param base the folder that names without a prefix start from
 */
export function standsFor(name: string, target: Target, base: string): boolean {
  if (target.kind === 'file') return isPath(name) && matchesPath(pathOf(name, base), target.path)
  if (target.kind === 'entry') return matchesEntry(name, target.specifier)
  if (target.kind === 'node') return name === 'node:*' || name === target.specifier
  const [, npm] = /^npm:(.*)$/.exec(name) ?? []
  return npm !== undefined && (npm === '*' || matchesSpecifier(npm, target.specifier))
}

/** Whether a name stands for files of the repository, not for a module with a name. */
export const isPath = (name: string): boolean => !/^(node:|npm:|@kube-informer\/)/.test(name)

/** The path, from the repository's root, of a name that stands for files. */
export function pathOf(name: string, base: string): string {
  return name.startsWith('/') ? name.slice(1) : posix.join(base, name)
}

function matchesPath(pattern: string, path: string): boolean {
  if (pattern.endsWith('/**')) return path.startsWith(pattern.slice(0, -2))
  return path === pattern || folderOf(path) === pattern
}

/** An internal entry is named by itself: `/**` does not include it. */
function matchesEntry(name: string, specifier: string): boolean {
  return matchesSpecifier(name, specifier) && (name === specifier || !ENTRY_IS_INTERNAL.test(specifier))
}

function matchesSpecifier(pattern: string, specifier: string): boolean {
  if (!pattern.endsWith('/**')) return pattern === specifier
  const owner = pattern.slice(0, -3)
  return specifier === owner || specifier.startsWith(`${owner}/`)
}
