import { UsageError } from '@kube-informer/core'
import { describe, expect, test } from 'vitest'
import type { pods } from '../object/resources.ts'
import { createFakeApiserver, type FakeApiserver } from '../server/fake-apiserver.ts'
import { durationOf, type ServerFault, strike } from './server-fault.ts'
import { faultOf, randomScriptOf, ruleOf, scriptOf } from './wire-fault.ts'

const ACTIONS = ['status', 'drop', 'delay', 'expired', 'end', 'truncate', 'stall', 'split', 'slow', 'gzip']
const TYPES = [
  'rule',
  'compact',
  'relist',
  'dropWatches',
  'restart',
  'revokeTokens',
  'stallWatchCache',
  'notReady',
]
const RULE = { action: { type: 'drop' } }
const STEP = { atMs: 1, fault: { type: 'relist' } }

test.each<[name: string, parse: () => unknown, message: string]>([
  [
    'a rule without an action',
    () => ruleOf({}),
    `a fault needs an action with a type, one of: ${ACTIONS.join(', ')}`,
  ],
  ['an unknown action', () => ruleOf({ action: { type: 'toString' } }), 'a fault needs an action'],
  [
    'an unknown member of a match',
    () => ruleOf({ ...RULE, match: { toString: 1 } }),
    'a match has the members method, path',
  ],
  [
    'a match of the wrong type',
    () => ruleOf({ ...RULE, match: { watch: 'yes' } }),
    'watch of a match is a boolean',
  ],
  ['a path that is an object', () => ruleOf({ ...RULE, match: { path: {} } }), 'path of a match is a string'],
  ['a script that is an object', () => scriptOf({}), 'a script is a list of steps'],
  ['a long script', () => scriptOf(Array.from({ length: 10_001 }, () => STEP)), 'at most 10000 steps'],
  ['a step without a time', () => scriptOf([{ fault: STEP.fault }]), 'a step needs atMs and a fault'],
  [
    'a step without a fault',
    () => scriptOf([{ atMs: 1 }]),
    `a fault has a type, one of: ${TYPES.join(', ')}`,
  ],
  ['an unknown fault', () => faultOf({ type: 'toString' }), 'a fault has a type'],
  ['no fault', () => faultOf(undefined), 'a fault has a type'],
  ['a rule of a fault', () => faultOf({ type: 'rule', rule: {} }), 'a fault needs an action'],
  ['a random script without a seed', () => randomScriptOf({ durationMs: 1 }), 'a random script has a seed'],
  ['a random script without a duration', () => randomScriptOf({ seed: 1 }), 'a random script has a seed'],
  [
    'an interval below 1',
    () => randomScriptOf({ seed: 1, durationMs: 1, everyMs: 0.5 }),
    'which is 1 at least',
  ],
  [
    'a long random script',
    () => randomScriptOf({ seed: 1, durationMs: 5_001, everyMs: 1 }),
    'at most 5000 times',
  ],
])('%s is rejected', (_, parse, message) => {
  expect(parse).toThrow(UsageError)
  expect(parse).toThrow(message)
})

test('valid ones are parsed', () => {
  for (const type of ACTIONS) expect(ruleOf({ action: { type } })).toEqual({ action: { type } })
  const match = { method: 'GET', path: '/a', pathPattern: '*', resource: 'pods', watch: false }
  expect(ruleOf({ ...RULE, match })).toEqual({ ...RULE, match })
  for (const type of TYPES.filter(each => each !== 'rule')) expect(faultOf({ type })).toEqual({ type })
  expect(faultOf({ type: 'rule', rule: RULE, forMs: 5 })).toEqual({ type: 'rule', rule: RULE, forMs: 5 })
  expect(scriptOf(Array.from({ length: 10_000 }, () => STEP))).toHaveLength(10_000)
  expect(scriptOf([{ ...STEP, more: 1 }])).toEqual([STEP])
  expect(randomScriptOf({ seed: 1, durationMs: 5_000, everyMs: 1_000 }).length).toBeGreaterThan(0)
  expect(randomScriptOf({ seed: 1, durationMs: 5_000, everyMs: 1 }).length).toBeGreaterThan(0)
})

describe('a fault', () => {
  /** What a server was asked to do. */
  const setUp = () => {
    const calls: unknown[][] = []
    const note =
      (name: string) =>
      (...args: unknown[]) => {
        calls.push([name, ...args])
        return () => void calls.push([`end of ${name}`])
      }
    const methods = [
      'compact',
      'relist',
      'dropWatches',
      'restart',
      'revokeTokens',
      'stallWatchCache',
      'setReady',
    ] as const
    const { resources } = createFakeApiserver()
    const server = {
      ...Object.fromEntries(methods.map(name => [name, note(name)])),
      ...{ resources, faults: { add: note('add') } },
    } as unknown as FakeApiserver
    return { server, calls }
  }

  test.each<[fault: ServerFault, calls: unknown[][]]>([
    [
      { type: 'rule', rule: { action: { type: 'drop' } } },
      [['add', { action: { type: 'drop' } }], ['end of add']],
    ],
    [{ type: 'compact' }, [['compact', undefined, { keepsWatchHistory: false }]]],
    [{ type: 'compact', keepsWatchHistory: true }, [['compact', undefined, { keepsWatchHistory: true }]]],
    [{ type: 'relist' }, [['relist']]],
    [{ type: 'dropWatches' }, [['dropWatches']]],
    [{ type: 'restart' }, [['restart']]],
    [{ type: 'revokeTokens' }, [['revokeTokens'], ['end of revokeTokens']]],
    [{ type: 'stallWatchCache', forMs: 1 }, [['stallWatchCache', undefined], ['end of stallWatchCache']]],
  ])('%j begins and ends', (fault, expected) => {
    const { server, calls } = setUp()
    strike(server, fault)()
    expect(calls).toEqual(expected)
  })

  test('of one resource names it as kubectl does', () => {
    const { server, calls } = setUp()
    strike(server, { type: 'notReady', resource: 'pods', forMs: 1 })()
    expect(
      calls.map(([name, resource, isReady]) => [name, (resource as typeof pods).plural, isReady]),
    ).toEqual([
      ['setReady', 'pods', false],
      ['setReady', 'pods', true],
    ])
    strike(server, { type: 'stallWatchCache', resource: 'deployments.apps', forMs: 1 })
    expect(calls.at(-1)?.[1]).toMatchObject({ plural: 'deployments' })
    const unknown = () => strike(server, { type: 'notReady', resource: 'deployments', forMs: 1 })
    expect(unknown).toThrow(UsageError)
    expect(unknown).toThrow('no resource "deployments": use a name such as pods or deployments.apps')
  })

  test('lasts for its time, or until it is ended', () => {
    expect(durationOf({ type: 'revokeTokens', forMs: 7 })).toBe(7)
    expect([durationOf({ type: 'revokeTokens' }), durationOf({ type: 'relist' })]).toEqual([
      undefined,
      undefined,
    ])
  })
})
