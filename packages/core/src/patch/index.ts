// Patches as an apiserver applies them: JSON merge patches (RFC 7386) and JSON patches (RFC 6902).
export { applyJsonPatch, type JsonPatchOptions } from './apply-json-patch.ts'
export { applyMergePatch } from './apply-merge-patch.ts'
export { isJsonObject, isSameJson, type JsonObject, memberOf } from './json-value.ts'
export type { PatchOperation } from './patch-operation.ts'
export { readPointer } from './read-pointer.ts'
