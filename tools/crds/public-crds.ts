import { delimiter, join } from 'node:path'
import { builtInCrds } from './built-in-crds.ts'
import type { CrdFile } from './crd-file.ts'
import { goModule } from './go-module.ts'
import { type Manifest, readManifests } from './manifests.ts'

/** The module with the OpenAPI documents of the built-in kinds, and with CustomResourceDefinitions of its addons and tests. */
const KUBERNETES = 'k8s.io/kubernetes'

/** Folders of modules that `tools/kubernetes/go.mod` requires. The last one has each built-in kind with every field. */
const FOLDERS: readonly (readonly [module: string, folder: string])[] = [
  [KUBERNETES, 'cluster/addons'],
  [KUBERNETES, 'hack/testdata'],
  [KUBERNETES, 'test'],
  ['k8s.io/apiextensions-apiserver', 'pkg/test'],
  ['k8s.io/apiextensions-apiserver', 'test/integration/ratcheting_test_cases/crds'],
  ['k8s.io/apiextensions-apiserver', 'test/integration/ratcheting_test_cases/valid'],
  ['k8s.io/kubectl', 'testdata'],
  ['sigs.k8s.io/structured-merge-diff/v6', 'internal/testdata'],
  ['sigs.k8s.io/controller-runtime', 'examples'],
  ['sigs.k8s.io/controller-runtime', 'pkg'],
  ['k8s.io/api', 'testdata/HEAD'],
]

/** CustomResourceDefinitions that others wrote, and manifests that may contain objects of their kinds. */
export interface PublicCrds {
  /** Published as CustomResourceDefinitions. */
  readonly crds: readonly CrdFile[]
  /** Made of the OpenAPI documents of the built-in kinds. See `builtInCrds`. */
  readonly builtIn: readonly CrdFile[]
  readonly manifests: readonly Manifest[]
}

/**
 * Reads them from the modules that kube-apiserver is built of, and from the folders of `CRD_FOLDERS`: checkouts of other projects, separated like the
 * folders of `PATH`.
 *
 * @returns or the reason why a module is not available
 */
export function publicCrds(): PublicCrds | { readonly missing: string } {
  const modules = new Map<string, string>()
  for (const path of new Set(FOLDERS.map(([module]) => module))) {
    const found = goModule(path)
    if ('missing' in found) return found
    modules.set(path, found.folder)
  }
  const inModules = FOLDERS.flatMap(([module, folder]) =>
    manifestsIn(join(modules.get(module) as string, folder), join(module, folder)),
  )
  const manifests = [...inModules, ...extraFolders().flatMap(folder => manifestsIn(folder, folder))]
  return { crds: crdFiles(manifests), builtIn: builtInCrds(modules.get(KUBERNETES) as string), manifests }
}

const extraFolders = (): readonly string[] => (process.env.CRD_FOLDERS ?? '').split(delimiter).filter(Boolean)

function manifestsIn(folder: string, name: string): readonly Manifest[] {
  return readManifests(folder).map(manifest => ({ ...manifest, file: `${name}/${manifest.file}` }))
}

interface CrdSpec {
  readonly group: string
  readonly names: { readonly plural: string }
  /** Absent in patches of definitions. */
  readonly versions?: readonly { readonly served: boolean }[]
}

/** The first definition of each resource that is served: tests of the modules repeat some. */
function crdFiles(manifests: readonly Manifest[]): readonly CrdFile[] {
  const files = new Map<string, CrdFile>()
  for (const { file: source, text, object } of manifests) {
    if (object.kind !== 'CustomResourceDefinition' || object.apiVersion !== 'apiextensions.k8s.io/v1')
      continue
    const { group, names, versions } = object.spec as CrdSpec
    if (!versions?.some(({ served }) => served)) continue
    const file = `${group}_${names.plural}.yaml`
    if (!files.has(file)) files.set(file, { file, source, text })
  }
  return [...files.values()]
}
