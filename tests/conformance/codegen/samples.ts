import { builtInGroup } from '../../../tools/crds/built-in-crds.ts'
import type { Manifest, ManifestObject } from '../../../tools/crds/manifests.ts'
import type { Schema, ServedVersion } from './served-versions.ts'

/** A manifest of a kind that types are generated for. */
export interface Sample {
  /** Unique: the file, and the object's place among the samples of the file. */
  readonly name: string
  readonly version: ServedVersion
  readonly object: ManifestObject
}

/**
 * The manifests of these kinds, as the server reads them: it drops a null unless the schema allows it. Each value once, although
 * several files may contain it.
 */
export function samplesOf(
  versions: readonly ServedVersion[],
  manifests: readonly Manifest[],
): readonly Sample[] {
  const byKind = new Map(versions.map(version => [keyOf(version), version]))
  const seen = new Set<string>()
  const perFile = new Map<string, number>()
  return manifests.flatMap(({ file, object }): Sample[] => {
    const found = kindOf(object, byKind)
    const text = JSON.stringify(sorted(object))
    if (!found || seen.has(text)) return []
    seen.add(text)
    const index = perFile.get(file) ?? 0
    perFile.set(file, index + 1)
    const read = withoutNulls(found.object, found.version.schema) as ManifestObject
    return [{ name: `${file}#${index}`, version: found.version, object: read }]
  })
}

const keyOf = ({ group, version, kind }: Pick<ServedVersion, 'group' | 'version' | 'kind'>): string =>
  `${group}/${version} ${kind}`

/** A sample of a built-in kind is one of the kind that was made of it, with another group. */
function kindOf(
  object: ManifestObject,
  byKind: ReadonlyMap<string, ServedVersion>,
): Omit<Sample, 'name'> | undefined {
  const { kind } = object
  const [version = '', group = ''] = object.apiVersion.split('/').toReversed()
  const own = byKind.get(keyOf({ group, version, kind }))
  if (own) return { version: own, object }
  const builtIn = byKind.get(keyOf({ group: builtInGroup(group), version, kind }))
  return builtIn && { version: builtIn, object: { ...object, apiVersion: `${builtIn.group}/${version}` } }
}

/** Equal for equal values. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isRecord(value)) return value
  const entries = Object.entries(value).map(([name, member]) => [name, sorted(member)] as const)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

function withoutNulls(value: unknown, schema: Schema | undefined): unknown {
  if (Array.isArray(value)) return value.map(item => withoutNulls(item, schema?.items))
  if (!isRecord(value)) return value
  const { properties, additionalProperties } = schema ?? {}
  const kept = Object.entries(value).flatMap(([name, member]) => {
    const own =
      properties?.[name] ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined)
    return member === null && !own?.nullable ? [] : [[name, withoutNulls(member, own)]]
  })
  return Object.fromEntries(kept)
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
