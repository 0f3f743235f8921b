import type { KubernetesObject, List, Status } from '../api/object.ts'
import type { ObjectName } from '../api/object-name.ts'
import { defineResource } from '../api/resource.ts'
import type { InformerClient, KubeClient } from './kube-client.ts'
import { createListWatch } from './list-watch.ts'
import { getMetadata, type PartialObjectMetadata } from './partial-object-metadata.ts'
import { podLogs } from './pod-logs.ts'
import { listTable } from './tables/table.ts'
import { isStatus, type Scale } from './verb-options.ts'

// Type tests: what must compile and what must not. Checked by `npm run types`, never run.

interface Web extends KubernetesObject {
  readonly spec?: { readonly replicas?: number; readonly paused?: boolean; readonly parts: readonly Part[] }
}
interface Part {
  readonly name: string
  readonly image: string
}
declare const client: InformerClient
declare const web: Web
const webs = defineResource<Web>({ group: 'x', version: 'v1', plural: 'webs', kind: 'Web', namespaced: true })
const at = { namespace: 'n', name: 'a' }
declare const scaleOfWeb: { namespace: string; name: string; subresource: string }

// The verbs accept and return the object type of the resource.
;(await client.get(webs, at)) satisfies Web
;(await client.create(webs, web)) satisfies Web
;(await client.replace(webs, web, { fieldValidation: 'Strict', dryRun: true })) satisfies Web
;(await client.patch(webs, at, [{ op: 'remove', path: '/spec' }], { type: 'json' })) satisfies Web
;(await client.apply(webs, web, { force: true })) satisfies Web
// An apply may omit fields, even required ones.
;(await client.apply(webs, { metadata: at, spec: { parts: [{ name: 'a' }] } })) satisfies Web
;(await client.apply(webs, { metadata: at, spec: { replicas: 1 } }, { subresource: 'scale' })) satisfies Scale
// @ts-expect-error an unknown field
client.apply(webs, { metadata: at, spec: { replica: 1 } })
// @ts-expect-error a create needs all required fields
client.create(webs, { metadata: at, spec: { replicas: 1 } })
;(await client.list(webs, { namespace: 'n', limit: 5 })) satisfies List<Web>
// Selectors are text, labels or objects.
;(await client.list(webs, {
  labelSelector: { app: 'web' },
  fieldSelector: { 'metadata.name': 'a' },
})) satisfies List<Web>
client.watch(webs, { labelSelector: { matchExpressions: [{ key: 'app', operator: 'Exists' }] } })
client.deleteCollection(webs, {
  labelSelector: { app: 'web' },
  fieldSelector: { 'metadata.name': { not: 'a' } },
})
listTable(client, webs, { labelSelector: { app: 'web' } })
// @ts-expect-error a label is text
client.list(webs, { labelSelector: { app: 1 } })
;(await client.get<Web>(webs, {} as ObjectName)) satisfies Web
// An object is named by its key, by its namespace and name, or by itself.
;(await client.get(webs, 'n/a')) satisfies Web
;(await client.patch(webs, web, {})) satisfies Web
;(await client.delete(webs, { name: 'a', namespace: undefined })) satisfies Web | Status
;(await getMetadata(client, webs, web)) satisfies PartialObjectMetadata
podLogs(client, web, { follow: true })
// @ts-expect-error a subresource is an option
client.patch(webs, { ...at, subresource: 'status' }, {})
// @ts-expect-error also of a name that is no literal
client.delete(webs, scaleOfWeb)
// @ts-expect-error a name has a name
client.get(webs, { namespace: 'n' })
// @ts-expect-error a deletion has no subresource
client.delete(webs, at, { subresource: 'status' })
// @ts-expect-error metadata has no subresource
getMetadata(client, webs, at, { subresource: 'status' })
// @ts-expect-error an unknown patch type
client.patch(webs, at, {}, { type: 'apply' })
// @ts-expect-error only an apply can be forced
client.patch(webs, at, {}, { force: true })
// @ts-expect-error a deletion has no field manager
client.delete(webs, at, { fieldManager: 'me' })
// @ts-expect-error an unknown policy
client.delete(webs, at, { propagationPolicy: 'foreground' })

// A subresource has the object's type, except for `scale`.
;(await client.get(webs, at, { subresource: 'status' })) satisfies Web
const scale = await client.get(webs, at, { subresource: 'scale' })
scale satisfies Scale
;(await client.replace(webs, scale, { subresource: 'scale' })) satisfies Scale
;(await client.patch(webs, at, {}, { subresource: 'scale' })) satisfies Scale
// @ts-expect-error a Scale has no `paused`
scale.spec?.paused

// A deletion returns an object or a Status, which must be narrowed.
const deleted = await client.delete(webs, at)
if (isStatus(deleted)) deleted satisfies Status
else deleted satisfies Web
const all = await client.deleteCollection(webs, { namespace: 'n', labelSelector: 'a', gracePeriodSeconds: 0 })
if (isStatus(all)) all satisfies Status
else all.items satisfies readonly Web[]
// @ts-expect-error a Status has no items
all.items

// The rows of a Table contain as much of an object as was requested.
const rowOf = async <T>(table: Promise<{ readonly rows: readonly { readonly object: T }[] }>) =>
  (await table).rows[0]?.object
;(await rowOf(listTable(client, webs))) satisfies PartialObjectMetadata | undefined
;(await rowOf(listTable(client, webs, { includeObject: 'Object' }))) satisfies Web | undefined
;(await rowOf(listTable(client, webs, { includeObject: 'None' }))) satisfies null | undefined
// @ts-expect-error metadata needs a name
getMetadata(client, webs, { namespace: 'n' })

// A user can implement the client: here one that counts the requests of another one.
declare function counted<T>(call: () => Promise<T>): Promise<T>
const counting: KubeClient = {
  get: (resource, location, options) => counted(() => client.get(resource, location, options)),
  list: (resource, options, call) => counted(() => client.list(resource, options, call)),
  watch: (resource, options, call) => counted(() => client.watch(resource, options, call)),
  create: (resource, object, options) => counted(() => client.create(resource, object, options)),
  replace: (resource, object, options) => counted(() => client.replace(resource, object, options)),
  patch: (resource, location, patch, options) =>
    counted(() => client.patch(resource, location, patch, options)),
  apply: (resource, object, options) => counted(() => client.apply(resource, object, options)),
  delete: (resource, location, options) => counted(() => client.delete(resource, location, options)),
  deleteCollection: (resource, options) => counted(() => client.deleteCollection(resource, options)),
  request: (path, request) => counted(() => client.request(path, request)),
  forgetToken: () => client.forgetToken(),
}
;(await counting.get(webs, at)) satisfies Web
// @ts-expect-error informers read through the collections of createKubeClient
createListWatch(counting, webs)
