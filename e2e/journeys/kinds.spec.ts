// The columns that the console has for the kinds that people look at most.
import type { Console } from './console.ts'
import { expect, test } from './fixtures.ts'

interface Kind {
  /** From left to right. */
  readonly columns: readonly string[]
  /** An object of the namespace `shop`, and what some of its cells show. */
  readonly row: RegExp
  readonly cells: Readonly<Record<string, string | RegExp>>
}

const NODE = /^ip-[\d-]+\./

/** By the path of the kind. */
const KINDS: Readonly<Record<string, Kind>> = {
  'core/v1/pods': {
    columns: ['Name', 'Namespace', 'Status', 'Ready', 'Restarts', 'Node', 'Age'],
    row: /^shop\/web-/,
    cells: { status: 'Running', ready: '1/1', restarts: '0', node: NODE },
  },
  'apps/v1/deployments': {
    columns: ['Name', 'Namespace', 'Status', 'Ready', 'Up-to-date', 'Available', 'Images', 'Age'],
    row: /^shop\/web$/,
    cells: { status: 'Available', ready: '3/3', images: /^web:/ },
  },
  'core/v1/nodes': {
    columns: ['Name', 'Status', 'Roles', 'Version', 'CPU', 'Memory', 'Max Pods', 'Internal IP', 'Age'],
    row: NODE,
    cells: { status: 'Ready', roles: 'worker', version: /^v1\./, memory: /Gi$/ },
  },
  'core/v1/events': {
    columns: ['Last seen', 'Type', 'Reason', 'Object', 'Message', 'Count', 'Namespace'],
    row: /^shop\//,
    cells: { type: 'Normal', object: /^(Pod|ReplicaSet|Deployment|Job|CronJob) / },
  },
  'core/v1/services': {
    columns: ['Name', 'Namespace', 'Type', 'Cluster IP', 'Ports', 'Selector', 'Age'],
    row: /^shop\/web$/,
    cells: { type: 'ClusterIP', ip: /^10\./, ports: /\/TCP$/, selector: 'app=web' },
  },
}

/** The first row on screen whose key matches. */
async function firstRow(app: Console, pattern: RegExp): Promise<ReturnType<Console['row']>> {
  const find = async (): Promise<string | undefined> =>
    (await app.orderedKeys()).find(key => pattern.test(key))
  await expect.poll(find).toBeDefined()
  return app.row((await find()) ?? '')
}

test('Pods, workloads, Nodes, Events and Services have columns of their own', async ({
  app,
  startWholeCluster,
}) => {
  await startWholeCluster({ pods: 100 })
  for (const [path, { columns, row, cells }] of Object.entries(KINDS))
    await test.step(path, async () => {
      await app.open(path, columns.includes('Namespace') ? { namespace: 'shop' } : {})
      const heads = app.table.getByRole('columnheader')
      await expect(heads).toHaveText(['', ...columns.map(column => new RegExp(`^${column}`))])
      const shown = await firstRow(app, row)
      for (const [column, text] of Object.entries(cells))
        await expect(shown.locator(`.column-${column}`)).toHaveText(text)
    })
})
