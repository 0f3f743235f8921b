import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withPackedProject } from './install-packed.ts'

const WIDGETS = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { plural: widgets, kind: Widget }
  versions:
    - name: v1
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: object } }
`

/** The ways to run the command that the documents give. */
const WAYS: readonly (readonly string[])[] = [
  ['@kube-informer/codegen'],
  ['kube-informer-codegen'],
  ['-p', '@kube-informer/codegen', 'kube-informer-codegen'],
]

/** Installs the packed generator and runs its command in each way. Throws if one of them does not generate a module. */
export const runPackedCodegen = (): Promise<void> =>
  withPackedProject({ packages: ['core', 'codegen'], dependencies: ['yaml', 'undici'] }, async folder => {
    writeFileSync(join(folder, 'widgets.yaml'), WIDGETS)
    for (const [index, way] of WAYS.entries()) {
      const args = ['--no', '--offline', ...way, 'widgets.yaml', '--out', `out-${index}`]
      execFileSync('npx', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
      const text = readFileSync(join(folder, `out-${index}/example.com/v1/widgets.ts`), 'utf8')
      if (!text.includes('export interface Widget '))
        throw new Error(`npx ${way.join(' ')} has no type Widget`)
    }
  })
