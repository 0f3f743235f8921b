import type { JsonObject } from '../../json/json-value.ts'
import type { Schema } from '../schema.ts'

/** Defaults of a type that depend on its other members; OpenAPI cannot express them. */
export interface ConditionalDefaults {
  /** Members whose unconditional default in the schema this rule replaces. */
  readonly members: readonly string[]
  /** Members to set; undefined removes one. */
  of(object: JsonObject, schema: Schema): Readonly<Record<string, unknown>>
}

/** Keyed by the end of the type's name. */
export type DefaultsTable = Readonly<Record<string, ConditionalDefaults>>
