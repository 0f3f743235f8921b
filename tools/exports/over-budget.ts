import type { Entry } from './entries.ts'

/** The problems: entries over budget, entries without a budget, budgets without an entry. */
export function overBudget(
  entries: readonly Entry[],
  budgets: Readonly<Record<string, number>>,
): readonly string[] {
  const problems = entries.flatMap(({ name, exports }) => {
    const budget = budgets[name]
    if (budget === undefined) return [`${name} has no budget`]
    return exports.length > budget ? [`${name} exports ${exports.length} names, budget ${budget}`] : []
  })
  const names = new Set(entries.map(({ name }) => name))
  const unknown = Object.keys(budgets).filter(name => !names.has(name))
  return [...problems, ...unknown.map(name => `${name} has a budget and must be an entry`)]
}
