import type { DiscoveredResource } from '@kube-informer/core/discovery'
import { moduleSource } from './emit/module-source.ts'
import { type ModelSource, readModels } from './input/read-models.ts'
import { CodegenError, type Problem } from './model/codegen-error.ts'
import type { ResourceModel } from './model/resource-model.ts'

/** The documents, which of their resources are written, and what the comments have. */
export interface GenerateOptions {
  /** The texts to read: YAML of one or more documents, or JSON. */
  readonly documents: readonly ModelSource[]
  /**
   * Only the resources of these groups, each of which must have one.
   * @default all, but for those of built-in groups in OpenAPI documents
   */
  readonly groups?: readonly string[] | undefined
  /** What OpenAPI documents do not tell: singular, short names and categories. @default those of the kind, none */
  readonly discovery?: readonly DiscoveredResource[] | undefined
  /** Whether comments have the descriptions of the schemas. @default true */
  readonly descriptions?: boolean | undefined
  /** Whether comments have the patterns, limits and rules that the server checks. @default false */
  readonly validations?: boolean | undefined
  /** Called with what is no problem: objects of other kinds, which are skipped, and keys that are booleans. */
  readonly onNote?: ((note: Problem) => void) | undefined
}

/** A generated module. */
export interface GeneratedFile {
  /** Relative, with slashes: `example.com/v1/widgets.ts`. No two differ in case only. */
  readonly path: string
  readonly text: string
}

/**
 * Generates a module for each served version of each resource, sorted by path. Equal contents give equal files, whatever the
 * order of documents and keys, and whatever the line ends.
 *
 * @throws CodegenError with all problems of all documents
 * @example
 * const files = generateResources({ documents: [{ file: 'widgets.yaml', text }] })
 * for (const { path, text } of files) await writeFile(join('src/generated', path), text)
 */
export function generateResources({
  documents,
  groups,
  discovery,
  descriptions,
  validations,
  onNote = () => {},
}: GenerateOptions): GeneratedFile[] {
  const { models, notes } = readModels(documents, { groups, discovery })
  expectGroups(models, groups ?? [])
  for (const note of notes) onNote(note)
  const files = models.map(model => ({
    path: modulePath(model),
    text: moduleSource(model, { descriptions, validations }),
  }))
  return files.sort((a, b) => (a.path < b.path ? -1 : 1))
}

function expectGroups(models: readonly ResourceModel[], groups: readonly string[]): void {
  const missing = groups.filter(group => !models.some(model => model.group === group))
  if (missing.length > 0)
    throw new CodegenError(missing.map(file => ({ file, message: 'no input has a resource of this group' })))
}

/** Names of the API are lower case, so that paths cannot differ in case only. The core group has no name. */
const modulePath = ({ group, version, plural }: ResourceModel): string =>
  `${[group || 'core', version, plural].map(portableName).join('/')}.ts`

/** Windows has devices of these names, also with an extension. No name of the API has an underscore. */
const portableName = (name: string): string => name.replace(/^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/, '$1_')
