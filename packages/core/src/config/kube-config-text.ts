import { ConfigError } from './config-error.ts'
import { Fields, type Source } from './fields.ts'
import { MAX_DEPTH, readJsonOrYaml, TOO_DEEP } from './json-or-yaml.ts'

const AS_JSON = 'convert the file to JSON (kubectl config view --raw -o json)'

/**
 * Reads a kubeconfig in YAML or JSON. YAML needs the package `yaml`, which is loaded on demand.
 *
 * @throws ConfigError, which contains the line of the error but no text of the file
 */
export async function readKubeConfigText(text: string, source: Source): Promise<Fields> {
  const values = await readJsonOrYaml(text, source.name, AS_JSON)
  checkShape(values, source)
  return new Fields(values, source)
}

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
