import { expect, test } from 'vitest'
import { conditionTone } from './condition-tone.ts'

test.each([
  ['Ready', 'True', '', 'good'],
  ['Ready', 'False', '', 'bad'],
  ['Ready', 'False', 'PodCompleted', 'done'],
  ['Ready', 'Unknown', '', 'wait'],
  ['MemoryPressure', 'False', '', 'good'],
  ['DiskPressure', 'True', '', 'bad'],
  ['NetworkUnavailable', 'False', '', 'good'],
  ['ReplicaFailure', 'True', '', 'bad'],
  ['DisruptionTarget', 'True', '', 'bad'],
  ['Suspended', 'True', '', 'done'],
])('%s=%s %s is %s', (type, status, reason, tone) => {
  expect(conditionTone({ type, status, reason, message: '', lastTransitionTime: undefined })).toBe(tone)
})
