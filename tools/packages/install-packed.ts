import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PACKAGES, packageFolder, ROOT } from './packages.ts'

/** What an empty project installs. */
export interface PackedProject {
  /** The packages of this repository, as npm packs them. */
  readonly packages: readonly (typeof PACKAGES)[number][]
  /** Their dependencies: a copy of what this repository has installed, as there is no registry. */
  readonly dependencies: readonly string[]
}

const QUIET = ['--offline', '--no-audit', '--no-fund', '--silent']

/** Installs packages in an empty project, without a registry, and calls back with its folder, which is then removed. */
export async function withPackedProject(
  { packages, dependencies }: PackedProject,
  use: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'packed-'))
  try {
    writeFileSync(join(folder, 'package.json'), '{ "private": true }')
    const sources = [
      ...packages.map(packageFolder),
      ...dependencies.map(name => join(ROOT, 'node_modules', name)),
    ]
    const files = sources.map(source => `./${pack(source, folder)}`)
    execFileSync('npm', ['install', ...QUIET, ...files], { cwd: folder })
    await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The scripts of an installed package are not run: it is built already. */
const pack = (source: string, folder: string): string =>
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], {
    cwd: source,
    encoding: 'utf8',
  }).trim()
