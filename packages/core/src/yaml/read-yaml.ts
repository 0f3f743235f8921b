import type { Document, Node, Schema } from 'yaml'
import { excessOfLevels } from './nesting.ts'
import type { YamlPackage } from './yaml-package.ts'
import { YamlError, type YamlProblem } from './yaml-problem.ts'
import { type Positions, type YamlValueOptions, YamlValues } from './yaml-values.ts'

/** Limits of {@link readYaml}, and what it does with what it finds. */
export interface ReadYamlOptions extends YamlValueOptions {
  /** The levels of a document. @default 300 */
  readonly maxLevels?: number | undefined
}

/** A document of a text. */
export interface YamlDocument {
  /** Null for an empty document, undefined if there are problems. */
  readonly value: unknown
  /** All mistakes of the syntax, or the first one of another kind. Empty if the document can be read. */
  readonly problems: readonly YamlProblem[]
  /** The syntax tree of the package `yaml`, in which all scalars are text: {@link scalarValue} reads them. */
  readonly contents: Node | null
  /** Where the document starts in the text. */
  readonly start: number
  /** The offset of a key or item, by its path in the value, or of the nearest one around it. It does not hold the syntax tree. */
  readonly offsetOf: (path: readonly (string | number)[]) => number | undefined
}

/**
 * Reads the documents of a YAML text as kubectl does, by the rules of sigs.k8s.io/yaml: see {@link plainScalar}. A `<<` merges.
 *
 * A text cannot take more memory or time than its length warrants: levels and aliases are limited. Documents are read one by one;
 * one with problems does not prevent the others.
 *
 * @example
 * import * as yaml from 'yaml'
 *
 * for (const { value, problems } of readYaml(yaml, text)) console.log(problems[0]?.message ?? value)
 */
export function* readYaml(
  yaml: YamlPackage,
  text: string,
  options: ReadYamlOptions = {},
): Generator<YamlDocument, void, undefined> {
  const { maxLevels = 300 } = options
  const composer = new yaml.Composer({ ...SYNTAX, schema: textSchema(yaml) })
  for (const token of new yaml.Parser().parse(text)) {
    const excess = token.type === 'document' ? excessOfLevels(token, maxLevels) : undefined
    if (excess === undefined) for (const document of composer.next(token)) yield read(yaml, document, options)
    else {
      for (const document of composer.end()) yield read(yaml, document, options)
      yield tooDeep(excess, maxLevels)
    }
  }
  for (const document of composer.end()) yield read(yaml, document, options)
}

const SYNTAX = {
  version: '1.1',
  prettyErrors: false,
  logLevel: 'silent',
  // The package's own check takes quadratic time: YamlValues finds equal keys.
  uniqueKeys: false,
  stringKeys: false,
} as const

const schemas = new WeakMap<object, Schema>()

/** Leaves all plain scalars as text. Shared, because building one takes long. */
function textSchema({ Schema: TextSchema }: YamlPackage): Schema {
  const known = schemas.get(TextSchema)
  if (known) return known
  const schema = new TextSchema({ schema: 'failsafe', resolveKnownTags: false })
  schemas.set(TextSchema, schema)
  return schema
}

function read(yaml: YamlPackage, { contents, errors }: Document, options: ReadYamlOptions): YamlDocument {
  const start = contents?.range?.[0] ?? 0
  const problems = errors.map(({ code, message, pos: [offset, end] }): YamlProblem => {
    return { code: 'syntax', syntaxCode: code, message, offset, end }
  })
  if (problems.length > 0) return invalid(problems, contents, start)
  const positions: Positions = new WeakMap()
  try {
    const value = new YamlValues(yaml, positions, options).read(contents)
    return { value, problems, contents, start, offsetOf: path => offsetIn(value, positions, path) }
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    return invalid([error.problem], contents, start)
  }
}

function tooDeep(offset: number, maxLevels: number): YamlDocument {
  const message = `is nested in more than ${maxLevels} levels`
  return invalid([{ code: 'too-deep', message, offset, end: undefined }], null, offset)
}

const invalid = (problems: readonly YamlProblem[], contents: Node | null, start: number): YamlDocument => ({
  value: undefined,
  problems,
  contents,
  start,
  offsetOf: () => undefined,
})

function offsetIn(
  value: unknown,
  positions: Positions,
  path: readonly (string | number)[],
): number | undefined {
  let [at, offset]: [unknown, number | undefined] = [value, undefined]
  for (const step of path) {
    if (typeof at !== 'object' || at === null) break
    const known = positions.get(at)
    const index = typeof step === 'number' ? step : (known?.keys?.indexOf(step) ?? -1)
    offset = known?.offsets[index] ?? offset
    at = (at as Record<string | number, unknown>)[step]
  }
  return offset
}
