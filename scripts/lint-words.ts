// npm run lint:words -- [PATH…]: fails where a retired term is still in use. The terms are in scripts/retired-words.json.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, readJson } from './packages.ts'
import { findRetiredWords, type RetiredWord } from './words/find-retired-words.ts'

const LIST = 'scripts/retired-words.json'

/** Text that is not ours to phrase, or that quotes the retired terms. */
const EXCLUDED =
  /^(docs\/decisions\/|scripts\/retired-words\.json$|scripts\/words\/.*\.test\.ts$|package-lock\.json$|LICENSE$)|mockServiceWorker\.js$|\/go\.(mod|sum)$|\.(png|svg)$/

/** Every tracked or new file under the given paths that the list applies to. */
function filesIn(paths: readonly string[]): readonly string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...paths]
  const { stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 26 })
  return stdout.split('\0').filter(file => file !== '' && !EXCLUDED.test(file))
}

/** The text of a file, or nothing where the file was deleted but is still in the index. */
function read(file: string): string {
  try {
    return readFileSync(join(ROOT, file), 'utf8')
  } catch {
    return ''
  }
}

const words = readJson<readonly RetiredWord[]>(join(ROOT, LIST))
const findings = filesIn(process.argv.slice(2)).flatMap(file => findRetiredWords(file, read(file), words))
for (const { file, line, found, use } of findings) console.log(`${file}:${line}: "${found}": write ${use}`)
console.log(`${findings.length} retired words, of ${words.length} terms in ${LIST}`)
process.exitCode = findings.length === 0 ? 0 : 1
