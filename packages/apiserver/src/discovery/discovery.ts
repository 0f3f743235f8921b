import { escapeJson } from '@kube-informer/cacher'
import { textResponse, valueResponse } from '../http/respond.ts'
import type { Kinds } from '../kinds/kinds.ts'
import { methodNotAllowed, unknownResource } from '../status/status-errors.ts'
import { apiGroupDiscoveryList } from './aggregated.ts'
import { contentHash } from './content-hash.ts'
import { AGGREGATED_PARAMETERS, discoveryForm } from './discovery-form.ts'
import { groupsOf, type ServedGroup } from './groups.ts'
import { healthResponse } from './health.ts'
import { apiGroup, apiGroupList, apiResourceList, apiVersions } from './plain.ts'
import { SERVER_VERSION } from './server-version.ts'

/** An aggregated discovery response and its ETag. */
interface Aggregated {
  readonly json: string
  readonly etag: string
}

/** Answers requests about the server itself: APIs, version and health. */
export class Discovery {
  readonly #kinds: Kinds
  #groups: readonly ServedGroup[] | undefined
  /** By path; cleared with the groups when the kinds change. */
  readonly #aggregated = new Map<string, Aggregated>()

  constructor(kinds: Kinds) {
    this.#kinds = kinds
    kinds.onChange(() => {
      this.#groups = undefined
      this.#aggregated.clear()
    })
  }

  /**
   * Throws a StatusError for a rejected request.
   *
   * @param path a path that `routeOf` classifies as discovery
   */
  answer(path: string, request: Request): Response | Promise<Response> {
    if (request.method !== 'GET') throw methodNotAllowed()
    const { host, searchParams } = new URL(request.url)
    const [, root = '', group, version] = path.split('/')
    if (root === 'api' && group === undefined) return this.#answerApi(request, host)
    if (root === 'api') return this.#answerGroup(request, '', group)
    if (root === 'apis' && group === undefined) return this.#answerApis(request)
    if (root === 'apis') return this.#answerGroup(request, group ?? '', version)
    if (root === 'version') return indentedResponse(SERVER_VERSION)
    return root === '' ? valueResponse({ paths: this.#paths() }) : healthOf(path, searchParams)
  }

  #served(): readonly ServedGroup[] {
    this.#groups ??= groupsOf(this.#kinds.all)
    return this.#groups
  }

  #answerApi(request: Request, host: string): Response {
    const groups = this.#served().filter(({ name }) => name === '')
    const { mediaType, aggregated } = discoveryForm(request.headers.get('Accept'), true)
    if (aggregated) return this.#answerAggregated(request, '/api', mediaType, groups)
    return typed(valueResponse(apiVersions(groups[0], host)), mediaType)
  }

  #answerApis(request: Request): Response {
    const groups = this.#served().filter(({ name }) => name !== '')
    const { mediaType, aggregated } = discoveryForm(request.headers.get('Accept'), true)
    if (aggregated) return this.#answerAggregated(request, '/apis', mediaType, groups)
    return typed(valueResponse(apiGroupList(groups)), mediaType)
  }

  async #answerGroup(request: Request, name: string, version: string | undefined): Promise<Response> {
    const group = this.#served().find(known => known.name === name)
    const served = group?.versions.find(known => known.version === version)
    const answer =
      version === undefined ? group && apiGroup(group) : served && (await apiResourceList(served))
    if (answer) {
      const { mediaType } = discoveryForm(request.headers.get('Accept'), false)
      return typed(valueResponse(answer), mediaType)
    }
    if (this.#kinds.isBuiltInGroup(name)) throw unknownResource()
    return pageNotFound()
  }

  #answerAggregated(
    { headers }: Request,
    path: string,
    mediaType: string,
    groups: readonly ServedGroup[],
  ): Response {
    const { json, etag } = this.#aggregatedAt(path, groups)
    const common = { ETag: etag, Vary: 'Accept', 'Cache-Control': 'public' }
    if (headers.get('If-None-Match') === etag) return new Response(null, { status: 304, headers: common })
    const type = `${mediaType};${AGGREGATED_PARAMETERS}`
    return new Response(json, { headers: { 'Content-Type': type, ...common } })
  }

  #aggregatedAt(path: string, groups: readonly ServedGroup[]): Aggregated {
    const known = this.#aggregated.get(path)
    if (known) return known
    const json = `${escapeJson(JSON.stringify(apiGroupDiscoveryList(groups)))}\n`
    const aggregated = { json, etag: `"${contentHash(json)}"` }
    this.#aggregated.set(path, aggregated)
    return aggregated
  }

  #paths(): readonly string[] {
    const apis = this.#served().flatMap(({ name, versions }) => {
      const root = name === '' ? '/api' : `/apis/${name}`
      return [root, ...versions.map(({ version }) => `${root}/${version}`)]
    })
    return [...apis, '/apis', '/healthz', '/livez', '/openapi/v3', '/readyz', '/version'].toSorted()
  }
}

const pageNotFound = (): Response => textResponse('404 page not found\n', 404)

const healthOf = (path: string, query: URLSearchParams): Response =>
  healthResponse(path, query) ?? pageNotFound()

/** Indented for every client. */
function indentedResponse(value: object): Response {
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache, private' }
  return new Response(JSON.stringify(value, null, 2), { headers })
}

/** JSON is YAML, so only the media type changes. */
function typed(response: Response, mediaType: string): Response {
  response.headers.set('Content-Type', mediaType)
  return response
}
