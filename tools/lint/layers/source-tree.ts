import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files of a repository, by their paths from its root. */
export interface SourceTree {
  readonly paths: readonly string[]
  has(path: string): boolean
  read(path: string): string
}

/** The tracked and new files of a git repository. */
export function treeOfRepository(root: string): SourceTree {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { status, stdout, stderr } = spawnSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  if (status !== 0) throw new Error(`git ls-files failed in ${root}: ${stderr}`)
  const paths = stdout.split('\0').filter(path => path !== '' && existsSync(join(root, path)))
  const known = new Set(paths)
  return { paths, has: path => known.has(path), read: path => readFileSync(join(root, path), 'utf8') }
}

/** Files in memory. */
export function treeOfFiles(files: Readonly<Record<string, string>>): SourceTree {
  const read = (path: string): string => {
    const text = files[path]
    if (text === undefined) throw new Error(`${path} does not exist`)
    return text
  }
  return { paths: Object.keys(files), has: path => Object.hasOwn(files, path), read }
}
