import type { KubernetesObject } from '../../api/object.ts'
import type { ResourceDefinition } from '../../api/resource.ts'
import type { Row } from '../../api/row.ts'
import type { DecoderOptions } from '../../json/wanted-paths.ts'
import { rowDecoder } from './item-decoder.ts'
import { ListParser } from './list-parser.ts'

/**
 * The row of a plain object, as a list or watch with these options would decode it. The object passes the same parser, so
 * that the rows are equal. Throws a ProtocolError for an object without a name.
 */
export function trimmedRow<T extends KubernetesObject>(
  resource: ResourceDefinition<T>,
  object: T,
  options: DecoderOptions,
): Row<T> {
  const parser = new ListParser(rowDecoder(resource, options))
  const rows: Row<T>[] = []
  try {
    parser.push(new TextEncoder().encode(`{"items":[${JSON.stringify(object)}]}`), rows)
    parser.end()
  } finally {
    parser.close()
  }
  return rows[0] as Row<T>
}
