import { deployments } from '@kube-informer/core/resources'
import { expect, test } from 'vitest'
import { LogView } from '../src/log-view.tsx'
import { PodsOfNamespace } from '../src/pods-of-namespace.tsx'
import { ScaleDeployment } from '../src/scale-deployment.tsx'
import { SignOut } from '../src/sign-out.tsx'
import { pod, render } from './render.tsx'

const WEB = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { namespace: 'shop', name: 'web' },
  spec: { replicas: 2 },
}

const renderScale = () => render(<ScaleDeployment namespace="shop" name="web" />, { objects: [WEB] })

test('a new scale is shown before the server has answered', async () => {
  const { shows, press, container, server, advance } = await renderScale()
  await shows(/^2/)
  server.faults.add({ match: { method: 'PATCH' }, times: 1, action: { type: 'delay', ms: 5_000 } })
  await press('One more')
  expect(container.querySelector('output')?.textContent).toBe('3')
  expect(server.get(deployments, { namespace: 'shop', name: 'web' })?.spec?.replicas).toBe(2)
  await advance(10_000)
  expect(server.get(deployments, { namespace: 'shop', name: 'web' })?.spec?.replicas).toBe(3)
})

test.each([
  [409, /Someone else/],
  [403, /forbidden/i],
])('a scale that is rejected with %s is taken back, and says why', async (code, message) => {
  const { shows, press, container, server, alert } = await renderScale()
  await shows(/^2/)
  server.faults.add({ match: { method: 'PATCH' }, action: { type: 'status', code } })
  await press('One more')
  await shows(message)
  expect(container.querySelector('output')?.textContent).toBe('2')
  expect(alert()).toMatch(message)
})

test('the sign-out leaves no rows', async () => {
  const page = (
    <>
      <PodsOfNamespace namespace="shop" />
      <SignOut />
    </>
  )
  const { shows, press, container } = await render(page, {
    objects: [pod('shop', 'web')],
    connection: { identity: 'ada' },
  })
  await shows(/web/)
  await press('Sign out')
  await shows('You are signed out.')
  expect(container.textContent).not.toContain('web')
})

test('a log shows its lines, and why there are none', async () => {
  const { shows, alert } = await render(<LogView namespace="shop" name="none" />)
  await shows(/not found/)
  expect(alert()).toMatch(/"none" not found/)
})
