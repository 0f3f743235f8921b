// What users with few rights see, and what their pages request for it.
import type { KubeClient } from '@kube-informer/core'
import { namespaces, pods, secrets } from '@kube-informer/core/resources'
import { expect } from '@playwright/test'
import type { CountedRequest, CountingProxy } from '../journeys/counting-proxy.ts'
import { readDisk } from './read-disk.ts'
import { test } from './rights-fixtures.ts'
import { READ_PODS } from './service-account.ts'

const ALL_PODS = '/api/v1/pods'
const podsOf = (namespace: string) => `/api/v1/namespaces/${namespace}/pods`
const podNameOf = (namespace: string) => `pod-of-${namespace}`
const rowOf = (namespace: string) => `${namespace}/${podNameOf(namespace)}`

/** Creates a namespace with one Pod, which no controller changes. */
async function createPod(admin: KubeClient, namespace: string): Promise<void> {
  await admin.apply(namespaces, { metadata: { name: namespace } })
  const spec = { containers: [{ name: 'main', image: 'none' }] }
  await admin.apply(pods, { metadata: { namespace, name: podNameOf(namespace) }, spec })
}

const urlOf = ({ path }: CountedRequest): URL => new URL(path, 'http://apiserver')
const pathOf = (request: CountedRequest): string => urlOf(request).pathname
const isWide = (request: CountedRequest): boolean => pathOf(request) === ALL_PODS

/** The requests for resources: without preflight requests, and without that for the version, which every user may get. */
const sentTo = ({ requests }: CountingProxy): readonly CountedRequest[] =>
  requests.filter(({ method, path }) => method !== 'OPTIONS' && !path.startsWith('/version'))

test('a namespace is shown with a Role in that namespace, and nothing else is requested', async ({
  page,
  visit: { admin, user, proxy, open, codeFor },
}) => {
  await createPod(admin, 'team-a')
  await user.grant(READ_PODS, 'team-a')
  await expect.poll(() => codeFor(podsOf('team-a'))).toBe(200)
  await open({ namespace: 'team-a' })
  await expect(page.getByRole('listitem')).toHaveText([rowOf('team-a')])
  // The watch follows the list.
  await expect.poll(() => sentTo(proxy).some(({ path }) => path.includes('watch=true'))).toBe(true)
  const requested = sentTo(proxy)
  expect(new Set(requested.map(pathOf))).toEqual(new Set([podsOf('team-a')]))
  expect(requested.filter(({ status = 200 }) => status !== 200)).toEqual([])
  await user.revoke('team-a')
})

test('Roles in two namespaces show both; rights that come and go change the page and its disk', async ({
  page,
  visit: { admin, user, proxy, open, codeFor },
}) => {
  const rows = page.getByRole('listitem')
  const alert = page.getByRole('alert')
  const reconnect = () => page.getByRole('button', { name: 'Reconnect' }).click()
  const onDisk = () => page.evaluate(readDisk)
  for (const namespace of ['team-a', 'team-b', 'team-c']) await createPod(admin, namespace)
  for (const namespace of ['team-a', 'team-b']) await user.grant(READ_PODS, namespace)
  await expect.poll(() => codeFor(podsOf('team-b'))).toBe(200)

  await open({ namespaces: ['team-a', 'team-b'] })
  await expect(rows).toHaveText([rowOf('team-a'), rowOf('team-b')])
  await expect(alert).toHaveCount(0)
  await expect.poll(onDisk).toContain(podNameOf('team-a'))
  await expect.poll(onDisk).toContain(podNameOf('team-b'))
  expect(
    sentTo(proxy)
      .filter(isWide)
      .map(({ status }) => status),
  ).toEqual([403])

  let loads = 0
  page.on('load', () => loads++)
  await user.grant(READ_PODS)
  await expect.poll(() => codeFor(ALL_PODS)).toBe(200)
  // Otherwise the right is reviewed again after 30 s to 10 min.
  await reconnect()
  for (const namespace of ['team-a', 'team-b', 'team-c'])
    await expect(rows.filter({ hasText: rowOf(namespace) })).toHaveCount(1)
  await expect.poll(onDisk).toContain(podNameOf('team-c'))

  await user.revoke()
  await expect.poll(() => codeFor(ALL_PODS)).toBe(403)
  // The server checks rights when a request starts, so an open watch would go on for some minutes.
  await reconnect()
  await expect(rows).toHaveText([rowOf('team-a'), rowOf('team-b')])
  await expect.poll(onDisk).not.toContain(podNameOf('team-c'))

  await user.revoke('team-b')
  await expect.poll(() => codeFor(podsOf('team-b'))).toBe(403)
  await reconnect()
  await expect(rows).toHaveText([rowOf('team-a')])
  await expect(alert).toContainText('namespace "team-b"')
  await expect.poll(onDisk).not.toContain(podNameOf('team-b'))
  expect(await onDisk()).toContain(podNameOf('team-a'))

  await user.revoke('team-a')
  await expect.poll(() => codeFor(podsOf('team-a'))).toBe(403)
  await reconnect()
  await expect(rows).toHaveCount(0)
  await expect(alert).toContainText('namespace "team-a"')
  await expect.poll(onDisk).not.toContain('pod-of-team')
  expect(loads).toBe(0)

  await page.reload()
  await expect(alert).toContainText('forbidden')
  await expect(rows).toHaveCount(0)
})

test('one Secret is shown with a Role for its name only', async ({
  page,
  visit: { admin, user, proxy, open, codeFor },
}) => {
  const path = '/api/v1/namespaces/team-a/secrets'
  const one = `${path}?fieldSelector=metadata.name%3Ddatabase`
  const write = (name: string, text: string) =>
    admin.apply(secrets, { metadata: { namespace: 'team-a', name }, data: { password: btoa(text) } })
  await createPod(admin, 'team-a')
  await write('database', 'first')
  await write('other', 'hidden')
  const verbs = ['get', 'list', 'watch']
  await user.grant({ apiGroups: [''], resources: ['secrets'], resourceNames: ['database'], verbs }, 'team-a')
  await expect.poll(() => codeFor(one)).toBe(200)
  expect(await codeFor(path)).toBe(403)
  expect(await codeFor(`${path}/other`)).toBe(403)

  await open({ secret: 'team-a/database' })
  await expect(page.getByRole('listitem')).toHaveText(['team-a/database'])
  await expect(page.getByRole('status')).toHaveText('first')
  await write('database', 'second')
  await expect(page.getByRole('status')).toHaveText('second')
  const requested = sentTo(proxy)
  expect(new Set(requested.map(pathOf))).toEqual(new Set([path]))
  const selectors = requested.map(request => urlOf(request).searchParams.get('fieldSelector'))
  expect(new Set(selectors)).toEqual(new Set(['metadata.name=database']))
  expect(requested.filter(({ status = 200 }) => status !== 200)).toEqual([])

  await user.revoke('team-a')
  await expect.poll(() => codeFor(one)).toBe(403)
  await page.getByRole('button', { name: 'Reconnect' }).click()
  await expect(page.getByRole('listitem')).toHaveCount(0)
  await expect(page.getByRole('status')).toBeEmpty()
  await expect(page.getByRole('alert')).toContainText('forbidden')
})
