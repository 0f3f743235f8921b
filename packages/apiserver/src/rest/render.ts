import { CachedObject } from '@kube-informer/cacher'
import {
  bodyStream,
  includeObjectOf,
  itemBody,
  jsonResponse,
  type ListForm,
  type ListPage,
  listBody,
  type Negotiated,
  negotiate,
  valueResponse,
} from '@kube-informer/cacher/http'
import type { KubernetesObject } from '@kube-informer/core'
import type { Kind } from '../kinds/kind.ts'
import type { Call } from './call.ts'

/** The negotiated form of a response. */
export interface AnswerForm extends Negotiated {
  /** The `includeObject` parameter of tables. */
  readonly includeObject: ListForm['includeObject']
}

/** Negotiates the response of a write; throws the 406 before anything is written. */
export function negotiateAnswer(
  { request, query }: Pick<Call, 'request' | 'query'>,
  { isBuiltIn = true, hasTable = true }: { readonly isBuiltIn?: boolean; readonly hasTable?: boolean } = {},
): AnswerForm {
  const form = negotiate(request.headers.get('Accept'), 'object', isBuiltIn, hasTable)
  const includeObject = includeObjectOf(form.as === 'Table' ? query.get('includeObject') : null)
  return { ...form, includeObject }
}

/**
 * Renders an object as the response of a write: as it is, as a table, or as metadata.
 *
 * @param now for the ages in a table
 */
export async function renderItem(
  kind: Kind,
  object: KubernetesObject,
  form: AnswerForm,
  { now, status = 200 }: { readonly now: number; readonly status?: number },
): Promise<Response> {
  const body = itemBody(kind, new CachedObject(object), await listFormOf(kind, form, now))
  return jsonResponse(body, status, form.mediaType)
}

/** Renders the response to the deletion of a collection. */
export async function renderList(
  kind: Kind,
  page: ListPage,
  form: AnswerForm,
  now: number,
): Promise<Response> {
  const parts = listBody(kind, page, await listFormOf(kind, form, now))
  return jsonResponse(bodyStream(parts), 200, form.mediaType)
}

/** Renders a Status, which is never converted. */
export const renderStatus = (status: object, { mediaType }: AnswerForm, code = 200): Response =>
  valueResponse(status, code, mediaType)

const listFormOf = async (kind: Kind, form: AnswerForm, now: number): Promise<ListForm> => ({
  ...form,
  now,
  columns: form.as === 'Table' ? await kind.columns() : [],
})
