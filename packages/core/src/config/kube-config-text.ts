import { ConfigError } from './config-error.ts'
import { Fields, type Source } from './fields.ts'

/** What is used of the package `yaml`. */
interface Yaml {
  parse(text: string, options: object): unknown
}

/**
 * Reads a kubeconfig, which is YAML or JSON. YAML needs the package `yaml`, which is loaded only for it.
 *
 * @throws ConfigError, which says where the text is wrong and quotes none of it
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
    // 1.1, as kubectl's: `yes` is true, and `<<` merges.
    return yaml.parse(text, { version: '1.1', prettyErrors: false, logLevel: 'error' })
  } catch (error) {
    // The parser's own text quotes what is around the mistake, which may be a token.
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

/** ` (line 3)`, of an error of the package `yaml`, which knows the mistake's offset. */
function placeOf(error: unknown, text: string): string {
  const [offset] = (error as { readonly pos?: readonly number[] }).pos ?? []
  return offset === undefined ? '' : ` (line ${text.slice(0, offset).split('\n').length})`
}
