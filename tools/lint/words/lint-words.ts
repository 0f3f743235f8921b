import { join } from 'node:path'
import { ROOT, readJson } from '../../packages/packages.ts'
import type { Report } from '../report.ts'
import type { RetiredWord } from './find-retired-words.ts'
import { lintFiles } from './lint-files.ts'

const LIST = 'tools/lint/words/retired-words.json'

/** Finds terms of the list in a git repository, or in what is below one of the paths. */
export function lintWords(root: string, paths: readonly string[]): Report {
  const words = readJson<readonly RetiredWord[]>(join(ROOT, LIST))
  const findings = lintFiles(root, paths, words)
  const lines = findings.map(({ file, line, found, use }) => `${file}:${line}: "${found}": write ${use}`)
  const summary = `words: ${findings.length} uses of the ${words.length} retired terms of ${LIST}`
  return { passed: findings.length === 0, output: `${[...lines, summary].join('\n')}\n` }
}
