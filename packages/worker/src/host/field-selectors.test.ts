import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { hostRig } from '../test/host-rig.ts'
import { createTestServer, requestsOf } from '../test/informers.ts'

function shownPods() {
  const clock = new FakeClock()
  const server = createTestServer({ clock })
  return { clock, server, page: hostRig({ clock, server, disk: undefined }).open({ identity: 'alice' }) }
}

test('both forms of a field selector share one informer', async () => {
  const { clock, server, page } = shownPods()
  const scopeOf = (fieldSelector: string | Record<string, string>) => ({
    namespace: 'default',
    fieldSelector,
  })
  page.subscribe(1, { resource: 'pods', scope: scopeOf({ 'metadata.name': 'a' }) })
  page.subscribe(2, { resource: 'pods', scope: scopeOf('metadata.name=a') })
  await clock.advance(5_000)
  expect(page.shows(1)?.rows).toEqual(page.shows(2)?.rows)
  expect(page.shows(1)).toMatchObject({ total: 1, status: { data: 'complete' } })
  expect(requestsOf(server, 'list').map(({ query }) => query.fieldSelector)).toEqual(['metadata.name=a'])
})

test.each([[{ 'a=b': 'c' }], [{ 'metadata.name': null }]])(
  'a field selector %j from the page is an error of its slice',
  async fieldSelector => {
    const { clock, page } = shownPods()
    page.subscribe(1, { resource: 'pods', scope: { fieldSelector: fieldSelector as never } })
    page.subscribe(2, { resource: 'pods' })
    await clock.advance(5_000)
    expect(page.shows(1)?.status?.error).toBeDefined()
    expect(page.shows(2)).toMatchObject({ status: { data: 'complete' } })
  },
)
