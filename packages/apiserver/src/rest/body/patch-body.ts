import { parseJson } from '../../json/json-parser.ts'
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
  if (type === 'apply') return { type, ...(await parseApplyBody(text)) }
  try {
    return { type, ...parseJson(text) }
  } catch {
    throw invalidJsonPatch()
  }
}
