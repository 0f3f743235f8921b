import { isJsonObject, isSameJson, type JsonObject, memberOf, memberPath } from '../../api/json-value.ts'
import { ConversionError } from './conversion-error.ts'
import { annotationsProblem, labelsProblem } from './metadata-problems.ts'

/** What the apiserver compares. It puts all other fields back, except for labels and annotations. */
const IDENTITY = ['name', 'namespace', 'uid']

const PROBLEM_OF: Readonly<Record<string, (texts: Readonly<Record<string, string>>) => string | undefined>> =
  {
    labels: labelsProblem,
    annotations: annotationsProblem,
  }

/**
 * The metadata of a converted object: that of the original with the labels and annotations of the converted one, as the
 * apiserver restores it. Throws a ConversionError for what the apiserver refuses.
 *
 * Upstream: `validateConvertedObject` and `restoreObjectMeta` of apiextensions-apiserver.
 *
 * @param converted undefined if the converter did not return metadata, which then stays as it was
 */
export function convertedMetadata(original: JsonObject, converted: unknown): JsonObject {
  if (converted === undefined) return original
  if (!isJsonObject(converted)) throw new ConversionError('the converter returned metadata that is no object')
  for (const name of IDENTITY) refuseChange(name, memberOf(original, name), memberOf(converted, name))
  const members = Object.entries(original).filter(([name]) => !Object.hasOwn(PROBLEM_OF, name))
  for (const name of Object.keys(PROBLEM_OF)) {
    const texts = textsOf(name, memberOf(original, name), memberOf(converted, name))
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

function textsOf(
  name: string,
  before: unknown,
  after: unknown,
): Readonly<Record<string, string>> | undefined {
  if ((after ?? undefined) === undefined) return undefined
  const path = `metadata.${name}`
  if (!isJsonObject(after)) throw new ConversionError(`the converter returned ${path} that is no object`)
  const texts: [string, string][] = []
  for (const [key, value] of Object.entries(after)) {
    if (value === undefined) continue
    if (typeof value !== 'string') {
      throw new ConversionError(`the converter returned ${memberPath(path, key)} that is no string`)
    }
    texts.push([key, value])
  }
  const result = Object.fromEntries(texts)
  // What was wrong before has been stored nevertheless.
  const problem = isSameJson(before, result) ? undefined : PROBLEM_OF[name]?.(result)
  if (problem) throw new ConversionError(`the converter returned invalid ${path}: ${problem}`)
  return result
}
