import { readYaml, type YamlPackage } from '@kube-informer/core/yaml'
import { isObject } from '../json/json-value.ts'
import { badRequest, internalError } from '../status/status-errors.ts'
import { jsonTypeName } from './patch-errors.ts'
import { duplicateKey, jsonDuplicates, lineFinder } from './yaml-duplicates.ts'
import { yamlErrorText } from './yaml-error.ts'

/** The JSON values of a YAML text. */
export interface ParsedYaml {
  readonly value: unknown
  /** Messages about keys that a mapping has already, of which the last one counts. */
  readonly duplicates: readonly string[]
}

/**
 * Parses the body of a server-side apply, YAML or JSON; null if it is empty. Throws 400 if it is neither, or not an
 * object.
 *
 * The package `yaml` is loaded only if the body is not JSON.
 */
export async function parseApplyBody(text: string): Promise<ParsedYaml> {
  const parsed = await parseOrRefuse(text)
  const { value } = parsed
  if (value === null || isObject(value)) return parsed
  throw badRequest(
    `error decoding patch: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${jsonTypeName(value)} into Go value of type map[string]interface {}`,
  )
}

async function parseOrRefuse(text: string): Promise<ParsedYaml> {
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
export async function parseYaml(text: string): Promise<ParsedYaml> {
  const json = parseJson(text)
  if (json !== undefined) return { value: json, duplicates: jsonDuplicates(text) }
  const duplicates: string[] = []
  let lineAt: ReturnType<typeof lineFinder> | undefined
  const [document] = readYaml(await loadYaml(), text, {
    duplicateKeys: 'last',
    maxLevels: MAX_LEVELS,
    onDuplicateKey: (key, offset = 0) => {
      lineAt ??= lineFinder(text)
      duplicates.push(duplicateKey(key, lineAt(offset)))
    },
  })
  const [problem] = document?.problems ?? []
  if (problem) throw new SyntaxError(yamlErrorText(problem, text))
  return { value: document?.value ?? null, duplicates }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Engines have no stack for the ten thousand levels that a server reads. */
const MAX_LEVELS = 500

async function loadYaml(): Promise<YamlPackage> {
  try {
    return await import('yaml')
  } catch {
    throw internalError('reading YAML needs the package yaml (npm install yaml); JSON does without')
  }
}
