import { isJsonObject, type JsonObject, memberOf, memberPath } from '../../api/json-value.ts'
import { ConversionError } from './conversion-error.ts'

/** What the apiserver compares. It puts all other fields back, except for labels and annotations. */
const IDENTITY = ['name', 'namespace', 'uid']

/** What a converter may change. The apiserver validates it. */
const TAKEN = ['labels', 'annotations']

/**
 * The metadata of a converted object: that of the original with the labels and annotations of the converted one, as the
 * apiserver restores it. Throws a ConversionError for another name, namespace or uid, and for labels and annotations that are no
 * texts.
 *
 * Upstream: `validateConvertedObject` and `restoreObjectMeta` of apiextensions-apiserver.
 *
 * @param converted undefined if the converter did not return metadata, which then stays as it was
 */
export function convertedMetadata(original: JsonObject, converted: unknown): JsonObject {
  if (converted === undefined) return original
  if (!isJsonObject(converted))
    throw new ConversionError('metadata that the converter returns must be an object')
  for (const name of IDENTITY) refuseChange(name, memberOf(original, name), memberOf(converted, name))
  const members = Object.entries(original).filter(([name]) => !TAKEN.includes(name))
  for (const name of TAKEN) {
    const texts = textsOf(name, memberOf(converted, name))
    if (texts) members.push([name, texts])
  }
  return Object.fromEntries(members)
}

/** A field that is missing is put back. */
function refuseChange(name: string, before: unknown, after: unknown): void {
  if ((after ?? undefined) === undefined || after === (before ?? '')) return
  const [from, to] = [before ?? '', after].map(value => JSON.stringify(value))
  throw new ConversionError(`the converter changed metadata.${name} from ${from} to ${to}`)
}

function textsOf(name: string, after: unknown): Readonly<Record<string, string>> | undefined {
  if ((after ?? undefined) === undefined) return undefined
  const path = `metadata.${name}`
  if (!isJsonObject(after)) throw new ConversionError(`${path} that the converter returns must be an object`)
  const texts: [string, string][] = []
  for (const [key, value] of Object.entries(after)) {
    if (value === undefined) continue
    if (typeof value !== 'string') {
      throw new ConversionError(`${memberPath(path, key)} that the converter returns must be a string`)
    }
    texts.push([key, value])
  }
  return Object.fromEntries(texts)
}
