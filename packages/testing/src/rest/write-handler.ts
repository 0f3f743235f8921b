import { concat, encodeText, typedJson } from '../storage/encode.ts'
import type { StoredObject } from '../storage/stored-object.ts'
import { type Call, placeAt, type ResourceRoute } from './call.ts'
import { listJson, type Page } from './list.ts'
import type { AnyObject } from './merge-update.ts'
import { applyPatch } from './patch.ts'
import { parseJson, patchTypeOf, readObject } from './read-body.ts'
import { deletedStatus, jsonResponse, valueResponse } from './respond.ts'
import { isScalable, scaleOf, withScale } from './scale.ts'
import { methodNotAllowed, unknownResource } from './status.ts'
import type { Preconditions, Writes } from './writes.ts'

/** Kinds whose delete answers with the object; the others answer with a Status. */
const RETURNS_DELETED = new Set(['pods', 'services', 'namespaces', 'serviceaccounts', 'resourcequotas'])

/** Answers requests that change something. */
export class WriteHandler {
  readonly #writes: Writes

  constructor(writes: Writes) {
    this.#writes = writes
  }

  async create({ resource, namespace }: ResourceRoute, { request }: Call): Promise<Response> {
    const body = await readObject(request, resource)
    const stored = this.#writes.create(resource, namespace, body)
    return itemResponse(resource, stored, 201)
  }

  async replace(route: ResourceRoute, { request }: Call): Promise<Response> {
    const body = await readObject(request, route.resource)
    return itemResponse(route.resource, this.#writes.replace(placeAt(route), body, route.subresource))
  }

  async patch(route: ResourceRoute, { request }: Call): Promise<Response> {
    const text = await request.text()
    // Read after the body came: between here and the write, nobody else can write.
    const { object } = this.#writes.get(placeAt(route))
    const patched = applyPatch(patchTypeOf(route.resource, request), text, object) as AnyObject
    return itemResponse(route.resource, this.#writes.replace(placeAt(route), patched, route.subresource))
  }

  async delete(route: ResourceRoute, { request }: Call): Promise<Response> {
    const text = await request.text()
    const options = text ? (parseJson(text) as { preconditions?: Preconditions }) : {}
    const { object, removed } = this.#writes.delete(placeAt(route), options.preconditions)
    if (!removed || RETURNS_DELETED.has(route.resource.plural)) return valueResponse(object)
    const { group, plural } = route.resource
    const { name = '', uid = '' } = object.metadata ?? {}
    return valueResponse(deletedStatus({ name, ...(group ? { group } : {}), kind: plural, uid }))
  }

  /** Deletes what is on a page, and answers with it. */
  deleteCollection(route: ResourceRoute, page: Page): Response {
    for (const { object } of page.items) {
      const name = object.metadata?.name ?? ''
      this.#writes.delete({ ...placeAt(route), name })
    }
    return jsonResponse(concat([...listJson(route.resource, page)]))
  }

  /** Reads and writes the subresource `scale`. */
  async scale(route: ResourceRoute, { method, request }: Call): Promise<Response> {
    if (!isScalable(route.resource)) throw unknownResource()
    const place = placeAt(route)
    const text = method === 'GET' ? '' : await request.text()
    const { object } = this.#writes.get(place)
    if (method === 'GET') return valueResponse(scaleOf(object))
    if (method !== 'PUT' && method !== 'PATCH') throw methodNotAllowed()
    const scale =
      method === 'PUT'
        ? parseJson(text)
        : applyPatch(patchTypeOf(route.resource, request), text, scaleOf(object))
    const stored = this.#writes.replace(place, withScale(object, scale as AnyObject), '')
    return valueResponse(scaleOf(stored.object))
  }
}

const itemResponse = (resource: ResourceRoute['resource'], stored: StoredObject, status = 200): Response =>
  jsonResponse(concat([...typedJson(resource, stored), encodeText('\n')]), status)
