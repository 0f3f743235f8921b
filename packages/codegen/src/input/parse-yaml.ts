import { Composer, type CST, type Document, Parser } from 'yaml'
import type { Problem } from '../model/codegen-error.ts'
import { Field } from './field.ts'
import { lineAt, offsetOfValue } from './line-of.ts'
import { excessOfLevels, TOO_DEEP } from './nesting.ts'
import type { Segments } from './origin.ts'
import { type Positions, TEXT_SCHEMA, YamlProblem, YamlValues } from './yaml-values.ts'

/** A text to read resources from: YAML of one or more documents, or JSON. */
export interface SourceText {
  /** The name for messages, e.g. the path of the file. */
  readonly file: string
  readonly text: string
}

/** Collects what is found in texts. */
export interface Findings {
  /** Something is wrong. */
  report(problem: Problem): void
  /** Something is right, and may surprise. */
  note(note: Problem): void
}

const OPTIONS = {
  schema: TEXT_SCHEMA,
  version: '1.1',
  prettyErrors: false,
  logLevel: 'silent',
  // The package's own check takes quadratic time: YamlValues finds equal keys.
  uniqueKeys: false,
  stringKeys: false,
} as const

/** The documents of a YAML text that have a value. Reports those that are invalid. */
export function parseYaml(source: SourceText, findings: Findings): Field[] {
  const reading = new Reading(source, findings)
  const fields: Field[] = []
  // One after the other, so that only one syntax tree is in memory.
  for (const document of new Composer(OPTIONS).compose(reading.tokens())) {
    const [error] = document.errors
    // The errors that follow in a document are mostly those of the first one.
    if (error) reading.report(error.pos[0], `is no YAML: ${error.message}`)
    else fields.push(...reading.fieldOf(document))
  }
  return fields
}

class Reading {
  readonly #source: SourceText
  readonly #findings: Findings

  constructor(source: SourceText, findings: Findings) {
    this.#source = source
    this.#findings = findings
  }

  report(offset: number | undefined, message: string): void {
    this.#findings.report(this.#problem(offset, message))
  }

  /** The tokens that the composer reads: those of all documents but the ones with too many levels. */
  *tokens(): Iterable<CST.Token> {
    for (const token of new Parser().parse(this.#source.text)) {
      const excess = token.type === 'document' ? excessOfLevels(token) : undefined
      if (excess === undefined) yield token
      else this.report(excess, TOO_DEEP)
    }
  }

  fieldOf(document: Document): Field[] {
    const positions: Positions = new WeakMap()
    try {
      const value = new YamlValues(positions, (text, offset) => this.#noteKey(text, offset)).read(document)
      return value === null ? [] : [this.#root(value, positions, document.contents?.range?.[0] ?? 0)]
    } catch (error) {
      if (!(error instanceof YamlProblem)) throw error
      this.report(error.offset, error.message)
      return []
    }
  }

  #root(value: unknown, positions: Positions, start: number): Field {
    const { file, text } = this.#source
    const lineOf = (segments: Segments) => lineAt(text, offsetOfValue(value, positions, segments) ?? start)
    return Field.root(value, { file, report: problem => this.#findings.report(problem), lineOf })
  }

  #noteKey(key: string, offset: number | undefined): void {
    if (/^(true|false)$/i.test(key)) return
    const message = `the key ${key} is a boolean, as for kubectl: quote it if it is a name`
    this.#findings.note(this.#problem(offset, message))
  }

  #problem(offset: number | undefined, message: string): Problem {
    const { file, text } = this.#source
    return { file, line: offset === undefined ? undefined : lineAt(text, offset), message }
  }
}
