import { generateResources } from '@kube-informer/codegen'
import type { CrdFile } from '../../../tools/crds/crd-file.ts'

/** The generated modules, by path. */
export function generateFiles(documents: readonly CrdFile[]): ReadonlyMap<string, string> {
  return new Map(generateResources({ documents }).map(({ path, text }) => [path, text]))
}
