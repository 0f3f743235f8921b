// The table of thousands of Pods that keep changing on a real kube-apiserver, through each route to it. Skipped, with a
// reason, where there is none.
import { type Pod, pods } from '@kube-informer/testing'
import { Console } from './console.ts'
import { expect, keyOf } from './fixtures.ts'
import { isOpen, orSkip, PODS, type Seeded, test, WAY_NAMES, type Way } from './real-fixtures.ts'

/** The route on which tabs share their informers. */
const SHARED = 'through kubectl proxy'

/** Opens the console on a server, and waits until it has all Pods. */
async function openOn({ context, query }: Way): Promise<Console> {
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
  await client.patch(pods, pod, { status: { phase: 'Failed', reason } }, { subresource: 'status' })
}

/** Gives a Pod the status that it had at first. */
async function recover({ client }: Seeded, pod: Pod): Promise<void> {
  await client.patch(pods, pod, { status: { reason: null, ...pod.status } }, { subresource: 'status' })
}

/** A generated Pod. */
function podAt({ pods: generated }: Seeded, index: number): Pod {
  const pod = generated[index]
  if (!pod) throw new Error('nothing was written')
  return pod
}

for (const name of WAY_NAMES)
  test(`${name}: thousands of Pods, what changes in them, and a write of the visitor`, async ({
    seeded,
    openWay,
  }) => {
    const app = await openOn(orSkip(await openWay(name)))
    // Rows change because of the churn.
    const before = await app.text()
    await expect.poll(() => app.text()).not.toBe(before)

    const pod = await createPod(seeded, 'doomed')
    await expect(app.objects).toHaveText((PODS + 1).toLocaleString('en'))
    await deleteOn(app, pod)
    await expect(app.row(keyOf(pod))).toHaveCount(0)
    await expect(app.objects).toHaveText(PODS.toLocaleString('en'))

    const first = podAt(seeded, 0)
    await app.choose(first.metadata.namespace)
    await app.filter.fill(first.metadata.name)
    await app.hasRows(1)
    await fail(seeded, first, 'Evicted')
    await expect(app.row(keyOf(first))).toContainText('Evicted')
    await recover(seeded, first)
    await expect(app.row(keyOf(first))).not.toContainText('Evicted')
  })

test('namespaces, the search and a reload show the right set', async ({ seeded, openWay }) => {
  const app = await openOn(orSkip(await openWay(SHARED)))
  const wanted = podAt(seeded, 500)
  await app.filter.fill(wanted.metadata.name)
  await app.hasRows(1)
  expect(await app.keys()).toEqual([keyOf(wanted)])
  await app.filter.fill('')

  const byNamespace = Map.groupBy(seeded.pods, pod => pod.metadata.namespace)
  const names = [...byNamespace.keys()].toSorted()
  for (const namespace of new Set([names[0], names.at(-1), 'default'])) {
    if (namespace === undefined) continue
    await app.showsOnly(namespace, new Set(byNamespace.get(namespace)?.map(keyOf)))
  }

  const before = await app.keys()
  const count = byNamespace.get('default')?.length ?? 0
  await app.page.reload()
  await app.synced(count)
  await app.hasRows(count)
  expect((await app.keys()).toSorted()).toEqual(before.toSorted())
})

test('two tabs show the same, and a write in one appears in the other', async ({ seeded, openWay }) => {
  const way = orSkip(await openWay(SHARED))
  const [left, right] = [await openOn(way), await openOn(way)]
  const pod = await createPod(seeded, 'seen-twice')
  for (const tab of [left, right]) {
    await tab.filter.fill(pod.metadata.name)
    await expect(tab.row(keyOf(pod))).toBeVisible()
  }
  await deleteOn(left, pod)
  await expect(right.row(keyOf(pod))).toHaveCount(0)
})

test('a server that starts anew ends all watches, and nothing is missed', async ({ seeded, openWay }) => {
  const { restartApiserver } = seeded.cluster
  test.skip(!restartApiserver, 'the cluster is not ours to restart')
  const ways = (await Promise.all(WAY_NAMES.map(openWay))).filter(isOpen)
  const apps = await Promise.all(ways.map(openOn))
  const first = podAt(seeded, 0)
  for (const app of apps) {
    await app.filter.fill(first.metadata.name)
    await app.hasRows(1)
  }
  const restarting = restartApiserver?.()
  for (const app of apps) {
    await expect(app.link).toHaveAttribute('data-link', 'retrying')
    await expect(app.row(keyOf(first))).toBeVisible()
  }
  await restarting
  await fail(seeded, first, 'Restarted')
  for (const app of apps) {
    await expect(app.row(keyOf(first))).toContainText('Restarted')
    await expect(app.link).toHaveAttribute('data-link', 'live')
  }
  await recover(seeded, first)
})
