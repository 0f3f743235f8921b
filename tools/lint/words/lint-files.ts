import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findRetiredWords, type RetiredWord, type RetiredWordUse } from './find-retired-words.ts'

/** Files with text that the project does not phrase, or that quote the retired terms. */
const EXCLUDED =
  /^(docs\/decisions\/|tools\/lint\/words\/retired-words\.json$|tools\/lint\/words\/.*\.test\.ts$|LICENSE$)|(^|\/)package-lock\.json$|mockServiceWorker\.js$|\/go\.(mod|sum)$|\.(png|svg)$/

/** Every use of a retired term in the tracked and new files of a git repository that are below one of the paths. */
export function lintFiles(
  root: string,
  paths: readonly string[],
  words: readonly RetiredWord[],
): readonly RetiredWordUse[] {
  return listFiles(root, paths).flatMap(file => findRetiredWords(file, read(join(root, file)), words))
}

function listFiles(root: string, paths: readonly string[]): readonly string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...paths]
  const { status, stdout, stderr } = spawnSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  if (status !== 0) throw new Error(`git ls-files failed in ${root}: ${stderr}`)
  return stdout.split('\0').filter(file => file !== '' && !EXCLUDED.test(file))
}

/** The text of a file. It is empty for a file that was deleted but is still in the index. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
