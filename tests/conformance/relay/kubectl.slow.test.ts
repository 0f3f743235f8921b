import { expect, test, vi } from 'vitest'
import { describeReal } from '../../../tools/kubernetes/describe-real.ts'
import { describeKubectl } from '../kubectl/describe-kubectl.ts'
import { pod } from '../kubectl/manifests.ts'
import { plain } from '../kubectl/plain.ts'
import { readingSuite } from '../kubectl/reading.suite.ts'
import type { Target } from '../kubectl/targets.ts'
import { waitingSuite } from '../kubectl/waiting.suite.ts'
import { openWorkspace } from '../kubectl/workspace.ts'
import { openRelayedFake, openRelayedReal } from './targets.ts'

/** The commands that read and watch; writes pass through. */
function readingCommands(open: () => Promise<Target>): void {
  vi.setConfig({ testTimeout: 30_000 })
  const workspace = openWorkspace(open)
  readingSuite(workspace)
  waitingSuite(workspace)

  test('T17: get --watch-only prints changes only', async () => {
    const { ok, start } = workspace
    await ok('create -f -', { input: pod('before', { app: 'only' }) })
    const watch = start('get pods -l app=only --watch-only -o wide')
    // kubectl does not tell when its watch is open.
    for (let tier = 0, isSeen = false; !isSeen; tier++) {
      await ok(`label pod before tier=t${tier} --overwrite`)
      isSeen = await Promise.race([watch.lines(2).then(() => true), ok('get pod before').then(() => false)])
    }
    const [header, row] = await watch.lines(2)
    await watch.stop()
    expect([plain(header ?? ''), plain(row ?? '')]).toEqual([
      'NAME  READY  STATUS  RESTARTS  AGE  IP  NODE  NOMINATED NODE  READINESS GATES',
      'before  0/1  Pending  0  <age>  <none>  <none>  <none>  <none>',
    ])
  })
}

describeKubectl('kubectl through a relay, on the fake apiserver', () => readingCommands(openRelayedFake))

describeReal('kubectl through a relay, on a real kube-apiserver', () =>
  describeKubectl('with the same commands', () => readingCommands(openRelayedReal)),
)
