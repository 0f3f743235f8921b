import { generateResources } from '@kube-informer/codegen'
import { typeCheck, writeFiles } from '../../../tools/crds/type-check.ts'
import { createWorkspace } from '../../../tools/crds/workspace.ts'
import type { Sample, Setup } from '../bench-case.ts'
import { readTexts } from './texts.ts'

/** The time of a process of `tsc`: with the generated modules, or with one module that imports what they import. */
export async function run(setup: Setup): Promise<Sample> {
  using workspace = createWorkspace()
  writeFiles(workspace.path, setup.empty ? [['types/empty.ts', EMPTY]] : generated(setup))
  const { faults, ms } = await typeCheck(workspace.path, ['types'])
  if (faults.length > 0) throw new Error(JSON.stringify(faults[0]))
  return { ms }
}

const EMPTY =
  "export type { KubernetesObject } from '@kube-informer/core'\nexport type { TableColumn } from '@kube-informer/core/columns'\n"

const generated = (setup: Setup): readonly (readonly [string, string])[] =>
  generateResources({ documents: readTexts(setup) }).map(({ path, text }) => [`types/${path}`, text])
