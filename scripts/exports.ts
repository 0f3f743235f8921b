// npm run exports [-- ENTRY]: prints the number of exports of each public entry, and the names for ENTRY. It
// fails if an entry exports more names than its budget in scripts/export-budgets.json allows.
import { join } from 'node:path'
import { ROOT, readJson } from '../tools/packages.ts'
import { publicEntries } from './exports/entries.ts'
import { overBudget } from './exports/over-budget.ts'

const budgets = readJson<Readonly<Record<string, number>>>(join(ROOT, 'scripts/export-budgets.json'))
const entries = publicEntries()
const shown = process.argv[2]
for (const { name, exports } of entries) {
  console.log(`${String(exports.length).padStart(4)} of ${String(budgets[name] ?? '-').padStart(4)}  ${name}`)
  if (name === shown) console.log(exports.map(item => `              ${item}`).join('\n'))
}
const problems = overBudget(entries, budgets)
for (const problem of problems) console.error(`FAILED: ${problem}`)
process.exitCode = problems.length === 0 ? 0 : 1
