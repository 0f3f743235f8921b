import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../packages/packages.ts'

/** A folder of the repository that git ignores: TypeScript finds the packages from there. It is removed at the end. */
export function createWorkspace(): Disposable & { readonly path: string } {
  const parent = join(ROOT, '.cache')
  mkdirSync(parent, { recursive: true })
  const path = mkdtempSync(join(parent, 'codegen-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}
