import { type FakeApiserver, pods } from '@kube-informer/testing'
import { differences } from '../hosts/differences.ts'
import { digestOf } from '../hosts/digest.ts'
import { wholeStates } from '../hosts/requests.ts'
import type { Tab } from '../hosts/tab.ts'
import { until } from './until.ts'

/**
 * Waits until the tab shows the state of the server, which does not change meanwhile. The tab's requests are released.
 *
 * @param mayList whether the tab may list although its disk holds a cache
 */
export async function catchUp(tab: Tab, server: FakeApiserver, mayList: boolean): Promise<void> {
  const expected = server.list(pods).map(digestOf)
  const lists = wholeStates(server)
  let wrong: readonly string[] = []
  await until('the tab shows the state of the server', async () => {
    wrong = differences(await tab.digests(), expected)
    return wrong.length === 0
  }).catch(error => fail(`${error.message}:`, wrong))
  if (!mayList && wholeStates(server) > lists)
    fail('the tab could resume from disk, but sent a list:', lately(server))
  const { blinked } = await tab.shown()
  const wentBack = [...(await tab.shown()).wentBack, ...(await tab.shown('window')).wentBack]
  if (blinked.length > 0) fail('rows disappeared and reappeared:', blinked)
  if (wentBack.length > 0) fail('rows showed an older state after a newer one:', wentBack)
}

/** Descriptions of the last requests. */
const lately = ({ requests }: FakeApiserver): readonly string[] =>
  requests
    .slice(-8)
    .map(({ at, text, resourceVersion, status }) => `${at} ${text} @${resourceVersion}: ${status}`)

function fail(what: string, details: readonly string[]): never {
  throw new Error([what, ...details].join('\n  '))
}
