import { generateResources } from '@kube-informer/codegen'
import type { Sample, Setup } from '../bench-case.ts'
import { readTexts } from './texts.ts'

export function run(setup: Setup): Promise<Sample> {
  const documents = readTexts(setup)
  const started = performance.now()
  const files = generateResources({ documents })
  const ms = performance.now() - started
  if (files.length < Number(setup.count)) throw new Error(`${files.length} files`)
  return Promise.resolve({ ms })
}
