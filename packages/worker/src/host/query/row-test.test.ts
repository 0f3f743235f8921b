import { encodeRow, type KubernetesObject } from '@kube-informer/core'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Where } from '../../api/expression.ts'
import { holds, object, where } from '../../test/where-oracle.ts'
import { parseWhere } from './parse-where.ts'
import { loadPatternEngine } from './pattern-engine.ts'
import { rowTest } from './row-test.ts'

beforeAll(loadPatternEngine)

const test1 = (condition: Where, value: KubernetesObject) =>
  rowTest(parseWhere(condition, 'filter.where'))(encodeRow(value))

const pod = {
  metadata: {
    name: 'web-1',
    labels: { 'app.kubernetes.io/name': 'web', tier: 'front' },
    annotations: { revision: '12' },
  },
  spec: {
    nodeName: 'n1',
    nothing: null,
    hostNetwork: false,
    containers: [
      { image: 'web:1', resources: { limits: { memory: '1Gi', cpu: '500m' } } },
      { image: 'proxy:2', resources: { limits: { memory: '64Mi' } } },
    ],
  },
  status: {
    phase: 'Running',
    restarts: 3,
    startTime: '2026-01-02T03:04:05Z',
    conditions: [
      { type: 'Scheduled', status: 'True' },
      { type: 'Ready', status: 'False' },
    ],
  },
}

describe('rowTest', () => {
  test.each<[Where, boolean]>([
    [{ path: 'status.phase', eq: 'Running' }, true],
    [{ path: 'status.phase', eq: 'running' }, false],
    [{ path: 'status.restarts', eq: 3 }, true],
    [{ path: 'status.restarts', eq: '3' }, false],
    [{ path: 'spec.hostNetwork', eq: false }, true],
    [{ path: "metadata.labels['app.kubernetes.io/name']", in: ['db', 'web'] }, true],
    [{ path: 'spec', eq: 'x' }, false],
    [{ path: 'spec', exists: true }, true],
    [{ path: 'spec.nothing', exists: true }, false],
    [{ path: 'spec.nothing', exists: false }, true],
    [{ path: 'spec.nothing', eq: null }, true],
    [{ path: 'spec.no.such', eq: null }, true],
    [{ path: 'spec.nodeName', eq: null }, false],
    [{ not: { path: 'spec.nodeName', eq: null } }, true],
    [{ path: 'spec.containers[*].image', prefix: 'proxy' }, true],
    [{ not: { path: 'spec.containers[*].image', prefix: 'proxy' } }, false],
    [{ path: 'spec.containers[0].image', prefix: 'proxy' }, false],
    [{ path: 'status.conditions[?(@.type=="Ready")].status', eq: 'False' }, true],
    [{ path: 'status.conditions[?(@.type!="Ready")].status', eq: 'False' }, false],
    [{ path: 'metadata.name', matches: '^web-[0-9]+$' }, true],
    [{ path: 'metadata.name', matches: '(?i)WEB' }, true],
    [{ path: 'status.restarts', matches: '3' }, false],
    [{ path: 'spec.containers[*].resources.limits.memory', gt: '512Mi', as: 'quantity' }, true],
    [{ path: 'spec.containers[*].resources.limits.memory', gt: '1024Mi', as: 'quantity' }, false],
    [{ path: 'spec.containers[*].resources.limits.cpu', lte: 0.5, as: 'quantity' }, true],
    [{ path: 'status.startTime', lt: '2026-01-02T04:04:05.5+01:00', as: 'time' }, true],
    [{ path: 'status.startTime', lt: Date.UTC(2026, 0, 2), as: 'time' }, false],
    [{ path: 'status.phase', lt: '2030-01-01T00:00:00Z', as: 'time' }, false],
    [{ not: { path: 'status.phase', lt: '2030-01-01T00:00:00Z', as: 'time' } }, true],
    [{ path: 'status.restarts', gte: 3 }, true],
    [{ path: 'metadata.annotations.revision', gt: 2 }, true],
    [{ path: 'metadata.annotations.revision', gt: '2', as: 'number' }, true],
    [{ path: 'status.phase', gt: 2 }, false],
    [{ path: 'status.phase', lte: 2 }, false],
    [{ and: [] }, true],
    [{ or: [] }, false],
    [{ not: { and: [] } }, false],
    [{ or: [{ and: [] }, { path: 'a', eq: 1 }] }, true],
    [{ and: [{ or: [] }, { path: 'a', eq: 1 }] }, false],
    [
      {
        and: [
          { path: 'status.phase', eq: 'Running' },
          { path: 'status.phase', eq: 'Failed' },
        ],
      },
      false,
    ],
    [
      {
        or: [
          { path: 'status.phase', eq: 'Running' },
          { path: 'status.phase', eq: 'Failed' },
        ],
      },
      true,
    ],
  ])('%j: %s', (condition, expected) => {
    expect(test1(condition, pod)).toBe(expected)
  })

  test('the result is that of evaluating the decoded object', () => {
    fc.assert(
      fc.property(where, fc.array(object, { minLength: 1, maxLength: 3 }), (condition, objects) => {
        const compiled = rowTest(parseWhere(condition, 'filter.where'))
        for (const each of objects) expect(compiled(encodeRow(each))).toBe(holds(condition, each))
      }),
      { numRuns: 3_000 },
    )
  })

  test('a row is read no further than needed', () => {
    const broken = encodeRow(pod)
    const cut = {
      ...broken,
      body: String(broken.body).replace(/"status".*/, '') as unknown as typeof broken.body,
    }
    const nameFirst: Where = {
      and: [
        { path: 'metadata.name', eq: 'other' },
        { path: 'status.phase', eq: 'Running' },
      ],
    }
    expect(rowTest(parseWhere(nameFirst, 'filter.where'))(cut)).toBe(false)
    expect(() => rowTest(parseWhere({ path: 'status.phase', eq: 'x' }, 'filter.where'))(cut)).toThrow(
      'JSON text ends',
    )
  })
})
