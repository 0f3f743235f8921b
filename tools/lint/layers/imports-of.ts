import { parseSync } from 'oxc-parser'

/** An import, re-export or `import()` of a module. */
export interface Import {
  /** From 1. */
  readonly line: number
  readonly specifier: string
  /** Whether only types are imported: the line is gone at run time. */
  readonly isType: boolean
}

interface Found {
  readonly start: number
  readonly specifier: string
  readonly isType: boolean
}

const IMPORT_TYPE = /\btypeof import\((['"])(?<specifier>[^'"]+)\1\)/g

/** Every import of a TypeScript or JavaScript source, in the order of the text. An `import()` of an expression is omitted. */
export function importsOf(path: string, source: string): readonly Import[] {
  const { module, errors } = parseSync(path, source)
  const [error] = errors
  if (error?.severity === 'Error') throw new Error(`${path} cannot be parsed: ${error.message}`)
  const found: Found[] = [
    ...module.staticImports.map(({ start, moduleRequest, entries }) => ({
      start,
      specifier: moduleRequest.value,
      isType: entries.length > 0 && entries.every(({ isType }) => isType),
    })),
    ...module.staticExports.flatMap(({ start, entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest ? [{ start, specifier: moduleRequest.value, isType }] : [],
      ),
    ),
    ...module.dynamicImports.flatMap(({ start, moduleRequest }) => {
      const [, , specifier] =
        /^(['"])(.*)\1$/.exec(source.slice(moduleRequest.start, moduleRequest.end)) ?? []
      return specifier === undefined ? [] : [{ start, specifier, isType: false }]
    }),
    ...[...source.matchAll(IMPORT_TYPE)].map(({ index, groups }) => ({
      start: index,
      specifier: groups?.specifier ?? '',
      isType: true,
    })),
  ]
  return withLines(source, mergeExports(found))
}

/** A statement that exports several names is one import. It imports types only if all of its names are types. */
function mergeExports(found: readonly Found[]): readonly Found[] {
  const byStart = new Map<number, Found>()
  for (const each of found) {
    const before = byStart.get(each.start)
    byStart.set(each.start, { ...each, isType: each.isType && (before?.isType ?? true) })
  }
  return [...byStart.values()].sort((a, b) => a.start - b.start)
}

function withLines(source: string, found: readonly Found[]): readonly Import[] {
  let line = 1
  let end = 0
  return found.map(({ start, specifier, isType }) => {
    line += source.slice(end, start).split('\n').length - 1
    end = start
    return { line, specifier, isType }
  })
}
