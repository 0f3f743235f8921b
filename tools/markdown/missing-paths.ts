import { spawnSync } from 'node:child_process'
import type { Page } from './pages.ts'

/** A path of the repository, or the name of a source file, in backquotes. `*` and `{a,b}` are not resolved. */
const PATH =
  /`((?:packages|conformance|simulation|tools|e2e|bench|demo|scripts|docs)\/[\w./-]+|[\w-][\w./-]*\.(?:ts|tsx|wat))`/g
const CODE_BLOCK = /^```[\s\S]*?^```$/gm
/** Files that a build or a test run creates, and the placeholder `x.test.ts`. */
const UNTRACKED = /^(?:tools\/kubernetes\/\.bin|e2e\/test-results|x\.)/

/** The paths in backquotes that are no suffix of a tracked file's or folder's path. */
export function missingPaths(files: readonly string[], pages: readonly Page[]): readonly string[] {
  const known = new Set(files.flatMap(endingsOf))
  return pages.flatMap(({ path, text }) =>
    [...text.replaceAll(CODE_BLOCK, '').matchAll(PATH)]
      .map(([, mentioned = '']) => mentioned.replace(/\/$/, ''))
      .filter(mentioned => !UNTRACKED.test(mentioned) && !known.has(mentioned))
      .map(mentioned => `${path}: ${mentioned} does not exist`),
  )
}

/** The path suffixes of `a/b/c.ts` and of its folders. */
function endingsOf(file: string): readonly string[] {
  const parts = file.split('/')
  return parts.flatMap((_, end) =>
    parts.slice(0, end + 1).map((__, start) => parts.slice(start, end + 1).join('/')),
  )
}

/** Every tracked and new file of a repository. */
export function repositoryFiles(root: string): readonly string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 })
  return stdout.split('\0').filter(file => file !== '')
}
