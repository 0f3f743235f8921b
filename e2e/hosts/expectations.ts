import { type FakeApiserver, pods } from '@kube-informer/testing'
import { expect } from '@playwright/test'
import { differences } from './differences.ts'
import { digestOf } from './digest.ts'
import type { Tab } from './tab.ts'

/** Waits until the tab shows exactly the server's state. */
export async function showsServer(tab: Tab, server: FakeApiserver): Promise<void> {
  await expect.poll(async () => differences(await tab.digests(), server.list(pods).map(digestOf))).toEqual([])
}

/** Expects that no row disappeared and reappeared, and that no row went back to an older state. */
export async function wasSteady(tab: Tab): Promise<void> {
  const { blinked, wentBack } = await tab.shown()
  expect({ blinked, wentBack }).toEqual({ blinked: [], wentBack: [] })
  expect(await tab.evaluate(() => globalThis.tab.errors)).toEqual([])
}

/** Waits until the tab's host has stored the server's newest resourceVersion. */
export async function isKept(tab: Tab): Promise<void> {
  await expect.poll(async () => (await tab.status()).storage.usedBytes ?? 0).toBeGreaterThan(0)
}

/** The number of running hosts in the tab's origin, counted by their locks. */
export const runningHosts = (tab: Tab): Promise<number> =>
  tab.evaluate(async () => {
    const { held = [] } = await navigator.locks.query()
    return held.filter(({ name }) => name?.startsWith('kube-informer:host:')).length
  })
