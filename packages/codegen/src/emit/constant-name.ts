import { isReserved } from '../schema/identifiers.ts'

/**
 * The constant of a resource: `networkPolicies` for the kind NetworkPolicy, whose capitals the plural takes over. A leading
 * acronym becomes lower case (`apiServices`), a word of the language ends in `Resource` (`classResource`).
 */
export function constantName({ plural, kind }: { readonly plural: string; readonly kind: string }): string {
  const lower = kind.toLowerCase()
  let shared = 0
  while (shared < lower.length && plural[shared] === lower[shared]) shared++
  const acronym = /^[A-Z]+(?=[A-Z][a-z]|$)|^[A-Z]/.exec(kind)?.[0] ?? ''
  const cased = acronym.toLowerCase() + kind.slice(acronym.length, Math.max(shared, acronym.length))
  return identifier(cased.slice(0, shared) + plural.slice(shared))
}

function identifier(text: string): string {
  const name = text.replace(/[^\w$]+(\w?)/g, (_, next: string) => next.toUpperCase())
  if (isReserved(name)) return `${name}Resource`
  return /^\d/.test(name) ? `_${name}` : name
}
