import { readProtobuf } from '@kube-informer/core/protobuf'
import { expect, test } from 'vitest'
import { createFakeApiserver } from '../../server/fake-apiserver.ts'

const TYPE = 'application/vnd.kubernetes.protobuf'
const bytesOf = (base64: string) => Uint8Array.from(atob(base64), character => character.charCodeAt(0))

// Requests of kubectl 1.32: `auth can-i get pods` and `create deployment web --image=nginx --port=80`.
const REVIEW =
  'azhzAAoyChdhdXRob3JpemF0aW9uLms4cy5pby92MRIXU2VsZlN1YmplY3RBY2Nlc3NSZXZpZXcSPAoQCgASABoAIgAqADIAOABCABIeChwKB2RlZmF1bHQSA2dldBoAIgAqBHBvZHMyADoAGggIABIAGgAgABoAIgA='
const DEPLOYMENT =
  'azhzAAoVCgdhcHBzL3YxEgpEZXBsb3ltZW50ErgBCh8KA3dlYhIAGgAiACoAMgA4AEIAWgoKA2FwcBIDd2ViEoYBCAESDAoKCgNhcHASA3dlYhpsChwKABIAGgAiACoAMgA4AEIAWgoKA2FwcBIDd2ViEkwSLgoFbmdpbngSBW5naW54KgAyCgoAEAAYUCIAKgBCAGoAcgCAAQCIAQCQAQCiAQAaADIAQgBKAFIAWABgAGgAggEAigEAmgEAwgEAIgIKACgAOAAaDAgAEAAYACAAKAA4ABoAIgA='
// A typed client of apiextensions in Go: a definition whose schema preserves unknown fields, and has an int-or-string, a list
// and a map.
const DEFINITION =
  'azhzAAozChdhcGlleHRlbnNpb25zLms4cy5pby92MRIYQ3VzdG9tUmVzb3VyY2VEZWZpbml0aW9uEowDCiMKE3dpZGdldHMuZXhhbXBsZS5jb20SABoAIgAqADIAOABCABLWAgoLZXhhbXBsZS5jb20aJQoHd2lkZ2V0cxIGd2lkZ2V0IgZXaWRnZXQqCldpZGdldExpc3QiCk5hbWVzcGFjZWQ6kQIKAnYxEAEYASKEAgqBAgoAEgAiACoGb2JqZWN0MgA6AFAAYAB6AJABAOoBVAoEbGlzdBJMCgASACIAKgVhcnJheTIAOgBQAGAAegCQAQDCASYKJAoAEgAiACoGc3RyaW5nMgA6AFAAYAB6AJABAKgCALgCAMACAKgCALgCAMACAOoBVwoDbWFwElAKABIAIgAqBm9iamVjdDIAOgBQAGAAegCQAQDyASkIARIlCgASACIAKgdpbnRlZ2VyMgA6AFAAYAB6AJABAKgCALgCAMACAKgCALgCAMACAOoBJgoEcG9ydBIeCgASACIAKgAyADoAUABgAHoAkAEAqAIAuAIAwAIBqAIAsAIBuAIAwAIAOABQABoMEggKABIAIgAqACAAGgAiAA=='
/** DeleteOptions of batch/v1 with the propagation policy Background. */
const DELETE_OPTIONS = 'azhzAAoZCghiYXRjaC92MRINRGVsZXRlT3B0aW9ucxIMIgpCYWNrZ3JvdW5kGgAiAA=='

const server = createFakeApiserver()
const send = (method: string, path: string, base64: string) =>
  server.fetch(path, { method, headers: { 'Content-Type': TYPE }, body: bytesOf(base64) })

test('objects of built-in kinds, and reviews', async () => {
  const created = await send('POST', '/apis/apps/v1/namespaces/default/deployments', DEPLOYMENT)
  expect(created.status).toBe(201)
  expect(await created.json()).toMatchObject({ spec: { replicas: 1, progressDeadlineSeconds: 600 } })
  const asked = await send('POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', REVIEW)
  expect(await asked.json()).toMatchObject({ status: { allowed: true } })
})

test('a definition of custom resources keeps its x-kubernetes members', async () => {
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
  const created = await send('POST', path, DEFINITION)
  expect([created.status, created.headers.get('Warning')]).toEqual([201, null])
  const { spec } = (await created.json()) as { spec: { versions: { schema: unknown }[] } }
  expect(spec.versions[0]?.schema).toEqual({
    openAPIV3Schema: {
      type: 'object',
      'x-kubernetes-preserve-unknown-fields': true,
      properties: {
        port: { 'x-kubernetes-int-or-string': true },
        list: { type: 'array', items: { type: 'string' } },
        map: { type: 'object', additionalProperties: { type: 'integer' } },
      },
    },
  })
})

test('the options of a deletion, of any group version', async () => {
  const jobs = '/apis/batch/v1/namespaces/default/jobs'
  await server.fetch(jobs, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      metadata: { name: 'once' },
      spec: {
        template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'busybox' }] } },
      },
    }),
  })
  const deleted = await send('DELETE', `${jobs}/once`, DELETE_OPTIONS)
  expect(deleted.status).toBe(200)
  expect((await server.fetch(`${jobs}/once`)).status).toBe(404)
})

test('what is no protobuf is refused', async () => {
  const broken = await send('POST', '/api/v1/namespaces/default/secrets', btoa('secret'))
  expect(await broken.json()).toMatchObject({ code: 400, reason: 'BadRequest' })
})

const get = (path: string, accept = TYPE) => server.fetch(path, { headers: { accept } })
const read = async (response: Response) => readProtobuf(new Uint8Array(await response.arrayBuffer()))

test('answers are protobuf if Accept prefers it: objects, lists and errors', async () => {
  const path = '/apis/apps/v1/namespaces/default/deployments'
  const [one, list, missing] = await Promise.all([get(`${path}/web`), get(path), get(`${path}/nosuch`)])
  expect([one, list, missing].map(({ status, headers }) => [status, headers.get('Content-Type')])).toEqual([
    [200, TYPE],
    [200, TYPE],
    [404, TYPE],
  ])
  const json = await (await get(`${path}/web`, 'application/json')).json()
  expect(await read(one)).toEqual(json)
  expect(await read(list)).toMatchObject({ kind: 'DeploymentList', items: [{ metadata: { name: 'web' } }] })
  expect(await read(missing)).toMatchObject({ kind: 'Status', code: 404, reason: 'NotFound' })
})

test('metadata is protobuf for custom resources, too, and whole ones are JSON or a 406', async () => {
  const path = '/apis/example.com/v1/namespaces/default/widgets'
  const body = JSON.stringify({ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'w' } })
  await server.fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
  const as = `${TYPE};as=PartialObjectMetadataList;g=meta.k8s.io;v=v1`
  expect(await read(await get(path, as))).toMatchObject({
    kind: 'PartialObjectMetadataList',
    items: [{ metadata: { name: 'w' } }],
  })
  const either = await get(path, `${TYPE},application/json`)
  expect(either.headers.get('Content-Type')).toBe('application/json')
  expect((await get(path)).status).toBe(406)
})

test('errors of custom resources are protobuf if Accept prefers it without a conversion', async () => {
  const path = '/apis/example.com/v1/namespaces/default/widgets/none'
  const either = `${TYPE},application/json`
  const answers = await Promise.all([
    get(path),
    get(path, either),
    get(path, `application/json,${TYPE}`),
    get(path, `${TYPE};as=PartialObjectMetadata;g=meta.k8s.io;v=v1`),
    get('/api/v1/namespaces/default/nopods/x'),
    server.fetch(path, { method: 'DELETE', headers: { accept: either } }),
  ])
  expect(answers.map(({ status, headers }) => [status, headers.get('Content-Type')])).toEqual([
    [406, TYPE],
    [404, TYPE],
    [404, 'application/json'],
    [404, 'application/json'],
    [404, TYPE],
    [404, TYPE],
  ])
  expect(await read(answers[1] ?? new Response())).toMatchObject({
    kind: 'Status',
    code: 404,
    message: 'widgets.example.com "none" not found',
  })
})

test('every kind of a stable version has protobuf, and one of an alpha version is JSON or a 406', async () => {
  for (const group of await groupVersions()) {
    const { resources } = (await (await get(`/${group}`, 'application/json')).json()) as Resources
    const kinds = resources.filter(({ name, verbs }) => !name.includes('/') && verbs.includes('list'))
    for (const { name } of kinds) {
      const isStable = !/alpha|beta/.test(group)
      const path = `/${group}/${name}`
      const [only, either] = await Promise.all([get(path), get(path, `${TYPE},application/json`)])
      expect([path, only.status]).toEqual([path, isStable ? 200 : 406])
      expect([path, either.headers.get('Content-Type')]).toEqual([path, isStable ? TYPE : 'application/json'])
    }
  }
})

interface Resources {
  readonly resources: readonly { readonly name: string; readonly verbs: readonly string[] }[]
}

/** Of the built-in kinds. */
async function groupVersions(): Promise<readonly string[]> {
  const answer = await createFakeApiserver().fetch('/apis')
  const { groups } = (await answer.json()) as { groups: { versions: { groupVersion: string }[] }[] }
  return ['api/v1', ...groups.flatMap(({ versions }) => versions.map(each => `apis/${each.groupVersion}`))]
}

test('discovery is protobuf, and aggregated discovery JSON', async () => {
  expect(await read(await get('/apis/autoscaling/v1'))).toMatchObject({
    kind: 'APIResourceList',
    groupVersion: 'autoscaling/v1',
    resources: [{ name: 'horizontalpodautoscalers', namespaced: true, shortNames: ['hpa'] }, {}],
  })
  expect(await read(await get('/apis'))).toMatchObject({ kind: 'APIGroupList' })
  const aggregated = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
  const both = await get('/apis', `${aggregated},${TYPE}`)
  expect(await both.json()).toMatchObject({ kind: 'APIGroupDiscoveryList' })
})

test('there is no Table of a review', async () => {
  const post = (accept: string) =>
    server.fetch('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
      method: 'POST',
      headers: { 'Content-Type': TYPE, accept },
      body: bytesOf(REVIEW),
    })
  const table = 'application/json;as=Table;g=meta.k8s.io;v=v1'
  expect((await post(table)).status).toBe(406)
  expect((await post(`${table},application/json`)).status).toBe(201)
})

test('a watch is frames of protobuf', async () => {
  const path = '/api/v1/namespaces/default/configmaps'
  const response = await get(`${path}?watch=true`, `${TYPE};stream=watch`)
  expect(response.headers.get('Content-Type')).toBe(`${TYPE};stream=watch`)
  const reader = response.body?.getReader()
  const body = JSON.stringify({ metadata: { name: 'first' }, data: { a: 'b' } })
  await server.fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
  const { value: frame = new Uint8Array() } = (await reader?.read()) ?? {}
  await reader?.cancel()
  expect(new DataView(frame.buffer).getUint32(0)).toBe(frame.length - 4)
  // ADDED, and an object that is whole.
  expect(new TextDecoder().decode(frame.subarray(4, 11))).toBe('\n\x05ADDED')
  const object = frame.subarray(
    frame.findIndex((_, at) => frame.subarray(at, at + 4).join() === '107,56,115,0'),
  )
  expect(await readProtobuf(object)).toMatchObject({ kind: 'ConfigMap', data: { a: 'b' } })
})
