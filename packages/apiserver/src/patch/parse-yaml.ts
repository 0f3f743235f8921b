import { isObject } from '../json/json-value.ts'
import { badRequest, internalError } from '../status/status-errors.ts'
import { jsonTypeName } from './patch-errors.ts'
import { aliasErrorText, type YamlProblem, yamlErrorText } from './yaml-error.ts'

/** The used part of the package `yaml`. */
interface Yaml {
  parseAllDocuments(source: string, options: object): Iterable<YamlDocument>
}

interface YamlDocument {
  readonly errors: readonly YamlProblem[]
  toJS(): unknown
}

interface Tag {
  readonly tag?: string
  readonly format?: string
}

/**
 * Parses the body of a server-side apply, YAML or JSON; null if it is empty. Throws 400 if it is neither, or not an
 * object.
 *
 * The package `yaml` is loaded only if the body is not JSON.
 */
export async function parseApplyBody(text: string): Promise<unknown> {
  const value = await parseOrRefuse(text)
  if (value === null || isObject(value)) return value
  throw badRequest(
    `error decoding patch: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${jsonTypeName(value)} into Go value of type map[string]interface {}`,
  )
}

async function parseOrRefuse(text: string): Promise<unknown> {
  try {
    return await parseYaml(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const what = /^\s*\{/.test(text)
      ? 'error decoding patch: error converting YAML to JSON'
      : 'error encoding patch'
    throw badRequest(`${what}: ${error.message}`)
  }
}

/**
 * Parses JSON, or the first document of YAML, to JSON values. Throws a SyntaxError otherwise; for common mistakes its
 * message is that of a server (`yaml: line 3: ...`).
 */
export async function parseYaml(text: string): Promise<unknown> {
  const json = parseJson(text)
  if (json !== undefined) return json
  const [document] = (await loadYaml()).parseAllDocuments(text, OPTIONS)
  const [problem] = document?.errors ?? []
  if (problem) throw new SyntaxError(yamlErrorText(problem, text))
  return document ? valueIn(document) : null
}

/** Aliases are resolved and counted here. */
function valueIn(document: YamlDocument): unknown {
  try {
    return document.toJS() ?? null
  } catch (error) {
    throw new SyntaxError(aliasErrorText(error))
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** YAML 1.1 as the server's parser implements it: `yes` is true, `<<` merges, but timestamps and `1:30` are strings. */
const OPTIONS = {
  version: '1.1',
  prettyErrors: false,
  logLevel: 'silent',
  uniqueKeys: false,
  customTags: (tags: readonly Tag[]) =>
    tags.filter(({ tag, format }) => format !== 'TIME' && tag !== 'tag:yaml.org,2002:timestamp'),
}

async function loadYaml(): Promise<Yaml> {
  try {
    return await import('yaml')
  } catch {
    throw internalError('reading YAML needs the package yaml (npm install yaml); JSON does without')
  }
}
