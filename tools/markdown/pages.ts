import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../packages/packages.ts'

/** A document of the project. */
export interface Page {
  /** Its path from the repository's root. */
  readonly path: string
  readonly text: string
}

/** Every document of the project, sorted by path. */
export function readPages(): readonly Page[] {
  const paths = globSync(['*.md', 'docs/**/*.md', '{packages/*,demo,examples}/README.md'], { cwd: ROOT })
  return paths.toSorted().map(path => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
}
