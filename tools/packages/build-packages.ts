import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGES, packageFolder, projectsOf, tool } from './packages.ts'

/**
 * Builds every package from scratch, in the order of their dependencies: each is compiled against the emitted declarations
 * of its dependencies, as a user's compiler sees them. Throws at the first that does not compile.
 */
export function buildPackages(): void {
  for (const name of PACKAGES) rmSync(join(packageFolder(name), 'dist'), { recursive: true, force: true })
  for (const name of PACKAGES) {
    const started = Date.now()
    for (const project of projectsOf(name)) {
      const tsc = spawnSync(tool('tsc'), ['-p', project], { stdio: 'inherit' })
      if (tsc.status !== 0) throw new Error(`packages/${name} does not compile`)
    }
    console.log(`built packages/${name}/dist in ${((Date.now() - started) / 1000).toFixed(1)} s`)
  }
}
