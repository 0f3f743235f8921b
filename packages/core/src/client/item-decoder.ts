import { ProtocolError } from '../api/errors.ts'
import type { KubernetesObject } from '../api/object.ts'
import { parsePath } from '../api/path.ts'
import { apiVersionOf, type ResourceDefinition } from '../api/resource.ts'
import { cutPaths, type PathTree, pathTree } from '../row/json-text.ts'
import type { Row } from '../row/row.ts'
import { textCodec } from '../row/text-codec.ts'

/** Cut before anything is parsed, unless `trim` says otherwise: a third of a typical object, of use to few. */
const DEFAULT_TRIM: readonly string[] = ['metadata.managedFields']

/** Turns the text of one object into what the cache keeps. Throws a ProtocolError on text that is no object. */
export interface ItemDecoder<T> {
  decode(text: string): T
}

/** Servers write both or neither, and first. */
const STARTS_WITH_TYPE = /^\s*\{\s*"(?:kind|apiVersion)"/

/** Shortens long text for an error message. */
const excerpt = (text: string): string => (text.length > 120 ? `${text.slice(0, 120)}…` : text)

/**
 * Trims, and adds the kind and apiVersion that lists of built-in resources omit, so that an object looks the
 * same whether it came by list or by watch.
 */
function normaliser(resource: ResourceDefinition, trim: readonly string[]): (text: string) => string {
  const tree: PathTree = pathTree(trim.map(parsePath))
  const typeMeta = `{"kind":${JSON.stringify(resource.kind)},"apiVersion":${JSON.stringify(apiVersionOf(resource))},`
  return text => {
    const trimmed = cutPaths(text, tree)
    return STARTS_WITH_TYPE.test(trimmed) ? trimmed : typeMeta + trimmed.slice(trimmed.indexOf('{') + 1)
  }
}

/** Decodes into plain objects. */
export function objectDecoder<T extends KubernetesObject>(
  resource: ResourceDefinition<T>,
  trim: readonly string[] = DEFAULT_TRIM,
): ItemDecoder<T> {
  const normalise = normaliser(resource, trim)
  return {
    decode(text) {
      try {
        return JSON.parse(normalise(text)) as T
      } catch (cause) {
        throw new ProtocolError(`not a JSON object: ${excerpt(text)}`, { cause })
      }
    },
  }
}

/** Decodes into rows: identity in the clear, the rest as trimmed text. */
export function rowDecoder<T extends KubernetesObject>(
  resource: ResourceDefinition<T>,
  trim: readonly string[] = DEFAULT_TRIM,
): ItemDecoder<Row<T>> {
  const normalise = normaliser(resource, trim)
  return { decode: text => textCodec.encode<T>(normalise(text)) }
}
