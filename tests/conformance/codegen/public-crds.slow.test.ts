import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseYaml } from '../../../tools/crds/parse-yaml.ts'
import { type PublicCrds, publicCrds } from '../../../tools/crds/public-crds.ts'
import { type TypeFault, typeCheck, writeFiles } from '../../../tools/crds/type-check.ts'
import { createWorkspace } from '../../../tools/crds/workspace.ts'
import { requiredPartOf } from './faults.ts'
import { generateFiles } from './generate-files.ts'
import { madeSample } from './made-sample.ts'
import { samplesOf } from './samples.ts'
import { type SeededFault, seedFaults } from './seeded-faults.ts'
import { type ServedVersion, servedVersions } from './served-versions.ts'
import { valuesModules } from './values-modules.ts'
import { WRONG_SAMPLES } from './wrong-samples.ts'

/** Faults of a sample that are seeded. A sample with every field of a Pod has thousands. */
const FAULTS_OF_SAMPLE = 30
const FAULTS_OF_MADE_SAMPLE = 300

const TIMEOUT_MS = 300_000

const found = publicCrds()
if ('missing' in found) test('public CRDs', context => context.skip(found.missing))
else describe('types of public CustomResourceDefinitions', () => suite(found))

function suite({ crds, builtIn, manifests }: PublicCrds): void {
  const files = [...crds, ...builtIn]
  const versions = files.flatMap(servedVersions)
  const samples = samplesOf(versions, manifests)
  const made = versions.map(madeSample)
  const required = made.map(sample => ({ ...sample, object: requiredPartOf(sample) }))
  const workspace = createWorkspace()
  let generated: ReadonlyMap<string, string>

  beforeAll(() => {
    generated = generateFiles(files)
    writeFiles(
      workspace.path,
      [...generated].map(([path, text]) => [`generated/${path}`, text]),
    )
  }, TIMEOUT_MS)
  afterAll(() => workspace[Symbol.dispose]())

  /** The values that have errors, with the first one of each. */
  async function faultyValues<T>(
    folder: string,
    values: readonly T[],
    of: (value: T) => { readonly version: ServedVersion; readonly object: unknown },
  ): Promise<ReadonlyMap<T, string>> {
    const modules = valuesModules(folder, values, of)
    writeFiles(
      workspace.path,
      [...modules].map(([path, { text }]) => [path, text]),
    )
    const { faults } = await typeCheck(workspace.path, [folder])
    const first = new Map<T, string>()
    for (const { file, line, message } of faults) {
      const value = modules.get(file)?.valueAt(line)
      if (value === undefined) throw new Error(`${file}:${line}: ${message}`)
      if (!first.has(value)) first.set(value, message)
    }
    return first
  }

  test('there are more than 100', () => {
    expect(crds.length).toBeGreaterThan(40)
    expect(files.length).toBeGreaterThan(100)
    expect(samples.length).toBeGreaterThan(500)
  })

  test('C-GEN-22: another order of the files and of their keys gives the same bytes, as YAML and as JSON', () => {
    const reversed = files.toReversed().map(({ text, ...file }) => ({ ...file, text: asReversedJson(text) }))
    expect([...generateFiles(reversed)]).toEqual([...generated])
  })

  test(
    'C-GEN-1: each served version has a module, and all compile under the strictest options',
    async () => {
      const paths = versions.map(({ group, version, plural }) => `${group}/${version}/${plural}.ts`)
      expect([...generated.keys()].sort()).toEqual(paths.sort())
      const { faults } = await typeCheck(workspace.path, ['generated'])
      expect(faults.map(faultText)).toEqual([])
    },
    TIMEOUT_MS,
  )

  test(
    'C-GEN-5: objects with every field, and with required ones only, have the generated type',
    async () => {
      const faulty = await faultyValues('made', [...made, ...required], value => value)
      expect([...faulty].map(([{ name }, message]) => `${name}: ${message}`)).toEqual([])
    },
    TIMEOUT_MS,
  )

  test(
    'public samples have the generated type, except for wrong ones',
    async () => {
      const faulty = await faultyValues('samples', samples, value => value)
      const unexpected = [...faulty].filter(([{ name }]) => !WRONG_SAMPLES[name])
      expect(unexpected.map(([{ name }, message]) => `${name}: ${message}`)).toEqual([])
      const wrong = [...faulty.keys()].map(({ name }) => name)
      if (!process.env.CRD_FOLDERS) expect(wrong.sort()).toEqual(Object.keys(WRONG_SAMPLES).sort())
    },
    TIMEOUT_MS,
  )

  test(
    'each fault in a sample is a type error',
    async () => {
      const seeded: readonly SeededFault[] = [
        ...seedFaults(made, FAULTS_OF_MADE_SAMPLE),
        ...seedFaults(samples, FAULTS_OF_SAMPLE),
      ]
      expect(seeded.length).toBeGreaterThan(20_000)
      const faulty = await faultyValues('faults', seeded, ({ sample, object }) => ({
        version: sample.version,
        object,
      }))
      const unnoticed = seeded.filter(fault => !faulty.has(fault))
      expect(
        unnoticed.map(({ sample, name, object }) => `${sample.name}: ${name}: ${JSON.stringify(object)}`),
      ).toEqual([])
    },
    TIMEOUT_MS,
  )
}

/** The definition as JSON, with the keys of all its objects in the reverse order. */
const asReversedJson = (text: string): string =>
  JSON.stringify(parseYaml(text)[0], (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).reverse())
      : value,
  )

const faultText = ({ file, line, message }: TypeFault): string => `${file}:${line}: ${message}`
