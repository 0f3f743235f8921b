import type { KubeClient } from '../client/kube-client.ts'
import { readDocument } from '../client/transport/answer.ts'
import type { CallOptions } from '../client/verb-options.ts'

/** The part of a client that reads OpenAPI documents. */
export type OpenAPIClient = Pick<KubeClient, 'request'>

/** The response of `/openapi/v3`. */
interface OpenAPIIndex {
  readonly paths?: Readonly<Record<string, { readonly serverRelativeURL?: string } | null>> | null
}

/** `api/v1` or `apis/GROUP/VERSION`; the index has other documents too. */
const GROUP_VERSION = /^(?:api|apis\/[^/]+)\/[^/]+$/

/**
 * The paths of the OpenAPI v3 documents of a server, by group version: `v1`, `apps/v1`. A path contains the hash of its
 * document, so an equal path is an equal document (Kubernetes 1.27 and newer; KEP-2896).
 *
 * @example
 * const documents = await openAPIDocuments(client)
 * const response = await client.request(documents.get('apps/v1') ?? '')
 */
export async function openAPIDocuments(
  client: OpenAPIClient,
  { signal }: CallOptions = {},
): Promise<ReadonlyMap<string, string>> {
  const what = 'read the index of the OpenAPI documents'
  const { paths } = await readDocument<OpenAPIIndex>(
    await client.request('/openapi/v3', { signal, what }),
    what,
    answer => 'paths' in answer,
  )
  const documents = new Map<string, string>()
  for (const [path, described] of Object.entries(paths ?? {})) {
    if (!GROUP_VERSION.test(path)) continue
    const [, query] = described?.serverRelativeURL?.split('?') ?? []
    // Of the server's URL only the hash counts: a path of the client is below its `baseUrl`.
    documents.set(path.replace(/^apis?\//, ''), `/openapi/v3/${path}${query ? `?${query}` : ''}`)
  }
  return documents
}
