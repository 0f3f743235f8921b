// The same page on a real kube-apiserver. Skipped, with a reason, where there is none.
import { writeFileSync } from 'node:fs'
import { type Pod, pods } from '@kube-informer/testing'
import type { BrowserContext } from '@playwright/test'
import { previewDemo } from '../preview.ts'
import { Console } from './console.ts'
import { expect, keyOf } from './fixtures.ts'
import { PODS, type Seeded, test, WAYS, type Way } from './real-fixtures.ts'

/** Opens the console on a server, and waits until it has all Pods. */
async function openOn(context: BrowserContext, query: Way['query']): Promise<Console> {
  const app = new Console(await context.newPage())
  await app.page.goto(`/?${new URLSearchParams(query)}`)
  await app.synced(PODS)
  await expect(app.page.getByTestId('status-data')).toHaveText('complete')
  return app
}

/** Creates a Pod that no controller changes, and whose deletion is immediate. */
async function createPod({ client }: Seeded, name: string): Promise<Pod> {
  const spec = { containers: [{ name: 'main', image: 'none' }] }
  return client.create(pods, { metadata: { namespace: 'default', name }, spec })
}

/** Deletes a Pod through the page. */
async function deleteOn(app: Console, pod: Pod): Promise<void> {
  await app.filter.fill(pod.metadata.name)
  await app.hasRows(1)
  await app.delete(keyOf(pod))
}

/** Fails a Pod with a reason, which its row shows. */
async function fail({ client }: Seeded, pod: Pod, reason: string): Promise<void> {
  const { namespace, name } = pod.metadata
  const at = { namespace, name, subresource: 'status' }
  await client.patch(pods, at, { status: { phase: 'Failed', reason } }, { type: 'merge' })
}

/** A generated Pod. */
function podAt({ seeded }: Seeded, index: number): Pod {
  const pod = seeded[index]
  if (!pod) throw new Error('nothing was written')
  return pod
}

type Journey = (parts: {
  readonly context: BrowserContext
  readonly query: Way['query']
  readonly target: Seeded
}) => Promise<void>

const JOURNEYS: Readonly<Record<string, Journey>> = {
  'five thousand Pods, and what changes in them': async ({ context, query, target }) => {
    const app = await openOn(context, query)
    // Rows change because of the churn.
    const before = await app.text()
    await expect.poll(() => app.text()).not.toBe(before)

    const first = podAt(target, 0)
    await app.choose(first.metadata.namespace)
    await app.filter.fill(first.metadata.name)
    await app.hasRows(1)
    const { namespace, name } = first.metadata
    await fail(target, first, 'Evicted')
    await expect(app.row(keyOf(first))).toContainText('Evicted')
    const at = { namespace, name, subresource: 'status' }
    await target.client.patch(pods, at, { status: { reason: null, ...first.status } }, { type: 'merge' })
    await expect(app.row(keyOf(first))).not.toContainText('Evicted')
  },

  'switching namespaces shows the right set': async ({ context, query, target }) => {
    const app = await openOn(context, query)
    const byNamespace = Map.groupBy(target.seeded, pod => pod.metadata.namespace)
    const names = [...byNamespace.keys()].toSorted()
    for (const namespace of new Set([names[0], 'default', names.at(-1)])) {
      if (namespace === undefined) continue
      const expected = new Set(byNamespace.get(namespace)?.map(keyOf))
      await app.choose(namespace)
      await app.hasRows(expected.size)
      const shown = await app.keys()
      expect(shown.length).toBeGreaterThan(Math.min(10, expected.size - 1))
      expect(shown.filter(key => !expected.has(key))).toEqual([])
    }
  },

  'the search narrows the table': async ({ context, query, target }) => {
    const app = await openOn(context, query)
    const wanted = podAt(target, 500)
    await app.filter.fill(wanted.metadata.name)
    await app.hasRows(1)
    expect(await app.keys()).toEqual([keyOf(wanted)])
  },

  'a Pod that is created appears, and leaves when the visitor deletes it': async parts => {
    const { context, query, target } = parts
    const app = await openOn(context, query)
    const pod = await createPod(target, 'doomed')
    await expect(app.objects).toHaveText((PODS + 1).toLocaleString('en'))
    await deleteOn(app, pod)
    await expect(app.row(keyOf(pod))).toHaveCount(0)
    await expect(app.objects).toHaveText(PODS.toLocaleString('en'))
  },

  'a reload shows the same again': async ({ context, query, target }) => {
    const app = await openOn(context, query)
    await app.choose('default')
    const expected = target.seeded.filter(pod => pod.metadata.namespace === 'default')
    await app.hasRows(expected.length)
    const before = await app.keys()
    await app.page.reload()
    await app.synced(expected.length)
    await app.hasRows(expected.length)
    expect((await app.keys()).toSorted()).toEqual(before.toSorted())
  },

  'two tabs show the same, and a write in one appears in the other': async parts => {
    const { context, query, target } = parts
    const [left, right] = [await openOn(context, query), await openOn(context, query)]
    const pod = await createPod(target, 'seen-twice')
    for (const tab of [left, right]) {
      await tab.filter.fill(pod.metadata.name)
      await expect(tab.row(keyOf(pod))).toBeVisible()
    }
    await deleteOn(left, pod)
    await expect(right.row(keyOf(pod))).toHaveCount(0)
  },

  'a server that starts anew ends all watches, and nothing is missed': async parts => {
    const { context, query, target } = parts
    const { restartApiserver } = target.cluster
    test.skip(!restartApiserver, 'the cluster is not ours to restart')
    const app = await openOn(context, query)
    const first = podAt(target, 0)
    await app.filter.fill(first.metadata.name)
    await app.hasRows(1)
    const restarting = restartApiserver?.()
    await expect(app.link).toHaveAttribute('data-link', 'retrying')
    await expect(app.row(keyOf(first))).toBeVisible()
    await restarting
    await fail(target, first, 'Restarted')
    await expect(app.row(keyOf(first))).toContainText('Restarted')
    await expect(app.link).toHaveAttribute('data-link', 'live')
    const { namespace, name } = first.metadata
    const at = { namespace, name, subresource: 'status' }
    await target.client.patch(pods, at, { status: { reason: null, ...first.status } }, { type: 'merge' })
  },
}

for (const [way, open] of Object.entries(WAYS))
  test.describe(`a real apiserver, ${way}`, () => {
    for (const [title, journey] of Object.entries(JOURNEYS))
      test(title, async ({ target, browser, demo }) => {
        test.skip('skip' in target, 'skip' in target ? target.skip : '')
        if ('skip' in target) return
        const opened = await open(target, browser, demo.url)
        test.skip('skip' in opened, 'skip' in opened ? opened.skip : '')
        if ('skip' in opened) return
        try {
          await journey({ ...opened, target })
        } finally {
          await opened.close()
        }
      })
  })

test("a real apiserver, through the demo's own proxy with a token", async ({ target, browser }) => {
  test.skip('skip' in target, 'skip' in target ? target.skip : '')
  if ('skip' in target) return
  const { url, token, ca } = target.cluster
  const caFile = test.info().outputPath('ca.crt')
  if (ca) writeFileSync(caFile, ca)
  const env = { KUBE_APISERVER_URL: url, KUBE_TOKEN: token, ...(ca ? { KUBE_CA_FILE: caFile } : {}) }
  const demo = await previewDemo(env)
  const context = await browser.newContext({ baseURL: demo.url })
  try {
    const app = await openOn(context, { server: '/k8s' })
    const first = podAt(target, 0)
    await app.filter.fill(first.metadata.name)
    await fail(target, first, 'Shutdown')
    await expect(app.row(keyOf(first))).toContainText('Shutdown')
    await app.page.screenshot({
      path: `${test.info().project.outputDir}/pictures/real-apiserver.png`,
    })
  } finally {
    await context.close()
    await demo.stop()
  }
})
