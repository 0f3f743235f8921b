// npm run lint:words -- [PATH…]: fails if a retired term is still in use. The terms are in tools/words/retired-words.json.
// `--root DIR` checks another git repository against the same list.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT, readJson } from '../packages/packages.ts'
import type { RetiredWord } from './find-retired-words.ts'
import { lintFiles } from './lint-files.ts'

const LIST = 'tools/words/retired-words.json'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { root: { type: 'string' } } })
const words = readJson<readonly RetiredWord[]>(join(ROOT, LIST))
const findings = lintFiles(values.root ?? ROOT, positionals, words)
for (const { file, line, found, use } of findings) console.log(`${file}:${line}: "${found}": write ${use}`)
console.log(`${findings.length} uses of retired terms; ${words.length} terms are in ${LIST}`)
process.exitCode = findings.length === 0 ? 0 : 1
