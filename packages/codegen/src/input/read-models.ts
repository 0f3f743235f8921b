import { CodegenError, type Problem } from '../model/codegen-error.ts'
import type { ResourceModel } from '../model/resource-model.ts'
import type { Field } from './field.ts'
import { findModels } from './find-models.ts'
import type { Found, ReadOptions } from './found.ts'
import { parseText } from './parse-text.ts'
import type { Findings, SourceText } from './parse-yaml.ts'

/** A text to read resources from. */
export interface ModelSource extends SourceText {
  /** The folder of the file, if the folder must contain a resource rather than each of its files. */
  readonly partOf?: string | undefined
}

/** What was read from the sources. */
export interface ReadModels {
  /** Sorted by group, version and plural. */
  readonly models: readonly ResourceModel[]
  /** What was skipped, or may surprise, and is no problem. */
  readonly notes: readonly Problem[]
}

/**
 * Reads the models of all resources in texts.
 *
 * @throws CodegenError with all problems of all texts
 */
export function readModels(sources: readonly ModelSource[], options: ReadOptions = {}): ReadModels {
  const [problems, notes]: [Problem[], Problem[]] = [[], []]
  const findings: Findings = {
    report: problem => problems.push(problem),
    note: note => notes.push(note),
  }
  const found = sources.map(source => readSource(source, findings, options))
  for (const [index, { skipped }] of found.entries())
    if (skipped.length > 0)
      notes.push({ file: sources[index]?.file ?? '', message: `skipped ${describeKinds(skipped)}` })
  if (problems.length === 0) reportEmpty(sources, found, findings)
  reportRepeated(found)
  const models = found.flatMap(each => each.models.map(({ model }) => model))
  if (problems.length > 0) throw new CodegenError(inOrder(problems, sources))
  return { models: models.sort(byName), notes }
}

function readSource(source: ModelSource, findings: Findings, options: ReadOptions): Found {
  const isOfFolder = source.partOf !== undefined
  const found = parseText(source, findings).map(document => findModels(document, options, isOfFolder))
  return {
    models: found.flatMap(({ models }) => models),
    claims: found.flatMap(({ claims }) => claims),
    skipped: found.flatMap(({ skipped }) => skipped),
  }
}

/** Each file or folder must contain a resource: a mistyped path should not remove what was generated. */
function reportEmpty(sources: readonly ModelSource[], found: readonly Found[], { report }: Findings): void {
  const counts = new Map<string, number>()
  for (const [index, { file, partOf = file }] of sources.entries())
    counts.set(partOf, (counts.get(partOf) ?? 0) + (found[index]?.claims.length ?? 0))
  for (const [file, count] of counts)
    if (count === 0)
      report({ file, message: 'has no CustomResourceDefinition, and no other custom resource' })
}

/** E.g. `Deployment (2), Service`. */
function describeKinds(kinds: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return [...counts].map(([kind, count]) => (count === 1 ? kind : `${kind} (${count})`)).join(', ')
}

/** What is in two files is most likely in one of them by mistake. */
function reportRepeated(found: readonly Found[]): void {
  const seen = new Map<string, Field>()
  for (const { field, names } of found.flatMap(({ claims }) => claims)) {
    const repeated = names.find(name => seen.has(name))
    if (repeated !== undefined)
      field.report(`${repeated} is defined twice: first in ${seen.get(repeated)?.place}`)
    for (const name of names) if (!seen.has(name)) seen.set(name, field)
  }
}

/** In the order of the sources, and of the lines of each. */
function inOrder(problems: readonly Problem[], sources: readonly SourceText[]): Problem[] {
  const rank = new Map(sources.map(({ file }, index) => [file, index]))
  return problems.toSorted(
    (a, b) => (rank.get(a.file) ?? 0) - (rank.get(b.file) ?? 0) || (a.line ?? 0) - (b.line ?? 0),
  )
}

const byName = (a: ResourceModel, b: ResourceModel): number =>
  compareText(a.group, b.group) || compareText(a.version, b.version) || compareText(a.plural, b.plural)

/** By code units: the order of a locale would differ between hosts. */
const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
