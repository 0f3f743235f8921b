import { isObject } from '../json/json-value.ts'
import { badRequest, internalError } from '../status/status-errors.ts'
import { jsonTypeName } from './patch-errors.ts'
import { aliasErrorText, type YamlProblem, yamlErrorText } from './yaml-error.ts'

/** What is used of the package `yaml`. */
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
 * Reads the body of a server-side apply, which is YAML or JSON, and null if it is empty. Throws 400 for what is
 * neither, or no object.
 *
 * JSON needs nothing. YAML needs the package `yaml`, which is loaded only for it.
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
 * Reads JSON, or the first document of YAML, as JSON values. Throws a SyntaxError for what is neither; its message is
 * that of a server (`yaml: line 3: ...`) where the mistake is a common one.
 */
export async function parseYaml(text: string): Promise<unknown> {
  const json = parseJson(text)
  if (json !== undefined) return json
  const [document] = (await loadYaml()).parseAllDocuments(text, OPTIONS)
  const [problem] = document?.errors ?? []
  if (problem) throw new SyntaxError(yamlErrorText(problem, text))
  return document ? valueIn(document) : null
}

/** Aliases are looked up, and counted, when the value is made. */
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

/** YAML 1.1 as the server's reader has it: `yes` is true, `<<` merges, but times and `1:30` are texts. */
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
