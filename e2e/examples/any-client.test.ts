import { createFakeApiserver } from '@kube-informer/testing'
import { expect, onTestFinished, test, vi } from 'vitest'

test('any client works: `server.fetch` has the signature of `fetch`', async () => {
  vi.stubGlobal('fetch', createFakeApiserver().fetch)
  onTestFinished(() => void vi.unstubAllGlobals())
  const response = await fetch('/api/v1/namespaces/default/pods/web')
  expect(await response.json()).toMatchObject({ code: 404, message: 'pods "web" not found' })
})
