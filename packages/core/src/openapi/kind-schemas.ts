import { isUnservedPath, StatusError } from '../api/errors.ts'
import { readDocument } from '../client/transport/answer.ts'
import type { IsExpected } from '../client/transport/answer-kind.ts'
import type { CallOptions } from '../client/verb-options.ts'
import { groupVersionOf } from '../discovery/discovery.ts'
import type { GroupVersionKind } from '../discovery/match-errors.ts'
import { SharedRequests } from '../internal/shared-requests.ts'
import type { KindSchema } from './json-schema.ts'
import { kindSchemaOf, type OpenAPIDocument } from './kind-schema.ts'
import { type OpenAPIClient, openAPIDocuments } from './open-api-documents.ts'

/** The client that requests the documents. */
export interface KindSchemasOptions {
  readonly client: OpenAPIClient
  /** How many schemas are kept in memory. That of a Pod takes 0.3 MB. @default 16 */
  readonly capacity?: number | undefined
}

/**
 * Reads the schemas of kinds from the OpenAPI v3 documents of a server. A document is requested for the first of its kinds,
 * and again once the server's index names another hash. Only the schemas are kept, since the documents are large.
 *
 * @example
 * const schemas = new KindSchemas({ client })
 * const { properties, definitions } = await schemas.schemaOf({ group: 'apps', version: 'v1', kind: 'Deployment' })
 */
export class KindSchemas {
  readonly #client: OpenAPIClient
  readonly #capacity: number
  readonly #indexes = new SharedRequests<ReadonlyMap<string, string>>()
  readonly #documents = new SharedRequests<OpenAPIDocument>()
  /** By the path of the document and the kind. The last one was used last. */
  readonly #schemas = new Map<string, KindSchema>()

  constructor({ client, capacity = 16 }: KindSchemasOptions) {
    this.#client = client
    this.#capacity = capacity
  }

  /**
   * The schema of a kind: frozen, and the same reference until the server's document changes. Rejects with a StatusError of
   * code 404 (`isNotFound`) where the server has no OpenAPI v3 documents, does not serve the version, or has no schema of the
   * kind; with 403 where the user may not read them.
   */
  async schemaOf(kind: GroupVersionKind, { signal }: CallOptions = {}): Promise<KindSchema> {
    const path = await this.#pathOf(kind, signal)
    return this.#kept(path, kind) ?? this.#read(path, kind, signal)
  }

  async #pathOf(kind: GroupVersionKind, signal: AbortSignal | undefined): Promise<string> {
    const documents = await this.#indexes
      .run('', signal, own => openAPIDocuments(this.#client, { signal: own }))
      .catch(error => {
        throw isUnservedPath(error) ? notFound(kind, 'the server has no OpenAPI v3 documents') : error
      })
    const groupVersion = groupVersionOf(kind.group, kind.version)
    const path = documents.get(groupVersion)
    if (path === undefined) throw notFound(kind, `the server has no OpenAPI document of ${groupVersion}`)
    return path
  }

  async #read(path: string, kind: GroupVersionKind, signal: AbortSignal | undefined): Promise<KindSchema> {
    const document = await this.#documents.run(path, signal, async own => {
      const what = `read the OpenAPI document of ${groupVersionOf(kind.group, kind.version)}`
      const response = await this.#client.request(path, { signal: own, what })
      return readDocument<OpenAPIDocument>(response, what, isOpenAPI)
    })
    // Another caller may have read it from the same response.
    const known = this.#kept(path, kind)
    if (known) return known
    const schema = kindSchemaOf(document, kind)
    if (!schema) throw notFound(kind, 'the OpenAPI document of its version does not contain it')
    this.#schemas.set(keyOf(path, kind), deepFreeze(schema))
    const [oldest] = this.#schemas.keys()
    if (this.#schemas.size > this.#capacity && oldest !== undefined) this.#schemas.delete(oldest)
    return schema
  }

  #kept(path: string, kind: GroupVersionKind): KindSchema | undefined {
    const key = keyOf(path, kind)
    const schema = this.#schemas.get(key)
    // Without a hash, the path does not say whether the document has changed.
    if (!schema || !path.includes('hash=')) return undefined
    this.#schemas.delete(key)
    this.#schemas.set(key, schema)
    return schema
  }
}

/** Only the members that are read: some servers send no version. */
const isOpenAPI: IsExpected = answer => 'openapi' in answer || 'components' in answer

const keyOf = (path: string, { kind }: GroupVersionKind): string => `${path} ${kind}`

const notFound = ({ group, version, kind }: GroupVersionKind, why: string): StatusError =>
  new StatusError({
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    code: 404,
    reason: 'NotFound',
    message: `there is no schema of ${kind} in ${groupVersionOf(group, version)}: ${why}`,
  })

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) deepFreeze(member)
  return Object.freeze(value)
}
