import type { Pod } from '@kube-informer/core/resources'
import { expect, test } from 'vitest'
import { programOf } from './scheduler/pod-program.ts'

const HALF = () => 0.5

const podOf = (command: readonly string[], annotations?: Record<string, string>, restartPolicy = 'Never') =>
  ({
    metadata: annotations ? { annotations } : {},
    spec: {
      restartPolicy,
      containers: [{ name: 'main', command: command.slice(0, 1), args: command.slice(1) }],
    },
  }) as Pod

const RUN = 'fake.kube-informer.dev/run-seconds'
const EXIT = 'fake.kube-informer.dev/exit-code'

test.each<[readonly string[], Record<string, string> | undefined, runMs: number, exitCode: number]>([
  [[], undefined, 4_000, 0],
  [['sleep', '8'], undefined, 8_000, 0],
  [['sh', '-c', 'sleep 8; exit 3'], undefined, 8_000, 3],
  [['asleep 8'], undefined, 4_000, 0],
  [['exit 12'], undefined, 4_000, 12],
  [['false'], undefined, 4_000, 1],
  [['/bin/false'], undefined, 4_000, 1],
  [['sh -c', 'false'], undefined, 4_000, 1],
  [['falsehood'], undefined, 4_000, 0],
  [['sleep 8'], { [RUN]: '3', [EXIT]: '2' }, 3_000, 2],
  [['exit 5'], { [RUN]: '0' }, 0, 5],
  [['exit 5'], { [EXIT]: '0' }, 4_000, 0],
  [['exit 5'], { [RUN]: 'soon', [EXIT]: '-1' }, 4_000, 5],
])(
  'the command %j with the annotations %j runs %s ms and ends with %s',
  (command, annotations, runMs, exitCode) => {
    expect(programOf(podOf(command, annotations), HALF)).toEqual({ runMs, exitCode })
  },
)

test('a container that is always restarted runs forever unless an annotation says otherwise', () => {
  expect(programOf(podOf(['sleep', '8'], undefined, 'Always'), HALF)).toBeUndefined()
  expect(programOf({}, HALF)).toBeUndefined()
  expect(programOf({ spec: { containers: [] } }, HALF)).toBeUndefined()
  expect(programOf(podOf(['sleep', '8'], { [EXIT]: '1' }, 'Always'), HALF)).toEqual({
    runMs: 8_000,
    exitCode: 1,
  })
  expect(programOf(podOf([], { [RUN]: '7' }, 'Always'), HALF)).toEqual({ runMs: 7_000, exitCode: 0 })
})

test('a Pod that says nothing runs between two and six seconds', () => {
  const runMs = (random: number) => programOf(podOf([]), () => random)?.runMs
  expect([runMs(0), runMs(0.999_999)]).toEqual([2_000, 5_999])
  expect(programOf({ spec: { restartPolicy: 'Never', containers: [] } }, HALF)?.exitCode).toBe(0)
})
