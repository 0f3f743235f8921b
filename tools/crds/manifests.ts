import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Document, parseAllDocuments } from 'yaml'

/** One object of a YAML or JSON file. */
export interface Manifest {
  /** The path of its file, from the folder that was read. */
  readonly file: string
  /** The text of its document. Several objects share it if they come from one `List`. */
  readonly text: string
  readonly object: ManifestObject
}

/** What every object has. */
export interface ManifestObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata?: { readonly name?: string }
  readonly [field: string]: unknown
}

/** Larger files are documents of OpenAPI, and data of tests. */
const MAX_BYTES = 2_000_000

/** The objects in a folder's YAML and JSON files, in the order of their paths. Skips templates, and files that are not valid. */
export function readManifests(folder: string): readonly Manifest[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.(ya?ml|json)$/.test(name))
    .map(name => join(folder, name))
    .filter(path => statSync(path).size <= MAX_BYTES)
  return files.sort().flatMap(path => manifestsOf(relative(folder, path), readFileSync(path, 'utf8')))
}

/** The objects of one file. */
function manifestsOf(file: string, text: string): readonly Manifest[] {
  if (!/\bapiVersion\b/.test(text) || isTemplate(text)) return []
  const documents = parseAllDocuments(text)
  if (!Array.isArray(documents)) return []
  return documents.flatMap(document =>
    objectsOf(document).map(object => ({ file, text: textOf(document, text), object })),
  )
}

/** Descriptions of definitions quote templates. */
const isTemplate = (text: string): boolean =>
  text.includes('{{') && !/^kind: CustomResourceDefinition$/m.test(text)

function objectsOf(document: Document): readonly ManifestObject[] {
  if (document.errors.length > 0) return []
  const value: unknown = document.toJS()
  if (!isObject(value)) return []
  return value.kind === 'List' && Array.isArray(value.items) ? value.items.filter(isObject) : [value]
}

function isObject(value: unknown): value is ManifestObject {
  if (typeof value !== 'object' || value === null) return false
  const { apiVersion, kind } = value as Partial<ManifestObject>
  return typeof apiVersion === 'string' && typeof kind === 'string'
}

function textOf({ range }: Document, text: string): string {
  return range ? text.slice(range[0], range[2]).replace(/^---.*\n/, '') : text
}
