import { plainScalar } from './plain-scalar.ts'

/** What {@link writeYaml} uses of the package `yaml`, version 2. */
export type YamlWriter = Pick<typeof import('yaml'), 'Document' | 'visit'>

/**
 * Writes a value of JSON as YAML that kubectl reads as the same value. The package alone writes `yes`, `0o17` and `1_000`
 * without quotes, which are numbers and a boolean for kubectl.
 *
 * @example
 * import * as yaml from 'yaml'
 *
 * console.log(writeYaml(yaml, configMap))
 */
export function writeYaml({ Document, visit }: YamlWriter, value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false })
  visit(document, {
    Scalar: (_key, node) => {
      const { value: text } = node
      if (typeof text === 'string' && (plainScalar(text) !== text || text === '<<'))
        node.type = 'QUOTE_DOUBLE'
    },
  })
  return document.toString({ lineWidth: 0 })
}
