import type { JsonSchema } from './json-schema.ts'

/** One served version of a resource: what one generated module describes. */
export interface ResourceModel {
  readonly group: string
  readonly version: string
  /** The lower-case plural of the URL, e.g. `widgets`. */
  readonly plural: string
  readonly singular: string
  readonly kind: string
  /** The kind of a list, e.g. `WidgetList`. */
  readonly listKind: string
  readonly namespaced: boolean
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
  /** `status` and `scale`, where the version has them. */
  readonly subresources: readonly string[]
  /** `additionalPrinterColumns` of the version. Undefined if the source does not tell. */
  readonly columns: readonly PrinterColumnModel[] | undefined
  /** The paths of `selectableFields`, e.g. `spec.color`. */
  readonly selectableFields: readonly string[]
  /** The message of a deprecated version. Undefined for other versions. */
  readonly deprecation: string | undefined
  readonly schema: JsonSchema
  /** The schemas that `$ref` names, by their names in the OpenAPI document. A CustomResourceDefinition has none. */
  readonly definitions?: ReadonlyMap<string, JsonSchema> | undefined
  /** Whether the kind is written in Go: then its defaults are zero values, which no server sets. @default false */
  readonly isBuiltIn?: boolean | undefined
}

/** One member of `additionalPrinterColumns`. */
export interface PrinterColumnModel {
  readonly name: string
  readonly type: string
  readonly format?: string | undefined
  readonly description?: string | undefined
  readonly priority?: number | undefined
  readonly jsonPath: string
}
