import { lineAt, readYaml, type YamlDocument, type YamlProblem } from '@kube-informer/core/yaml'
import * as yaml from 'yaml'
import type { Problem } from '../model/codegen-error.ts'
import { Field } from './field.ts'
import { MAX_NESTING, TOO_DEEP } from './nesting.ts'
import type { Segments } from './origin.ts'

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

/** The documents of a YAML text that have a value. Reports those that are invalid. */
export function parseYaml(source: SourceText, findings: Findings): Field[] {
  const reading = new Reading(source, findings)
  const onBooleanKey = reading.noteKey.bind(reading)
  // One after the other, so that only one syntax tree is in memory.
  return Array.from(readYaml(yaml, source.text, { maxLevels: MAX_NESTING, onBooleanKey }), document =>
    reading.fieldOf(document),
  ).flat()
}

class Reading {
  readonly #source: SourceText
  readonly #findings: Findings

  constructor(source: SourceText, findings: Findings) {
    this.#source = source
    this.#findings = findings
  }

  /** The root of the document, if it has a value. */
  fieldOf({ value, problems: [problem], start, offsetOf }: YamlDocument): Field[] {
    // The errors that follow in a document are mostly those of the first one.
    if (problem) this.#findings.report(this.#problem(problem.offset, messageOf(problem)))
    if (problem || value === null) return []
    const { file, text } = this.#source
    const lineOf = (segments: Segments) => lineAt(text, offsetOf(segments) ?? start)
    return [Field.root(value, { file, report: found => this.#findings.report(found), lineOf })]
  }

  noteKey(key: string, offset: number | undefined): void {
    if (/^(true|false)$/i.test(key)) return
    const message = `the key ${key} is a boolean, as for kubectl: quote it if it is a name`
    this.#findings.note(this.#problem(offset, message))
  }

  #problem(offset: number | undefined, message: string): Problem {
    const { file, text } = this.#source
    return { file, line: offset === undefined ? undefined : lineAt(text, offset), message }
  }
}

function messageOf({ code, message }: YamlProblem): string {
  if (code === 'too-deep') return TOO_DEEP
  return code === 'syntax' ? `must be YAML: ${message}` : message
}
