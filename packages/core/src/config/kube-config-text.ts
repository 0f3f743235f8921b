import { errorMessage } from '../api/error-message.ts'
import { ConfigError } from './config-error.ts'
import { Fields, type Source } from './fields.ts'

/** The used part of the package `yaml`. */
interface Yaml {
  parseDocument(text: string, options: object): YamlDocument
  visit(document: YamlDocument, visitor: { Alias(): void; Map(key: unknown, map: YamlMap): void }): void
}

interface YamlDocument {
  readonly errors: readonly unknown[]
  toJS(options: { readonly maxAliasCount: number }): unknown
}

interface YamlMap {
  readonly items: readonly { readonly key: { readonly value?: unknown } | null }[]
}

/** YAML 1.1, as in kubectl: `yes` is true, and `<<` merges. */
const YAML_OPTIONS = {
  version: '1.1',
  prettyErrors: false,
  logLevel: 'error',
  // The package's own check takes quadratic time: five seconds for 200 KB.
  uniqueKeys: false,
}
/** The aliases of a file, and the values that one anchor may expand to. A kubeconfig needs few. */
const MAX_ALIASES = 100
/** A kubeconfig has six levels; the configuration of a credential plugin may have more. */
const MAX_DEPTH = 100

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
  const yaml = await loadYaml(source)
  try {
    const document = yaml.parseDocument(text, YAML_OPTIONS)
    if (document.errors.length > 0) throw document.errors[0]
    // Few aliases can expand to many values, and resolving many of them takes quadratic time.
    let aliases = 0
    yaml.visit(document, {
      Alias() {
        aliases++
      },
      Map: (_, { items }) => expectUniqueKeys(items, source),
    })
    if (aliases > MAX_ALIASES) throw tooManyAliases(source)
    return document.toJS({ maxAliasCount: MAX_ALIASES })
  } catch (error) {
    if (error instanceof ConfigError) throw error
    if (/^Excessive alias count/.test(errorMessage(error))) throw tooManyAliases(source)
    // The parser's own message quotes the surrounding text, which may be a token.
    throw new ConfigError(`${source.name}: is neither JSON nor YAML${placeOf(error, text)}`)
  }
}

/** A merge key may occur several times. */
function expectUniqueKeys(items: YamlMap['items'], { name }: Source): void {
  const keys = items.map(({ key }) => key?.value ?? key).filter(key => key !== '<<')
  if (new Set(keys).size < keys.length) throw new ConfigError(`${name}: a mapping has two equal keys`)
}

const tooManyAliases = ({ name }: Source): ConfigError =>
  new ConfigError(`${name}: YAML aliases expand to too many values`)

/** Rejects values on which later code could hang or go astray. Visits a value that several aliases share once for each level. */
function checkShape(values: unknown, { name }: Source): void {
  let level = objectsOf([values])
  for (let depth = 0; level.size > 0; depth++) {
    if (depth > MAX_DEPTH) throw new ConfigError(`${name}: is nested in more than ${MAX_DEPTH} levels`)
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

async function loadYaml(source: Source): Promise<Yaml> {
  try {
    return (await import('yaml')) as unknown as Yaml
  } catch (cause) {
    throw new ConfigError(
      `${source.name}: reading YAML needs the package yaml: npm install yaml, or convert the file to JSON (kubectl config view --raw -o json)`,
      { cause },
    )
  }
}

/** The line of a `yaml` error as text, e.g. ` (line 3)`. */
function placeOf(error: unknown, text: string): string {
  const [offset] = (error as { readonly pos?: readonly number[] }).pos ?? []
  return offset === undefined ? '' : ` (line ${text.slice(0, offset).split('\n').length})`
}
