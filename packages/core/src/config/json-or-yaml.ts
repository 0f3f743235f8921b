import { lineAt } from '../yaml/line-at.ts'
import { readYaml } from '../yaml/read-yaml.ts'
import type { YamlPackage } from '../yaml/yaml-package.ts'
import type { YamlProblem } from '../yaml/yaml-problem.ts'
import { ConfigError } from './config-error.ts'

/** The aliases of a text. A kubeconfig needs few. */
const MAX_ALIASES = 100
/** A kubeconfig has six levels; the configuration of a credential plugin may have more. */
export const MAX_DEPTH = 100
export const TOO_DEEP: string = `is nested in more than ${MAX_DEPTH} levels`

/**
 * Reads a text in JSON or YAML as kubectl does: of several documents the first. YAML needs the package `yaml`, which is loaded
 * on demand.
 *
 * @param name of the text, for errors
 * @param withoutYaml what helps if the package is not installed
 * @throws ConfigError, which contains the line of the error but nothing of the text
 */
export async function readJsonOrYaml(text: string, name: string, withoutYaml: string): Promise<unknown> {
  const unmarked = text.replace(/^\ufeff/, '')
  return parseJson(unmarked) ?? (await parseYaml(unmarked, name, withoutYaml))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function parseYaml(text: string, name: string, withoutYaml: string): Promise<unknown> {
  const limits = { maxLevels: MAX_DEPTH, maxAliases: MAX_ALIASES }
  const [document] = readYaml(await loadYaml(name, withoutYaml), text, limits)
  const [problem] = document?.problems ?? []
  if (problem) throw new ConfigError(`${name}: ${problemText(problem, text)}`)
  return document?.value ?? null
}

/** The messages of the parser quote the text, which may be a token. */
function problemText({ code, offset }: YamlProblem, text: string): string {
  switch (code) {
    case 'duplicate-key':
      return 'a mapping has two equal keys'
    case 'too-many-aliases':
      return 'YAML aliases expand to too many values'
    case 'too-deep':
    case 'circular-alias':
      return TOO_DEEP
    default:
      return notYaml(text, offset)
  }
}

const notYaml = (text: string, offset: number | undefined): string =>
  `is neither JSON nor YAML${offset === undefined ? '' : ` (line ${lineAt(text, offset)})`}`

async function loadYaml(name: string, withoutYaml: string): Promise<YamlPackage> {
  try {
    return await import('yaml')
  } catch (cause) {
    throw new ConfigError(
      `${name}: reading YAML needs the package yaml: npm install yaml, or ${withoutYaml}`,
      { cause },
    )
  }
}
