import type { Server } from './answer.ts'
import { isObject, type Json, textAt } from './json.ts'
import type { Sequence } from './step.ts'

/** Deletes the objects of a sequence, despite finalizers, and its namespace. No controller runs that would do it. */
export async function cleanUp(
  server: Server,
  { leavings }: Pick<Sequence, 'leavings'>,
  namespace: string,
): Promise<void> {
  const send = (method: string, path: string, contentType: string, body?: Json) => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    return server.send({ method, path, headers: { 'content-type': contentType }, body: text })
  }
  const remove = async (path: string) => {
    await send('DELETE', `${path}?gracePeriodSeconds=0&propagationPolicy=Background`, JSON_TYPE)
    await send('PATCH', path, MERGE_TYPE, { metadata: { finalizers: null } })
    const [, name] = /^\/api\/v1\/namespaces\/([^/]+)$/.exec(path) ?? []
    if (name === undefined) return
    const finalized = { metadata: { name }, spec: { finalizers: [] } }
    await send('PUT', `${path}/finalize`, JSON_TYPE, finalized)
  }
  for (const leaving of leavings) {
    const path = leaving.replaceAll('{{ns}}', namespace)
    const { body } = await send('GET', path, JSON_TYPE)
    await Promise.all(itemsOf(body).map(item => remove(item === undefined ? path : `${path}/${item}`)))
  }
  await remove(`/api/v1/namespaces/${namespace}`)
}

const JSON_TYPE = 'application/json'
const MERGE_TYPE = 'application/merge-patch+json'

/** The names in a list; one undefined entry for a single object. */
function itemsOf(body: Json): readonly (string | undefined)[] {
  if (!isObject(body)) return []
  if (Array.isArray(body.items)) return body.items.map(item => textAt(item, 'metadata', 'name'))
  return body.kind === 'Status' ? [] : [undefined]
}
