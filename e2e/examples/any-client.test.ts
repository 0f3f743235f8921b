import { createFakeApiserver } from '@kube-informer/testing'
import { expect, onTestFinished, test, vi } from 'vitest'

test('any client will do: it is a fetch', async () => {
  vi.stubGlobal('fetch', createFakeApiserver().fetch)
  onTestFinished(() => void vi.unstubAllGlobals())
  const response = await fetch('/api/v1/namespaces/default/pods/web')
  expect(await response.json()).toMatchObject({ code: 404, message: 'pods "web" not found' })
})
