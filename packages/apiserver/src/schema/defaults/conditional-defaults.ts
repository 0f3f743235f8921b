import type { JsonObject } from '../../patch/json-value.ts'
import type { Schema } from '../schema.ts'
import { CORE_DEFAULTS } from './core-defaults.ts'
import { POD_DEFAULTS } from './pod-defaults.ts'
import { SERVICE_DEFAULTS } from './service-defaults.ts'
import { WORKLOAD_DEFAULTS } from './workload-defaults.ts'

/** Defaults of a type that depend on its other members, which no data can tell. */
export interface ConditionalDefaults {
  /** Members that the data would add always, and that are added here instead. */
  readonly members: readonly string[]
  /** Members to set; undefined removes one. */
  of(object: JsonObject, schema: Schema): Readonly<Record<string, unknown>>
}

/** By the end of the type's name. */
export type DefaultsTable = Readonly<Record<string, ConditionalDefaults>>

const TABLE: ReadonlyMap<string, ConditionalDefaults> = new Map(
  [CORE_DEFAULTS, POD_DEFAULTS, SERVICE_DEFAULTS, WORKLOAD_DEFAULTS].flatMap(table => Object.entries(table)),
)

/** Defaults of a type that depend on its other members; undefined where it has none. */
export const conditionalDefaults = ({ typeName = '' }: Schema): ConditionalDefaults | undefined =>
  TABLE.get(typeName.replace(/^io\.k8s\.(api|apiextensions-apiserver\.pkg\.apis)\./, ''))
