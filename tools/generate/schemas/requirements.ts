import { type Discovery, resourcesOf } from '@kube-informer/core/discovery'
import { instanceOf } from './instances.ts'
import { type OpenAPISchema, type OpenAPITypes, referenceOf } from './openapi.ts'
import { pathOf, typeOf } from './resource-paths.ts'
import type { Server } from './server.ts'

/** Required members, `Type.member`, with the detail of the error. */
export type Requirements = ReadonlyMap<string, string>

const DEPTHS = 12
const LABELS = { name: 'probe', labels: { 'kube-informer-required': 'probe' } }

/** Determines which of OpenAPI's required members the server's validation requires. */
export async function readRequirements(
  server: Server,
  discovery: Discovery,
  types: OpenAPITypes,
): Promise<Requirements> {
  const requirements = new Map<string, string>()
  for (const resource of resourcesOf(discovery)) {
    const type = typeOf(types, resource)
    if (!type || !resource.verbs.includes('create')) continue
    const texts = new Set<string>()
    for (let depth = 0; depth < DEPTHS; depth++) {
      const sent = { ...instanceOf(types, type, { kind: 'objects', depth }), metadata: LABELS }
      const text = JSON.stringify(sent)
      if (texts.has(text)) continue
      texts.add(text)
      const answer = await server.send('POST', `${pathOf(resource)}?dryRun=All`, sent)
      for (const { field, detail } of missing(answer.body)) {
        const member = memberAt(types, type, field)
        if (member) requirements.set(member, detail)
      }
    }
  }
  return requirements
}

interface Cause {
  readonly reason?: string
  readonly message?: string
  readonly field?: string
}

const missing = (body: unknown): readonly { readonly field: string; readonly detail: string }[] => {
  const { details } = body as { readonly details?: { readonly causes?: readonly Cause[] } }
  return (details?.causes ?? []).flatMap(({ reason, message = '', field = '' }) =>
    reason === 'FieldValueRequired' ? [{ field, detail: message.replace(/^Required value(: )?/, '') }] : [],
  )
}

/** The `Type.member` at a path, `spec.rules[0].host`; undefined where OpenAPI does not call it required. */
function memberAt(types: OpenAPITypes, root: string, path: string): string | undefined {
  const steps = path.replace(/\[[^\]]*\]/g, '').split('.')
  const last = steps.pop() ?? ''
  let type: string | undefined = root
  for (const step of steps) type = type && referencedType(types.get(type)?.properties?.[step])
  if (!type) return undefined
  return types.get(type)?.required?.includes(last) ? `${type}.${last}` : undefined
}

function referencedType(node: OpenAPISchema | undefined): string | undefined {
  const inner = node?.items ?? node?.additionalProperties ?? node
  return inner && referenceOf(inner)
}
