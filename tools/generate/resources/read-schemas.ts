import type { JsonSchema } from '@kube-informer/codegen/internal'
import type { Discovery } from '@kube-informer/core/discovery'

/** Reads the schemas of all discovered resources from a server's OpenAPI v3 documents. */
export async function readSchemas<T = JsonSchema>(
  discovery: Discovery,
  get: (path: string) => Promise<Response>,
): Promise<ReadonlyMap<string, T>> {
  const schemas = new Map<string, T>()
  for (const { name, versions } of discovery.groups) {
    for (const { version } of versions) {
      const response = await get(`/openapi/v3/${name === '' ? 'api' : `apis/${name}`}/${version}`)
      const { components } = (await response.json()) as {
        components: { schemas: Record<string, T> }
      }
      for (const [key, schema] of Object.entries(components.schemas)) schemas.set(key, schema)
    }
  }
  return schemas
}
