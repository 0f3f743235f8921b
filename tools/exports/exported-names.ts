/** An export list, with or without `from`, or an exported declaration. */
const EXPORT =
  /^export (?:type )?\{([^}]*)\}|^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|class|function\*?|interface|type|enum) (\w+)/gm

/** The names that a source exports, sorted. The repository has no `export *` and no default exports. */
export function exportedNames(source: string): readonly string[] {
  const names = [...source.matchAll(EXPORT)].flatMap(([, list, name]) =>
    list === undefined ? [name ?? ''] : namesOf(list),
  )
  return [...new Set(names)].toSorted()
}

function namesOf(list: string): readonly string[] {
  return list
    .replace(/\/\/.*$/gm, '')
    .split(',')
    .map(item => item.trim())
    .filter(Boolean)
    .map(item => item.replace(/^type /, '').replace(/^.* as /, ''))
}
