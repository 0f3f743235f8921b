import { applyMergePatch } from '@kube-informer/core/patch'
import { isObject } from '../json/json-value.ts'
import { badRequest } from '../status/status-errors.ts'
import { jsonTypeName } from './patch-errors.ts'

interface MergePatchOptions {
  /** Requires an object, as `fieldValidation` Warn and Strict do. @default true */
  readonly isStrict?: boolean
}

/** Applies a merge patch. Throws 400 if the patch is not an object. */
export function mergePatched(
  target: unknown,
  patch: unknown,
  { isStrict = true }: MergePatchOptions = {},
): unknown {
  if (!isObject(patch)) {
    if (isStrict && patch !== null)
      throw badRequest(
        `error decoding patch: json: cannot unmarshal ${jsonTypeName(patch)} into Go value of type map[string]interface {}`,
      )
    if (!Array.isArray(patch)) throw badRequest('Invalid JSON Patch')
  }
  return applyMergePatch(target, patch)
}
