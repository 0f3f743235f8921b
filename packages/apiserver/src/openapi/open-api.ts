import { escapeJson } from '@kube-informer/cacher'
import { contentHash } from '../discovery/content-hash.ts'
import { groupsOf, type ServedVersion } from '../discovery/groups.ts'
import { textResponse } from '../http/respond.ts'
import type { Kinds } from '../kinds/kinds.ts'
import { loadSchemas } from '../schema/load-schemas.ts'
import { methodNotAllowed } from '../status/status-errors.ts'
import { openApiDocument } from './document.ts'
import { openApiV2 } from './version-2.ts'

const ROOT = '/openapi/v3'
const JSON_TYPE = 'application/json'

/** A group version and the hash of its current kinds. */
interface Served {
  readonly version: ServedVersion
  readonly hash: string
}

/** Answers requests for the types of the API (OpenAPI v3). Descriptions are omitted. */
export class OpenApi {
  readonly #kinds: Kinds
  /** By path, `apis/apps/v1`. */
  #served: ReadonlyMap<string, Served> | undefined
  readonly #documents = new Map<string, string>()

  constructor(kinds: Kinds) {
    this.#kinds = kinds
    kinds.onChange(() => {
      this.#served = undefined
    })
  }

  /** @param path a path that `routeOf` classifies as OpenAPI */
  async answer(path: string, request: Request): Promise<Response> {
    if (request.method !== 'GET') throw methodNotAllowed()
    if (path === ROOT) return this.#answerIndex()
    if (path === '/openapi/v2') return openApiV2(request)
    const name = path.startsWith(`${ROOT}/`) ? path.slice(ROOT.length + 1) : ''
    const served = this.#versions().get(name)
    if (!served) return textResponse('404 page not found\n', 404)
    return this.#answerDocument(name, served, request)
  }

  #answerIndex(): Response {
    const paths = [...this.#versions()].map(([name, { hash }]) => [
      name,
      { serverRelativeURL: urlOf(name, hash) },
    ])
    return textResponse(JSON.stringify({ paths: Object.fromEntries(paths) }))
  }

  async #answerDocument(name: string, served: Served, { url, headers }: Request): Promise<Response> {
    const { hash } = served
    const common = { ETag: `"${hash}"`, Vary: 'Accept' }
    const asked = new URL(url).searchParams.get('hash')
    if (asked !== null && asked !== hash)
      return new Response(null, { status: 301, headers: { ...common, Location: urlOf(name, hash) } })
    if (headers.get('If-None-Match') === common.ETag)
      return new Response(null, { status: 304, headers: common })
    const caching = asked === null ? 'no-cache, private' : 'public, immutable'
    const document = await this.#document(served)
    return new Response(document, {
      headers: { 'Content-Type': JSON_TYPE, 'Cache-Control': caching, ...common },
    })
  }

  #versions(): ReadonlyMap<string, Served> {
    this.#served ??= new Map(
      groupsOf(this.#kinds.all)
        .flatMap(({ versions }) => versions)
        .map(version => [pathOf(version), { version, hash: hashOf(version) }]),
    )
    return this.#served
  }

  /** Created on the first request and cached until the kinds change. */
  async #document({ version, hash }: Served): Promise<string> {
    const schemas = await loadSchemas()
    const known = this.#documents.get(hash)
    if (known !== undefined) return known
    const document = escapeJson(JSON.stringify(openApiDocument(version, schemas)))
    this.#documents.set(hash, document)
    return document
  }
}

const urlOf = (name: string, hash: string): string => `${ROOT}/${name}?hash=${hash}`

const pathOf = ({ groupVersion }: ServedVersion): string =>
  groupVersion.includes('/') ? `apis/${groupVersion}` : `api/${groupVersion}`

/** The types of built-in kinds do not change, so their names suffice. */
const hashOf = ({ kinds, groupVersion }: ServedVersion): string =>
  contentHash(JSON.stringify([groupVersion, ...kinds]))
