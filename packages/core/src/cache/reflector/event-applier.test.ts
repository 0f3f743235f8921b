import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import type { KubernetesObject, WatchEvent } from '../../api/object.ts'
import { endOfInitialEvents, reflectorOver } from '../../test/reflector-rig.ts'
import { added, pod, podList } from '../../test/scripted-lister-watcher.ts'

const unknown = (object: KubernetesObject) =>
  ({ type: 'RENAMED', object }) as unknown as WatchEvent<KubernetesObject>

describe('Reflector: events of unknown type', () => {
  test('are reported, advance the resourceVersion, and change nothing', async () => {
    const { clock, lw, names, errors } = reflectorOver(new FakeClock(), {
      lists: [podList(1, pod('a', 1))],
      watches: [{ reads: [[unknown(pod('a', 2))], [added(pod('b', 3)), unknown(pod('a', 4))]] }],
    })
    await clock.settle()
    expect(names()).toEqual(['a@1', 'b@3'])
    expect(errors.map(String)).toEqual([
      'ProtocolError: watch objects: unknown event type "RENAMED"',
      'ProtocolError: watch objects: unknown event type "RENAMED"',
    ])
    expect(lw.watches.map(({ resourceVersion }) => resourceVersion)).toEqual(['1', '4'])
  })

  test('are reported and skipped within an initial list by watch-list', async () => {
    const { clock, names, errors } = reflectorOver(
      new FakeClock(),
      {
        lists: [],
        watches: [
          {
            reads: [[added(pod('a', 1)), unknown(pod('a', 2)), unknown(pod('b', 2)), endOfInitialEvents(3)]],
            stayOpen: true,
          },
        ],
      },
      { watchList: true },
    )
    await clock.settle()
    expect(names()).toEqual(['a@1'])
    expect(errors).toHaveLength(2)
  })
})
