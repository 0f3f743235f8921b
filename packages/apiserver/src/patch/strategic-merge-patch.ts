import { isObject, type JsonObject } from '../json/json-value.ts'
import type { Schema } from '../schema/schema.ts'
import { badRequest } from '../status/status-errors.ts'
import { mergeMaps } from './merge-maps.ts'
import { jsonTypeName } from './patch-errors.ts'

/**
 * A strategic merge patch: like a merge patch, but the type determines which lists are merged by item, and members that
 * begin with `$` are directives. Throws the server's 400, 422 and 500 for invalid patches.
 */
export function applyStrategicMergePatch(target: JsonObject, patch: unknown, schema: Schema): JsonObject {
  if (patch === null) return target
  if (!isObject(patch))
    throw badRequest(
      `json: cannot unmarshal ${jsonTypeName(patch)} into Go value of type map[string]interface {}`,
    )
  return mergeMaps(target, patch, schema)
}
