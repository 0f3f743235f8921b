import { errorMessage } from '../api/error-message.ts'
import { UsageError } from '../api/errors.ts'
import { changed, stepsOf, valueAt } from './json-pointer.ts'
import { isSameJson } from './json-value.ts'
import type { PatchOperation } from './patch-operation.ts'

/** Which reading of RFC 6901 and RFC 6902 applies. */
export interface JsonPatchOptions {
  /**
   * As in the library of the apiserver: an absent member is null where it is read, `replace` adds one, and an index may have
   * a sign and leading zeros. A patch that must not be different elsewhere is read strictly. @default false
   */
  readonly lenient?: boolean | undefined
}

/**
 * Applies a JSON patch (RFC 6902), and returns a new value, which shares what no operation concerns. Throws a UsageError that names
 * the operation if one does not apply. A negative index counts from the end, as in an apiserver: `-1` appends, like `-`, or is
 * the last item.
 *
 * @example
 * const scaled = applyJsonPatch(deployment, [{ op: 'replace', path: '/spec/replicas', value: 3 }])
 */
export function applyJsonPatch(
  document: unknown,
  operations: readonly PatchOperation[],
  { lenient }: JsonPatchOptions = {},
): unknown {
  let root: unknown = { '': document }
  for (const operation of operations) {
    try {
      root = applied(root, operation, lenient)
    } catch (cause) {
      const { op, path } = operation
      throw new UsageError(`the patch does not apply: ${op} ${path}: ${errorMessage(cause)}`, { cause })
    }
  }
  return (root as { readonly ''?: unknown })['']
}

/** With the members that any operation has. */
interface AnyOperation {
  readonly op: PatchOperation['op']
  readonly path: string
  readonly from?: string
  readonly value?: unknown
}

function applied(root: unknown, operation: AnyOperation, lenient: boolean | undefined): unknown {
  const { op, path, from = '', value } = operation
  if (op === 'test') {
    if (isSameJson(valueAt(root, path, lenient), value)) return root
    throw new UsageError('the value differs')
  }
  if (op !== 'copy' && op !== 'move') return changed(root, stepsOf(path), op, lenient, value)
  const rest = op === 'move' ? changed(root, stepsOf(from), 'remove', lenient) : root
  return changed(rest, stepsOf(path), 'add', lenient, valueAt(root, from, lenient))
}
