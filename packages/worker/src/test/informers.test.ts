import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { BASE_URL, createTestServer, serverControl, TOKEN } from './informers.ts'

const ANSWERED = ['/api/v1/pods', '/api/v1/pods?limit=1', '/api/v1/namespaces/default/pods?watch=true']
const DELAYED = '/api/v1/namespaces/default/pods/a'

test('delayGet delays the next GET of a Pod, and no list or watch before it', async () => {
  const clock = new FakeClock()
  const server = createTestServer({ clock })
  const headers = { authorization: `Bearer ${TOKEN}` }
  const answers: string[] = []
  await serverControl(server).delayGet()
  const requests = [...ANSWERED, DELAYED, DELAYED].map(async path => {
    const { status } = await server.fetch(new Request(`${BASE_URL}${path}`, { headers }))
    answers.push(`${status} ${path}`)
  })
  await clock.advance(3_599_999)
  expect(answers.toSorted()).toEqual([...ANSWERED, DELAYED].map(path => `200 ${path}`).toSorted())
  await clock.advance(1)
  await Promise.all(requests)
  expect(answers.at(-1)).toBe(`200 ${DELAYED}`)
})
