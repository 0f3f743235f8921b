// npm run versions: derives the minimum versions of browsers, Node, Deno and Bun from what each entry of the packages uses,
// by the compat data of MDN. It fails if they differ from tools/minimum-versions.json, from the README or from `engines`.
// npm run versions -- --write writes the file.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, readJson } from './packages/packages.ts'
import { differences } from './versions/differences.ts'
import { formatMinimums } from './versions/format-minimums.ts'
import type { StatedMinimums } from './versions/package-minimums.ts'
import { statementProblems } from './versions/statements.ts'
import { surveyPackages } from './versions/survey.ts'
import { LABELS, TARGETS } from './versions/targets.ts'

const FILE = join(ROOT, 'tools/minimum-versions.json')

const { minimums, problems } = surveyPackages()
for (const [name, entry] of Object.entries(minimums)) {
  console.log(name)
  for (const target of TARGETS) {
    const minimum = entry[target]
    if (minimum) console.log(`  ${`${LABELS[target]} ${minimum.version}`.padEnd(24)}${minimum.by}`)
  }
}
if (process.argv.includes('--write')) writeFileSync(FILE, formatMinimums(minimums))

const stated = readJson<StatedMinimums>(FILE)
const failures = [...problems, ...differences(minimums, stated), ...statementProblems(stated)]
for (const failure of failures) console.error(`FAILED: ${failure.replaceAll(`${ROOT}/`, '')}`)
process.exitCode = failures.length === 0 ? 0 : 1
