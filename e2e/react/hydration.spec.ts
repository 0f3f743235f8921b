// A page whose rows a server has rendered.
import type { Page } from '@playwright/test'
import { deploymentOf } from './deployment.ts'
import { expect, reads, test } from './fixtures.ts'

declare global {
  /** The nodes of the rows, before any script ran. */
  var renderedNodes: readonly Node[]
}

/** Holds the scripts of the page, and returns the function that releases them. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/*.js', async route => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Remembers every node of the rows, with their texts. */
const rememberNodes = (page: Page) =>
  page.evaluate(() => {
    const list = document.querySelector('ul') ?? document
    const nodes: Node[] = [list]
    for (const walker = document.createTreeWalker(list); walker.nextNode(); ) nodes.push(walker.currentNode)
    globalThis.renderedNodes = nodes
    return nodes.length
  })

/** The texts of the remembered nodes that have left the page. */
const lostNodes = (page: Page) =>
  page.evaluate(() =>
    globalThis.renderedNodes.filter(node => !node.isConnected).map(node => node.textContent),
  )

test('rows are visible before any script ran; hydration keeps every DOM node and resumes the watch', {
  tag: '@smoke',
}, async ({ page, cluster, open, shownStates }) => {
  const { server } = cluster
  server.create(deploymentOf('default/api', { replicas: 2 }))
  server.create(deploymentOf('default/web', { replicas: 1 }))
  server.create(deploymentOf('other/api', { replicas: 9 }))
  const { rv } = server
  const runScripts = await holdScripts(page)
  await open('rendered')
  const rows = page.getByRole('listitem')
  const main = page.getByRole('main')
  await expect(rows).toHaveText(['api 2', 'web 1'])
  await expect(main).toHaveAttribute('title', 'cached')
  await expect(main).toContainText('2 Deployments')
  expect(reads(cluster)).toEqual([])
  // The list, and for each row: its element, two texts with a comment between them, and an element with a text.
  expect(await rememberNodes(page)).toBe(1 + 2 * 6)
  await shownStates()

  server.update(deploymentOf('default/web', { replicas: 3 }))
  server.create(deploymentOf('default/zone', { replicas: 1 }))
  runScripts()
  await expect(rows).toHaveText(['api 2', 'web 3', 'zone 1'])
  await expect(main).toHaveAttribute('title', 'complete')
  server.update(deploymentOf('default/api', { replicas: 4 }))
  await expect(rows).toHaveText(['api 4', 'web 3', 'zone 1'])
  expect(await lostNodes(page)).toEqual([])
  expect(await shownStates()).toEqual(['api, web, zone, 3'])
  expect(reads(cluster)).toEqual([`watch ${rv}`])
})

test('rows stay when the server has forgotten their resourceVersion: the page lists once', async ({
  page,
  cluster,
  open,
  shownStates,
}) => {
  const { server } = cluster
  for (const name of ['api', 'web', 'zone']) server.create(deploymentOf(`default/${name}`, { replicas: 1 }))
  const { rv } = server
  const runScripts = await holdScripts(page)
  await open('rendered')
  const rows = page.getByRole('listitem')
  await expect(rows).toHaveText(['api 1', 'web 1', 'zone 1'])
  await rememberNodes(page)
  await shownStates()

  server.update(deploymentOf('default/api', { replicas: 2 }))
  server.delete(deploymentOf('default/web', { replicas: 1 }))
  // The watch cannot resume at an earlier resourceVersion.
  server.relist()
  runScripts()
  await expect(rows).toHaveText(['api 2', 'zone 1'])
  server.update(deploymentOf('default/zone', { replicas: 5 }))
  await expect(rows).toHaveText(['api 2', 'zone 5'])
  expect(await lostNodes(page)).toEqual(['web 1', 'web', ' ', ' ', '1', '1'])
  expect(await shownStates()).toEqual(['api, zone, 2'])
  const [first, ...others] = reads(cluster)
  expect(first).toBe(`watch ${rv}`)
  expect(others.filter(read => read === 'list')).toHaveLength(1)
})
