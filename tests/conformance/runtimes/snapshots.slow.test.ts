import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import type { KubernetesObject } from '@kube-informer/core'
import { createMemorySnapshotStore, databaseSql } from '@kube-informer/core/snapshot'
import { build as bundle } from 'esbuild'
import { Miniflare } from 'miniflare'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tool } from '../../../tools/packages/packages.ts'
import { runSnapshotCases, type SnapshotFailure } from './snapshots/cases.ts'
import { sqlStores } from './snapshots/sql-stores.ts'

const TIMEOUT_MS = 60_000
const execute = promisify(execFile)

let compiled: string
beforeAll(async () => {
  compiled = await mkdtemp(join(tmpdir(), 'kube-informer-snapshots-'))
  await bundle({
    entryPoints: ['bun', 'workerd'].map(name => join(import.meta.dirname, 'snapshots', `${name}.ts`)),
    outdir: compiled,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    conditions: ['@kube-informer/source'],
    target: 'es2023',
  })
}, TIMEOUT_MS)
afterAll(() => rm(compiled, { recursive: true, force: true }))

const script = (name: string) => join(compiled, `${name}.js`)

async function inMemory(): Promise<readonly SnapshotFailure[]> {
  return runSnapshotCases(() => {
    const store = createMemorySnapshotStore<KubernetesObject>()
    return () => store
  })
}

async function inNode(): Promise<readonly SnapshotFailure[]> {
  const database = new DatabaseSync(join(compiled, 'node.db'))
  try {
    return await runSnapshotCases(sqlStores(databaseSql(database)))
  } finally {
    database.close()
  }
}

async function inBun(): Promise<readonly SnapshotFailure[]> {
  const { stdout } = await execute(tool('bun'), ['run', script('bun')], { timeout: TIMEOUT_MS })
  return JSON.parse(stdout)
}

async function inWorkerd(): Promise<readonly SnapshotFailure[]> {
  const worker = new Miniflare({
    modules: true,
    script: await readFile(script('workerd'), 'utf8'),
    compatibilityDate: '2026-07-01',
    durableObjects: { SNAPSHOTS: { className: 'Snapshots', useSQLite: true } },
  })
  try {
    const response = await worker.dispatchFetch('http://worker/')
    return (await response.json()) as readonly SnapshotFailure[]
  } finally {
    await worker.dispose()
  }
}

test.each([
  ['memory', inMemory],
  ['node:sqlite', inNode],
  ['bun:sqlite', inBun],
  ['the SQLite of a Durable Object', inWorkerd],
])(
  'T: a snapshot store in %s passes the conformance cases',
  async (_, run) => {
    expect(await run()).toEqual([])
  },
  TIMEOUT_MS,
)
