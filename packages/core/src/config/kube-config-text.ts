import { lineAt } from '../yaml/line-at.ts'
import { readYaml } from '../yaml/read-yaml.ts'
import type { YamlPackage } from '../yaml/yaml-package.ts'
import type { YamlProblem } from '../yaml/yaml-problem.ts'
import { ConfigError } from './config-error.ts'
import { Fields, type Source } from './fields.ts'

/** The aliases of a file. A kubeconfig needs few. */
const MAX_ALIASES = 100
/** A kubeconfig has six levels; the configuration of a credential plugin may have more. */
const MAX_DEPTH = 100
const TOO_DEEP = `is nested in more than ${MAX_DEPTH} levels`

/**
 * Reads a kubeconfig in YAML or JSON. YAML needs the package `yaml`, which is loaded on demand.
 *
 * @throws ConfigError, which contains the line of the error but no text of the file
 */
export async function readKubeConfigText(text: string, source: Source): Promise<Fields> {
  const values = parseJson(text) ?? (await parseYaml(text, source))
  checkShape(values, source)
  return new Fields(values, source)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function parseYaml(text: string, source: Source): Promise<unknown> {
  const limits = { maxLevels: MAX_DEPTH, maxAliases: MAX_ALIASES }
  const [document, second] = readYaml(await loadYaml(source), text, limits)
  const [problem] = document?.problems ?? []
  if (problem) throw new ConfigError(`${source.name}: ${problemText(problem, text)}`)
  if (second) throw new ConfigError(`${source.name}: ${notYaml(text, second.start)}`)
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

/** Rejects values on which later code could hang or go astray. Visits a value that several aliases share once for each level. */
function checkShape(values: unknown, { name }: Source): void {
  let level = objectsOf([values])
  for (let depth = 0; level.size > 0; depth++) {
    if (depth > MAX_DEPTH) throw new ConfigError(`${name}: ${TOO_DEEP}`)
    const below: unknown[] = []
    for (const each of level) {
      if (Object.hasOwn(each, '__proto__')) throw new ConfigError(`${name}: has a key named __proto__`)
      below.push(Object.values(each))
    }
    level = objectsOf(below.flat())
  }
}

const objectsOf = (values: readonly unknown[]): ReadonlySet<object> =>
  new Set(values.filter(value => typeof value === 'object' && value !== null))

async function loadYaml(source: Source): Promise<YamlPackage> {
  try {
    return await import('yaml')
  } catch (cause) {
    throw new ConfigError(
      `${source.name}: reading YAML needs the package yaml: npm install yaml, or convert the file to JSON (kubectl config view --raw -o json)`,
      { cause },
    )
  }
}
