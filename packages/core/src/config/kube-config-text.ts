import { ConfigError } from './config-error.ts'
import { Fields, type Source } from './fields.ts'

/** The used part of the package `yaml`. */
interface Yaml {
  parse(text: string, options: object): unknown
}

/**
 * Reads a kubeconfig in YAML or JSON. YAML needs the package `yaml`, which is loaded on demand.
 *
 * @throws ConfigError, which contains the line of the error but no text of the file
 */
export async function readKubeConfigText(text: string, source: Source): Promise<Fields> {
  return new Fields(parseJson(text) ?? (await parseYaml(text, source)), source)
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
    // YAML 1.1, as in kubectl: `yes` is true, and `<<` merges.
    return yaml.parse(text, { version: '1.1', prettyErrors: false, logLevel: 'error' })
  } catch (error) {
    // The parser's own message quotes the surrounding text, which may be a token.
    throw new ConfigError(`${source.name}: is neither JSON nor YAML${placeOf(error, text)}`)
  }
}

async function loadYaml(source: Source): Promise<Yaml> {
  try {
    return await import('yaml')
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
