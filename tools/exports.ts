// npm run exports [-- ENTRY]: prints the number of exports of each public entry, and the names for ENTRY. It
// fails if an entry exports more names than its budget in tools/exports/export-budgets.json allows.
import { join } from 'node:path'
import { publicEntries } from './exports/entries.ts'
import { overBudget } from './exports/over-budget.ts'
import { ROOT, readJson } from './packages/packages.ts'

const budgets = readJson<Readonly<Record<string, number>>>(join(ROOT, 'tools/exports/export-budgets.json'))
const entries = publicEntries()
const shown = process.argv[2]
for (const { name, exports } of entries) {
  console.log(`${String(exports.length).padStart(4)} of ${String(budgets[name] ?? '-').padStart(4)}  ${name}`)
  if (name === shown) console.log(exports.map(item => `              ${item}`).join('\n'))
}
const problems = overBudget(entries, budgets)
for (const problem of problems) console.error(`FAILED: ${problem}`)
process.exitCode = problems.length === 0 ? 0 : 1
