import type { JsonSchema } from '../model/json-schema.ts'
import type { Documentation } from '../schema/doc-comment.ts'
import type { CommentOptions } from '../schema/documentation.ts'
import type { SchemaPath } from '../schema/type-of.ts'

/**
 * The comment of a nested type. Its property has the description already, unless the type is that of items, of values or of a
 * component.
 */
export function nestedDocumentation(
  { description }: JsonSchema,
  { text, owner }: SchemaPath,
  { descriptions = true }: CommentOptions,
): Documentation {
  const described = descriptions && (text === '' || text.endsWith('[*]')) ? description : undefined
  return { text: described || (text === '' ? `${owner}.` : `\`${text}\` of ${owner}.`) }
}
