import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CrdFile } from '../../../tools/crds/crd-file.ts'
import { typeCheck, writeFiles } from '../../../tools/crds/type-check.ts'
import { createWorkspace } from '../../../tools/crds/workspace.ts'
import type { BenchCase, Sample, Setup } from '../runner/bench-case.ts'

/** Both sides parse with the package `yaml`. */
export const codegen: BenchCase = {
  name: 'codegen',
  extra: true,
  description: '{count} CustomResourceDefinitions as YAML -> the texts of their modules',
  metrics: [{ key: 'ms', unit: 'ms', digits: 0 }],
  setup: { count: 100, warmUps: 2 },
  smoke: { count: 5, warmUps: 0, synthetic: true },
  start: writeDefinitions,
  contenders: [
    { name: 'parseAllDocuments and toJS', run: parse, floor: true },
    { name: 'generateResources', run: generate },
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
    { name: 'the imports of a module', run: checkTypes, setup: { empty: true }, floor: true },
    { name: 'the generated modules', run: checkTypes },
  ],
}

async function parse(setup: Setup): Promise<Sample> {
  const { parseYaml } = await import('../../../tools/crds/parse-yaml.ts')
  const texts = readTexts(setup)
  const started = performance.now()
  const values = texts.flatMap(({ text }) => parseYaml(text))
  const ms = performance.now() - started
  if (values.length !== setup.count) throw new Error(`${values.length} definitions`)
  return { ms }
}

async function generate(setup: Setup): Promise<Sample> {
  const { generateResources } = await import('@kube-informer/codegen')
  const documents = readTexts(setup)
  const started = performance.now()
  const files = generateResources({ documents })
  const ms = performance.now() - started
  if (files.length < Number(setup.count)) throw new Error(`${files.length} files`)
  return { ms }
}

/** The time of a process of `tsc`: with the generated modules, or with one module that imports what they import. */
async function checkTypes(setup: Setup): Promise<Sample> {
  using workspace = createWorkspace()
  writeFiles(workspace.path, setup.empty ? [['types/empty.ts', EMPTY]] : await generated(setup))
  const { faults, ms } = await typeCheck(workspace.path, ['types'])
  if (faults.length > 0) throw new Error(JSON.stringify(faults[0]))
  return { ms }
}

const EMPTY =
  "export type { KubernetesObject } from '@kube-informer/core'\nexport type { TableColumn } from '@kube-informer/core/columns'\n"

async function generated(setup: Setup): Promise<readonly (readonly [string, string])[]> {
  const { generateResources } = await import('@kube-informer/codegen')
  return generateResources({ documents: readTexts(setup) }).map(({ path, text }) => [`types/${path}`, text])
}

/** Writes the definitions as files to a folder, which exists as long as this process. */
async function writeDefinitions({ count, synthetic }: Setup): Promise<Setup> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-codegen-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const { file, text } of await definitions(Number(count), synthetic === true))
    writeFileSync(join(folder, file), text)
  return { folder }
}

/** The public ones first, then those of built-in kinds. */
async function definitions(count: number, synthetic: boolean): Promise<readonly CrdFile[]> {
  const { publicCrds } = await import('../../../tools/crds/public-crds.ts')
  const { syntheticCrd } = await import('../../../tools/crds/synthetic-crd.ts')
  const found = synthetic ? { missing: 'a smoke run reads none' } : publicCrds()
  if ('missing' in found) {
    console.error(`made up definitions instead of public ones: ${found.missing}`)
    return Array.from({ length: count }, (_, index) => syntheticCrd(index))
  }
  return [...found.crds, ...found.builtIn].slice(0, count)
}

/** The definitions of the server. */
const readTexts = ({ folder }: Setup): readonly { readonly file: string; readonly text: string }[] =>
  readdirSync(String(folder))
    .sort()
    .map(file => ({ file, text: readFileSync(join(String(folder), file), 'utf8') }))
