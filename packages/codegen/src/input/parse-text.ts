import { Composer, type CST, type Document, Parser } from 'yaml'
import type { Problem } from '../model/codegen-error.ts'
import { Field } from './field.ts'
import { lineAt, offsetOfValue } from './line-of.ts'
import { excessOfLevels, TOO_DEEP } from './nesting.ts'
import { offsetOfExcess, parseJson } from './parse-json.ts'
import { type Positions, TEXT_SCHEMA, YamlProblem, YamlValues } from './yaml-values.ts'

/** A text to read resources from: YAML of one or more documents, or JSON. */
export interface SourceText {
  /** The name for messages, e.g. the path of the file. */
  readonly file: string
  readonly text: string
}

type Report = (problem: Problem) => void

const OPTIONS = {
  schema: TEXT_SCHEMA,
  version: '1.1',
  prettyErrors: false,
  logLevel: 'silent',
  // The package's own check takes quadratic time: YamlValues finds equal keys.
  uniqueKeys: false,
  stringKeys: false,
} as const

/** YAML's own set; line ends and tabs are allowed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are searched for.
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f]/

/** Parses a text once. Returns the documents that have a value; reports those that are invalid. */
export function parseText({ file, text: given }: SourceText, report: Report): Field[] {
  const text = (given.startsWith('\uFEFF') ? given.slice(1) : given).replaceAll('\r\n', '\n')
  const control = CONTROL.exec(text)
  if (control) {
    report({
      file,
      line: lineAt(text, control.index),
      message: 'is neither YAML nor JSON: it has control characters',
    })
    return []
  }
  const json = parseJson(text)
  if (json === undefined) return parseYaml(file, text, report)
  const excess = offsetOfExcess(text)
  if (excess === undefined) return [Field.root(json.value, { file, report, lineOf: lazyLines(text) })]
  report({ file, line: lineAt(text, excess), message: TOO_DEEP })
  return []
}

function parseYaml(file: string, text: string, report: Report): Field[] {
  const fields: Field[] = []
  const reportAt = (offset: number | undefined, message: string) =>
    report({ file, line: offset === undefined ? undefined : lineAt(text, offset), message })
  const tokens = tokensOf(text, offset => reportAt(offset, TOO_DEEP))
  // One after the other, so that only one syntax tree is in memory.
  for (const document of new Composer(OPTIONS).compose(tokens)) {
    const [error] = document.errors
    // The errors that follow in a document are mostly those of the first one.
    if (error) reportAt(error.pos[0], `is no YAML: ${error.message}`)
    else fields.push(...fieldOf(document, { file, text, report, reportAt }))
  }
  return fields
}

/** The tokens that the composer reads: those of all documents but the ones with too many levels. */
function* tokensOf(text: string, onExcess: (offset: number) => void): Iterable<CST.Token> {
  for (const token of new Parser().parse(text)) {
    const excess = token.type === 'document' ? excessOfLevels(token) : undefined
    if (excess === undefined) yield token
    else onExcess(excess)
  }
}

interface Reading extends SourceText {
  readonly report: Report
  readonly reportAt: (offset: number | undefined, message: string) => void
}

function fieldOf(document: Document, { file, text, report, reportAt }: Reading): Field[] {
  const positions: Positions = new WeakMap()
  try {
    const value = new YamlValues(positions).read(document)
    if (value === null) return []
    const start = document.contents?.range?.[0] ?? 0
    const lineOf = (segments: readonly (string | number)[]) =>
      lineAt(text, offsetOfValue(value, positions, segments) ?? start)
    return [Field.root(value, { file, report, lineOf })]
  } catch (error) {
    if (!(error instanceof YamlProblem)) throw error
    reportAt(error.offset, error.message)
    return []
  }
}

/** JSON.parse tells no positions: the text is parsed again, as YAML, for the first problem. */
function lazyLines(text: string): (segments: readonly (string | number)[]) => number | undefined {
  let field: Field | undefined
  return segments => {
    if (text.length > LONGEST_WITH_LINES) return undefined
    field ??= parseYaml('', text, () => {})[0]
    return field?.lineOf(segments)
  }
}

/** Parsing a text as YAML takes a hundred times as long as parsing it as JSON. */
const LONGEST_WITH_LINES = 4_000_000
