import { createKubeClient, isNotFound, StatusError } from '@kube-informer/core'
import { pods } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { createApiReader } from './live-reads.ts'
import { isDoubtful } from './write-outcome.ts'

const STATUS = { kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 404, reason: 'NotFound' }

/** A client whose server, or a gateway in front of it, answers everything with 404. */
const finding = (body: string) =>
  createKubeClient({ baseUrl: 'http://fake', fetch: async () => new Response(body, { status: 404 }) })

test('T-ANS-8: only a Status says that an object does not exist', async () => {
  const find = (body: string) => createApiReader(finding(body)).find(pods, { namespace: 'd', name: 'a' })
  expect(await find(JSON.stringify(STATUS))).toBeUndefined()
  for (const page of ['<html>default backend - 404</html>', '404 page not found', ''])
    await expect(find(page)).rejects.toSatisfy(isNotFound)
})

test('T-ANS-8: a write that a gateway has refused may have happened', () => {
  const details = { causes: [{ reason: 'UnexpectedServerResponse' }] }
  expect(isDoubtful(new StatusError({ code: 403, reason: 'Forbidden', details }))).toBe(true)
  expect(isDoubtful(new StatusError({ code: 403, reason: 'Forbidden' }))).toBe(false)
})
