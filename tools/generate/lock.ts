import { spawnSync } from 'node:child_process'
import { globSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { withIntegrity } from '../packages/integrity.ts'
import { type LockedPackage, missingOptionalPackages } from '../packages/optional-packages.ts'
import { ROOT, readJson } from '../packages/packages.ts'

interface LockFile {
  packages: Record<string, LockedPackage>
}

/** Sorts entries as npm does, by path. */
function sorted(packages: Record<string, LockedPackage>): Record<string, LockedPackage> {
  return Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')))
}

/** The digest that the registry has for `NAME@VERSION`. */
function integrityOf(spec: string): string {
  const { stdout } = spawnSync('npm', ['view', spec, 'dist.integrity'], { cwd: ROOT, encoding: 'utf8' })
  const integrity = stdout.trim()
  if (!/^sha512-[\w+/]{86}==$/.test(integrity)) throw new Error(`the registry has no integrity of ${spec}`)
  return integrity
}

/** Updates the lock file of a folder. */
function lock(folder: string): void {
  const { status } = spawnSync('npm', ['install', '--package-lock-only'], { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new Error(`npm install fails in ${folder}`)
  const path = join(folder, 'package-lock.json')
  const file = readJson<LockFile>(path)
  const added = missingOptionalPackages(file.packages)
  file.packages = withIntegrity(sorted({ ...file.packages, ...added }), integrityOf)
  writeFileSync(path, `${JSON.stringify(file, undefined, 2)}\n`)
  console.log(`${path}: ${Object.keys(added).length} optional packages added`)
}

/**
 * Updates package-lock.json, here and in each folder of examples, and adds the optional packages of other platforms that the
 * registry in use did not deliver. Without them `npm ci` fails with EUSAGE. Each package gets the integrity that the registry has for
 * it; the command fails without one.
 */
export function generateLock(): void {
  const examples = globSync('examples/*/package.json', { cwd: ROOT }).map(path => join(ROOT, dirname(path)))
  for (const folder of [ROOT, ...examples]) lock(folder)
}
