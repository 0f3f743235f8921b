import { badRequest, failure, unsupportedMediaType } from './status.ts'

type Json = unknown
type Writable = Record<string, Json>

const ACCEPTED = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
]

/** Applies a patch of any accepted type to a JSON value, which stays as it is. */
export function applyPatch(contentType: string, body: string, target: Json): Json {
  const patch = parsePatch(body)
  switch (contentType.split(';')[0]?.trim()) {
    case 'application/json-patch+json':
      return jsonPatch(target, patch)
    case 'application/merge-patch+json':
    // Without the schema's merge keys, lists are replaced here.
    case 'application/strategic-merge-patch+json':
      return mergePatch(target, patch)
    default:
      throw unsupportedMediaType(ACCEPTED)
  }
}

function parsePatch(body: string): Json {
  try {
    return JSON.parse(body)
  } catch (error) {
    throw badRequest(`error decoding patch: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const isRecord = (value: Json): value is Writable =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** RFC 7386: null deletes, records merge, everything else replaces. */
function mergePatch(target: Json, patch: Json): Json {
  if (!isRecord(patch)) return patch
  const merged: Writable = isRecord(target) ? { ...target } : {}
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key]
    else merged[key] = mergePatch(merged[key], value)
  }
  return merged
}

interface Operation {
  readonly op?: unknown
  readonly path?: unknown
  readonly from?: unknown
  readonly value?: unknown
}

/** RFC 6902, as lenient as the server's own: `replace` may create. */
function jsonPatch(target: Json, patch: Json): Json {
  if (patch === null) return target
  if (!Array.isArray(patch)) throw badRequest('invalid JSON patch')
  return patch.reduce<Json>((value, operation: Operation) => applyOperation(value, operation), target)
}

function applyOperation(target: Json, { op, path, from, value }: Operation): Json {
  const at = pointer(path)
  switch (op) {
    case 'add':
      return write(target, at, value, true)
    case 'replace':
      return write(target, at, value, false)
    case 'remove':
      return remove(target, at)
    case 'copy':
      return write(target, at, read(target, pointer(from)), true)
    case 'move':
      return write(remove(target, pointer(from)), at, read(target, pointer(from)), true)
    case 'test':
      if (JSON.stringify(read(target, at)) !== JSON.stringify(value)) throw rejected()
      return target
    default:
      throw badRequest('invalid JSON patch')
  }
}

const rejected = () =>
  failure({
    code: 422,
    reason: 'Invalid',
    message: 'the server rejected our request due to an error in our request',
    details: {},
  })

function pointer(path: unknown): readonly string[] {
  if (typeof path !== 'string') throw badRequest('invalid JSON patch')
  if (path === '') return []
  return path
    .split('/')
    .slice(1)
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function read(target: Json, path: readonly string[]): Json {
  let value = target
  for (const part of path) {
    if (Array.isArray(value)) value = value[Number(part)]
    else if (isRecord(value) && Object.hasOwn(value, part)) value = value[part]
    else throw rejected()
  }
  return value
}

/** A copy of the target along the path, with the value at its end. */
function write(target: Json, path: readonly string[], value: Json, insert: boolean): Json {
  const [head, ...tail] = path
  if (head === undefined) return value
  if (Array.isArray(target)) return writeItem(target, head, tail, value, insert)
  if (!isRecord(target)) throw rejected()
  if (tail.length > 0 && !Object.hasOwn(target, head)) throw rejected()
  return { ...target, [head]: write(target[head], tail, value, insert) }
}

function writeItem(
  target: readonly Json[],
  head: string,
  tail: readonly string[],
  value: Json,
  insert: boolean,
): Json {
  const index = head === '-' ? target.length : Number(head)
  if (!Number.isInteger(index) || index < 0 || index > target.length) throw rejected()
  if (tail.length > 0) return target.with(index, write(target[index], tail, value, insert))
  return target.toSpliced(index, insert ? 0 : 1, value)
}

function remove(target: Json, path: readonly string[]): Json {
  const [head, ...tail] = path
  if (head === undefined) return undefined
  if (Array.isArray(target)) {
    const index = Number(head)
    if (!(index in target)) throw rejected()
    return tail.length > 0 ? target.with(index, remove(target[index], tail)) : target.toSpliced(index, 1)
  }
  if (!isRecord(target) || !Object.hasOwn(target, head)) throw rejected()
  if (tail.length > 0) return { ...target, [head]: remove(target[head], tail) }
  const { [head]: _removed, ...rest } = target
  return rest
}
