import type { Discovery } from '@kube-informer/core/discovery'
import type { Schema, Schemas } from './openapi-types.ts'

/** Reads the schemas of all discovered resources from a server's OpenAPI v3 documents. */
export async function readSchemas(
  discovery: Discovery,
  get: (path: string) => Promise<Response>,
): Promise<Schemas> {
  const schemas = new Map<string, Schema>()
  for (const { name, versions } of discovery.groups) {
    for (const { version } of versions) {
      const response = await get(`/openapi/v3/${name === '' ? 'api' : `apis/${name}`}/${version}`)
      const { components } = (await response.json()) as { components: { schemas: Record<string, Schema> } }
      for (const [key, schema] of Object.entries(components.schemas)) schemas.set(key, schema)
    }
  }
  return schemas
}
