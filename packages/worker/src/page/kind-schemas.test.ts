import { isForbidden, isNotFound } from '@kube-informer/core'
import { expect, test } from 'vitest'
import { discoveryRig } from '../test/discovery-rig.ts'
import { openPage } from '../test/open-page.ts'

const DEPLOYMENT = { group: 'apps', version: 'v1', kind: 'Deployment' }

test('all pages share the requests for a schema', async () => {
  const { server, open } = discoveryRig()
  const schemas = await Promise.all([open(), open()].map(connection => connection.schema(DEPLOYMENT)))
  expect(schemas.map(({ definitions }) => Object.keys(definitions).length > 10)).toEqual([true, true])
  const paths = server.requests.map(({ path }) => path).filter(path => path.startsWith('/openapi'))
  expect(paths).toEqual(['/openapi/v3', '/openapi/v3/apis/apps/v1'])
})

test('what a discovery has found can be asked for', async () => {
  const { open } = discoveryRig()
  const connection = open()
  const { resources } = await connection.discovery.refresh()
  const pods = resources.find(({ plural }) => plural === 'pods')
  const schema = pods && (await connection.schema(pods))
  expect(schema?.['x-kubernetes-group-version-kind']).toEqual([{ group: '', version: 'v1', kind: 'Pod' }])
})

test('errors of the server arrive as they are, and a call can be cancelled', async () => {
  const { server, open } = discoveryRig()
  const connection = open()
  const missing = await connection.schema({ ...DEPLOYMENT, version: 'v9' }).catch(error => error)
  expect([isNotFound(missing), missing.message]).toEqual([
    ...[true, expect.stringContaining('there is no schema of Deployment in apps/v9')],
  ])
  server.faults.add({ match: { pathPattern: '/openapi/v3*' }, action: { type: 'status', code: 403 } })
  expect(await connection.schema(DEPLOYMENT).catch(isForbidden)).toBe(true)
  const reason = new Error('no longer needed')
  await expect(connection.schema(DEPLOYMENT, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
})

test('a question is sent to the next host', async () => {
  const { connection, nextHost, settle, transport } = openPage()
  const asked = connection.schema(DEPLOYMENT)
  const first = await nextHost()
  await settle()
  expect(first.sent('hostCall')).toMatchObject([{ verb: 'schema', kind: DEPLOYMENT }])
  transport.listener.onLost('the worker has ended')
  const second = await nextHost()
  await settle()
  const [call] = second.sent('hostCall')
  const object = { definitions: {} }
  second.onMessage({ type: 'result', id: call?.id ?? 0, object })
  expect(await asked).toEqual(object)
})
