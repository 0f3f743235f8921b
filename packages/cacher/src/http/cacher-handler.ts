import { resourcePath, StatusError } from '@kube-informer/core'
import type { ServedKind } from '../api/served-kind.ts'
import { methodNotAllowed } from '../api/status-errors.ts'
import { prettyResponse, wantsPretty } from './encoding/pretty.ts'
import { asksForWatch } from './request/list-query.ts'
import type { ReadCall } from './request/read-call.ts'
import { ResourceReads, type ResourceReadsOptions } from './resource-reads.ts'
import { statusResponse, textResponse } from './respond.ts'

/** Which resources the handler serves, and from which caches. */
export interface CacherHandlerOptions extends ResourceReadsOptions {
  /** Path of the apiserver that the handler stands in for. @default '' */
  readonly basePath?: string | undefined
}

/**
 * Serves reads of one resource as an apiserver does: lists, watches and single objects, in all representations and with
 * all errors. It does not authenticate or authorize requests.
 *
 * @example
 * const handler = createCacherHandler({ kind, reads: cacher, clock })
 * export default { fetch: handler }
 */
export function createCacherHandler(options: CacherHandlerOptions): (request: Request) => Promise<Response> {
  const reads = new ResourceReads(options)
  return async request => {
    const url = new URL(request.url)
    const call = readCallOf(request, url, options)
    if (!call) return textResponse('404 page not found\n', 404)
    try {
      return await answer(reads, request, call)
    } catch (error) {
      if (error instanceof StatusError) return statusResponse(error, request)
      throw error
    }
  }
}

async function answer(reads: ResourceReads, request: Request, call: ReadCall): Promise<Response> {
  if (request.method !== 'GET') throw methodNotAllowed()
  if (call.isLegacyWatch || (call.name === '' && asksForWatch(call.query))) return reads.watch(call)
  const response = call.name === '' ? await reads.list(call) : await reads.get(call)
  return wantsPretty(request, call.query) ? prettyResponse(response) : response
}

/** Parses a path; undefined if it does not belong to the resource. */
function readCallOf(
  { headers, signal }: Request,
  { pathname, searchParams: query }: URL,
  { kind, basePath = '' }: CacherHandlerOptions,
): ReadCall | undefined {
  const scope = scopeOf(kind, pathname, basePath)
  return scope && { ...scope, query, signal, accept: headers.get('Accept') }
}

function scopeOf({ resource }: ServedKind, pathname: string, basePath: string) {
  const collection = resourcePath(resource)
  const root = basePath + collection.slice(0, -resource.plural.length)
  if (!pathname.startsWith(root)) return undefined
  const parts = decodeParts(pathname.slice(root.length))
  const isLegacyWatch = parts?.[0] === 'watch'
  if (isLegacyWatch) parts?.shift()
  const hasNamespace = resource.namespaced && parts?.[0] === 'namespaces'
  const [namespace = '', plural, name = '', ...more] = hasNamespace ? parts.slice(1) : ['', ...(parts ?? [])]
  return plural === resource.plural && more.length === 0 ? { namespace, name, isLegacyWatch } : undefined
}

function decodeParts(path: string): string[] | undefined {
  try {
    return path.split('/').filter(Boolean).map(decodeURIComponent)
  } catch {
    return undefined
  }
}
