import type { BenchCase, Contender, Setup } from '../bench-case.ts'

const contender = (name: string, file: string, setup: Setup = {}): Contender => ({
  name,
  module: new URL(`./${file}.ts`, import.meta.url).href,
  setup,
})

const server = new URL('./server.ts', import.meta.url).href

/** Both sides parse with the package `yaml`. */
export const codegen: BenchCase = {
  name: 'codegen',
  extra: true,
  description: '{count} CustomResourceDefinitions as YAML -> the texts of their modules',
  metrics: [{ key: 'ms', unit: 'ms', digits: 0 }],
  setup: { count: 100, warmUps: 2 },
  smoke: { count: 5, warmUps: 0, synthetic: true },
  server,
  contenders: [
    { ...contender('parseAllDocuments and toJS', 'parse'), floor: true },
    contender('generateResources', 'generate'),
  ],
}

/** As the command does it: once in a process. */
export const codegenFirst: BenchCase = {
  ...codegen,
  name: 'codegen-first',
  description:
    '{count} CustomResourceDefinitions as YAML -> the texts of their modules, the first call of a process',
  setup: { count: 100, warmUps: 0 },
}

/** TypeScript reads the sources of @kube-informer/core, which the floor contains, too. */
export const codegenTypes: BenchCase = {
  ...codegen,
  name: 'codegen-types',
  description: 'a process of tsc checks the modules of {count} CustomResourceDefinitions',
  setup: { count: 100, warmUps: 0 },
  contenders: [
    { ...contender('the imports of a module', 'check-types', { empty: true }), floor: true },
    contender('the generated modules', 'check-types'),
  ],
}
