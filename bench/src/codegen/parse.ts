import { parseYaml } from '../../../tools/crds/parse-yaml.ts'
import type { Sample, Setup } from '../bench-case.ts'
import { readTexts } from './texts.ts'

export function run(setup: Setup): Promise<Sample> {
  const texts = readTexts(setup)
  const started = performance.now()
  const values = texts.flatMap(({ text }) => parseYaml(text))
  const ms = performance.now() - started
  if (values.length !== setup.count) throw new Error(`${values.length} definitions`)
  return Promise.resolve({ ms })
}
