import { lineAt } from '@kube-informer/core/yaml'
import { Field } from './field.ts'
import { hasNoLongTexts } from './long-texts.ts'
import { TOO_DEEP } from './nesting.ts'
import type { Segments } from './origin.ts'
import { offsetOfExcess, parseJson } from './parse-json.ts'
import { type Findings, parseYaml, type SourceText } from './parse-yaml.ts'

/** YAML's own set; line ends and tabs are allowed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are searched for.
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f]/

/** Parses a text once. Returns the documents that have a value; reports those that are invalid. */
export const parseText = (source: SourceText, findings: Findings): Field[] =>
  documentsOf(source, findings).filter(hasNoLongTexts)

function documentsOf({ file, text: given }: SourceText, findings: Findings): Field[] {
  const text = given.startsWith('\uFEFF') ? given.slice(1) : given
  const { index } = CONTROL.exec(text) ?? {}
  if (index !== undefined) {
    const message = 'is neither YAML nor JSON: it has control characters'
    findings.report({ file, line: lineAt(text, index), message })
    return []
  }
  const json = parseJson(text)
  if (json === undefined) return parseYamlUpToLimit({ file, text }, findings)
  const excess = offsetOfExcess(text)
  if (excess !== undefined) {
    findings.report({ file, line: lineAt(text, excess), message: TOO_DEEP })
    return []
  }
  return [Field.root(json.value, { file, report: findings.report, lineOf: lazyLines(text) })]
}

/** A syntax tree takes a hundred times the memory of its text. Bundles of all definitions of a cluster have about 10 MB. */
const LONGEST_YAML = 32 * 1024 * 1024

function parseYamlUpToLimit(source: SourceText, findings: Findings): Field[] {
  if (source.text.length <= LONGEST_YAML) return parseYaml(source, findings)
  const message = 'is larger than 32 MiB: split it, or convert it to JSON'
  findings.report({ file: source.file, message })
  return []
}

/** Parsing a text as YAML takes a hundred times as long as parsing it as JSON. */
const LONGEST_WITH_LINES = 4_000_000

/** JSON.parse tells no positions: the text is parsed again, as YAML, for the first problem. */
function lazyLines(text: string): (segments: Segments) => number | undefined {
  let field: Field | undefined
  return segments => {
    if (text.length > LONGEST_WITH_LINES) return undefined
    field ??= parseYaml({ file: '', text }, { report: () => {}, note: () => {} })[0]
    return field?.lineOf(segments)
  }
}
