/** What the picker shows while it is closed. */
export function namespacesLabel(namespaces: readonly string[]): string {
  if (namespaces.length === 0) return 'All namespaces'
  return namespaces.length === 1 ? (namespaces[0] ?? '') : `${namespaces.length} namespaces`
}
