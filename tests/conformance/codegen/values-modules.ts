import type { ServedVersion } from './served-versions.ts'

/** A TypeScript file of values that have a generated type. */
export interface ValuesModule<T> {
  readonly text: string
  /** The value whose text contains a line, from 1. */
  readonly valueAt: (line: number) => T | undefined
}

/**
 * Modules that declare each value as a constant of its kind, one module for each version.
 *
 * @param folder the folder of the modules, beside the folder `generated`
 */
export function valuesModules<T>(
  folder: string,
  values: readonly T[],
  of: (value: T) => { readonly version: ServedVersion; readonly object: unknown },
): ReadonlyMap<string, ValuesModule<T>> {
  const byVersion = Map.groupBy(values, value => of(value).version)
  return new Map(
    [...byVersion].map(([version, each]) => [
      `${folder}/${version.group}_${version.version}_${version.plural}.ts`,
      valuesModule(version, each, value => of(value).object),
    ]),
  )
}

function valuesModule<T>(
  { group, version, plural, kind }: ServedVersion,
  values: readonly T[],
  objectOf: (value: T) => unknown,
): ValuesModule<T> {
  const lines = [`import type { ${kind} } from '../generated/${group}/${version}/${plural}.ts'`]
  const starts: number[] = []
  for (const [index, value] of values.entries()) {
    starts.push(lines.length + 1)
    lines.push(...`export const value${index}: ${kind} = ${literal(objectOf(value))}`.split('\n'))
  }
  return {
    text: `${lines.join('\n')}\n`,
    valueAt: line => values[starts.findLastIndex(start => start <= line)],
  }
}

const literal = (value: unknown): string =>
  JSON.stringify(value, undefined, 1).replaceAll('"__proto__":', '["__proto__"]:')
