// npm run lock: updates package-lock.json, and adds the optional packages of other platforms that the registry in use
// did not deliver. Without them `npm ci` fails with EUSAGE.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, readJson } from '../tools/packages.ts'
import { type LockedPackage, missingOptionalPackages } from './optional-packages.ts'

interface LockFile {
  packages: Record<string, LockedPackage>
}

const PATH = join(ROOT, 'package-lock.json')

/** Sorts entries as npm does, by path. */
function sorted(packages: Record<string, LockedPackage>): Record<string, LockedPackage> {
  return Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')))
}

const { status } = spawnSync('npm', ['install', '--package-lock-only'], { cwd: ROOT, stdio: 'inherit' })
if (status === 0) {
  const lock = readJson<LockFile>(PATH)
  const added = missingOptionalPackages(lock.packages)
  lock.packages = sorted({ ...lock.packages, ...added })
  writeFileSync(PATH, `${JSON.stringify(lock, undefined, 2)}\n`)
  console.log(`package-lock.json: ${Object.keys(added).length} optional packages added`)
}
process.exitCode = status ?? 1
