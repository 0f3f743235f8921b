/** The name of several objects of a kind: `Pods`, `Ingresses`, `NetworkPolicies`, `Endpoints`. */
export function pluralOf(kind: string): string {
  if (/(?:s|sh|ch|x)$/.test(kind)) return /[^s]s$/.test(kind) && !/(?:us|is)$/.test(kind) ? kind : `${kind}es`
  return /[^aeiou]y$/.test(kind) ? `${kind.slice(0, -1)}ies` : `${kind}s`
}
