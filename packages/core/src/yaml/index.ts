// YAML as kubectl reads it, with the package `yaml`, which the caller passes.
export { decodeText } from './decode-text.ts'
export { lineAt } from './line-at.ts'
export { plainScalar } from './plain-scalar.ts'
export { type ReadYamlOptions, readYaml, type YamlDocument } from './read-yaml.ts'
export { scalarValue } from './scalar-value.ts'
export { writeYaml } from './write-yaml.ts'
export type { YamlPackage } from './yaml-package.ts'
export type { YamlProblem } from './yaml-problem.ts'
