import type { Schema } from '../schema/schema.ts'
import { internalError } from '../status/status-errors.ts'

/** How a strategic merge patch merges a member. */
export interface MemberMeta {
  /** The type of the member, or of the items of a list. */
  readonly schema: Schema
  /** `merge`, `replace` or nothing. */
  readonly strategy: string
  /** The member that identifies items of a merged list; "" for scalars. */
  readonly mergeKey: string
}

/** The metadata of a member that is an object in the stored object and in the patch. */
export function objectMeta(schema: Schema, name: string): MemberMeta {
  return metaOf(memberSchema(schema, name))
}

/** The metadata of a member that is a list. */
export function listMeta(schema: Schema, name: string): MemberMeta {
  const member = memberSchema(schema, name)
  if (member.type !== 'array' || !member.items)
    throw internalError('expected slice or array type, but got: struct')
  return { ...metaOf(member), schema: member.items }
}

function memberSchema(schema: Schema, name: string): Schema {
  if (!schema.properties && schema.additionalProperties)
    throw internalError('merging an object in json but data type is not struct, instead is: map')
  const member = schema.properties?.get(name)
  if (member) return member
  const struct = schema.typeName?.split('.').at(-1) ?? ''
  throw internalError(
    `unable to find api field in struct ${struct} for the json field ${JSON.stringify(name)}`,
  )
}

/** `retainKeys` can be combined with another strategy and does not change how values merge. */
function metaOf(schema: Schema): MemberMeta {
  const strategies = (schema.patchStrategy ?? '').split(',').filter(strategy => strategy !== 'retainKeys')
  return { schema, strategy: strategies[0] ?? '', mergeKey: schema.patchMergeKey ?? '' }
}
