import type { KubernetesObject } from '@kube-informer/core'
import { CachedObject } from '@kube-informer/core/cacher'
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
} from '@kube-informer/core/cacher/internal'
import type { Kind } from '../kinds/kind.ts'
import type { Call } from './call.ts'

/** The form of an answer. */
export interface AnswerForm extends Negotiated {
  /** The parameter `includeObject`, which tables have. */
  readonly includeObject: ListForm['includeObject']
}

/** What the answer to a write may be; throws the 406 before anything is written. */
export function negotiateAnswer(
  { request, query }: Pick<Call, 'request' | 'query'>,
  kind?: Pick<Kind, 'isBuiltIn'>,
): AnswerForm {
  const form = negotiate(request.headers.get('Accept'), 'object', kind?.isBuiltIn)
  const includeObject = includeObjectOf(form.as === 'Table' ? query.get('includeObject') : null)
  return { ...form, includeObject }
}

/**
 * An object as the answer to a write: as it is, or as a table or metadata, where the client asked for that.
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

/** Several objects as the answer to the deletion of a collection. */
export async function renderList(
  kind: Kind,
  page: ListPage,
  form: AnswerForm,
  now: number,
): Promise<Response> {
  const parts = listBody(kind, page, await listFormOf(kind, form, now))
  return jsonResponse(bodyStream(parts), 200, form.mediaType)
}

/** A Status, which no conversion changes. */
export const renderStatus = (status: object, { mediaType }: AnswerForm, code = 200): Response =>
  valueResponse(status, code, mediaType)

const listFormOf = async (kind: Kind, form: AnswerForm, now: number): Promise<ListForm> => ({
  ...form,
  now,
  columns: form.as === 'Table' ? await kind.columns() : [],
})
