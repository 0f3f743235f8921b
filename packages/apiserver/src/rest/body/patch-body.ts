import { type ParsedJson, parseJson } from '../../json/json-parser.ts'
import type { Kind } from '../../kinds/kind.ts'
import { parseApplyBody } from '../../patch/parse-yaml.ts'
import type { Patch, PatchType } from '../../patch/patch.ts'
import { invalidJsonPatch } from '../../patch/patch-errors.ts'
import { unsupportedMediaType, unsupportedPatchType } from '../../status/status-errors.ts'
import { mediaTypeOf } from './media-type.ts'

const TYPES: ReadonlyMap<string, PatchType> = new Map<string, PatchType>([
  ['application/json-patch+json', 'json'],
  ['application/merge-patch+json', 'merge'],
  ['application/strategic-merge-patch+json', 'strategic'],
  ['application/apply-patch+yaml', 'apply'],
])
const CUSTOM_TYPES = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/apply-patch+yaml',
]

/** The patch type of the Content-Type; throws a 415. Only built-in kinds support strategic merge patches. */
export function patchTypeOf(request: Request, { isBuiltIn }: Kind): PatchType {
  const type = TYPES.get(mediaTypeOf(request))
  if (!type && isBuiltIn) throw unsupportedPatchType()
  if (!type || (type === 'strategic' && !isBuiltIn)) throw unsupportedMediaType(CUSTOM_TYPES)
  return type
}

/** Parses a patch; throws a 400. */
export async function parsePatch(type: PatchType, text: string): Promise<Patch> {
  if (type === 'apply') return { type, value: await parseApplyBody(text), duplicates: yamlDuplicates(text) }
  try {
    return { type, ...parseJson(text) }
  } catch {
    throw invalidJsonPatch()
  }
}

/** YAML's messages about duplicate keys; only JSON texts are examined. */
function yamlDuplicates(text: string): readonly string[] {
  const json = jsonOf(text)
  if (!json || json.duplicates.length === 0) return []
  const ends = lineEnds(text)
  return json.duplicates.map(path => {
    const line = linesBefore(ends, json.positionOf(path) ?? text.length) + 1
    return `line ${line}: key ${JSON.stringify(path.split('.').at(-1))} already set in map`
  })
}

const lineEnds = (text: string): readonly number[] => Array.from(text.matchAll(/\n/g), ({ index }) => index)

/** The number of lines that end before an offset. */
function linesBefore(ends: readonly number[], offset: number): number {
  let [from, to] = [0, ends.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((ends[middle] ?? 0) < offset) from = middle + 1
    else to = middle
  }
  return from
}

function jsonOf(text: string): ParsedJson | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
