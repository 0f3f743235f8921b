import type { CrdFile } from '../../../tools/crds/crd-file.ts'
import { parseYaml } from '../../../tools/crds/parse-yaml.ts'

/** The subset of a structural schema that decides which values are valid. */
export interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly nullable?: boolean
  readonly default?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: Schema | boolean
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly 'x-kubernetes-int-or-string'?: boolean
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean
  readonly 'x-kubernetes-embedded-resource'?: boolean
}

/** One served version of a CustomResourceDefinition. */
export interface ServedVersion {
  readonly file: string
  readonly group: string
  readonly version: string
  readonly plural: string
  readonly kind: string
  readonly namespaced: boolean
  readonly schema: Schema
}

interface Definition {
  readonly spec: {
    readonly group: string
    readonly scope: string
    readonly names: { readonly plural: string; readonly kind: string }
    readonly versions: readonly {
      readonly name: string
      readonly served: boolean
      readonly schema?: { readonly openAPIV3Schema?: Schema }
    }[]
  }
}

/** The versions that get a generated module, read without the generator. */
export function servedVersions({ file, text }: CrdFile): readonly ServedVersion[] {
  const [{ spec }] = parseYaml(text) as readonly [Definition]
  return spec.versions
    .filter(({ served }) => served)
    .map(({ name, schema }) => ({
      file,
      group: spec.group,
      version: name,
      plural: spec.names.plural,
      kind: spec.names.kind,
      namespaced: spec.scope === 'Namespaced',
      schema: schema?.openAPIV3Schema ?? {},
    }))
}
