import { createKubeClient, type KubernetesObject, type ResourceDefinition } from '@kube-informer/core'
import type { DiscoveredGroup } from '@kube-informer/core/discovery'
import { apiServices, customResourceDefinitions } from '@kube-informer/core/resources'
import { createFakeApiserver, FakeClock } from '@kube-informer/testing'
import { describe, expect, test, vi } from 'vitest'
import { definitionOf } from '../../test/discovery-rig.ts'
import { DiscoverySession } from './discovery-session.ts'
import { describeState } from './discovery-state.ts'
import { canWatch, definitionNames } from './served-resources.ts'
import { type NamesView, WatchedNames } from './watched-names.ts'
import { withLastKnown } from './with-last-known.ts'

/** The objects of a resource, which a test changes. */
class Names implements NamesView {
  isComplete = false
  all = new Map<string, string>()
  releases = 0
  onChange = () => {}
  objects() {
    return [...this.all].map(([name, resourceVersion]) => ({ name, resourceVersion }))
  }
  release(): void {
    this.releases++
  }
  set(isComplete: boolean, all: Record<string, string> = {}): void {
    this.isComplete = isComplete
    this.all = new Map(Object.entries(all))
    this.onChange()
  }
}

describe('the names of the objects of a resource', () => {
  function start() {
    const view = new Names()
    const [onChange, onState, open] = [vi.fn(), vi.fn(), vi.fn()]
    const watched = new WatchedNames({
      ...{ onChange, onState },
      open: called => {
        open()
        view.onChange = called
        called()
        return view
      },
    })
    const calls = () => [onChange.mock.calls.length, onState.mock.calls.length]
    return { view, watched, calls, open }
  }

  test('are none before they are watched, and before all are known', () => {
    const { view, watched, calls, open } = start()
    expect([watched.isComplete, watched.names, open.mock.calls.length]).toEqual([false, [], 0])
    watched.start()
    watched.start()
    view.set(false, { a: '1' })
    expect([watched.isComplete, watched.names, open.mock.calls.length, calls()]).toEqual([
      false,
      [],
      1,
      [0, 0],
    ])
  })

  test('are reported when they change, and not at first', () => {
    const { view, watched, calls } = start()
    watched.start()
    view.set(true, { a: '1', b: '1' })
    expect([watched.isComplete, watched.names, calls()]).toEqual([true, ['a', 'b'], [0, 1]])
    view.set(true, { a: '1', b: '1' })
    expect(calls()).toEqual([0, 1])
    view.set(true, { a: '2', b: '1' })
    view.set(true, { a: '2', b: '1', c: '1' })
    expect([calls(), [...watched.deleted]]).toEqual([[2, 1], []])
    view.set(true, { a: '2' })
    expect([calls(), watched.names, [...watched.deleted]]).toEqual([[3, 1], ['a'], ['b', 'c']])
    view.set(true, { a: '2', b: '2' })
    expect([calls(), [...watched.deleted]]).toEqual([[4, 1], ['c']])
  })

  test('are still known while their watch is interrupted', () => {
    const { view, watched, calls } = start()
    watched.start()
    view.set(true, { a: '1' })
    view.set(false, { b: '1' })
    expect([watched.isComplete, watched.names, calls()]).toEqual([false, ['a'], [0, 2]])
    view.set(true, { b: '1' })
    expect([watched.names, [...watched.deleted], calls()]).toEqual([['b'], ['a'], [1, 3]])
  })

  test('are not watched after the end', () => {
    const { view, watched, calls } = start()
    watched.stop()
    watched.start()
    watched.stop()
    watched.stop()
    view.set(true, { a: '1' })
    expect([view.releases, watched.isComplete, calls()]).toEqual([1, false, [0, 0]])
  })
})

/** A session of a fake apiserver, whose definitions a test reports. */
function start({ random = 0, known = [] }: { random?: number; known?: readonly DiscoveredGroup[] } = {}) {
  const clock = new FakeClock()
  const server = createFakeApiserver({ clock })
  const client = createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch, clock })
  const views = new Map<string, Names>()
  const [onFound, onFailed] = [vi.fn(() => false), vi.fn()]
  const session = new DiscoverySession({
    ...{ client, clock, random: () => random, known, onFound, onFailed },
    openNames: ({ plural }: ResourceDefinition, onChange) => {
      const view = new Names()
      view.onChange = onChange
      views.set(plural, view)
      return view
    },
  })
  const count = () => server.requests.filter(({ path }) => path === '/apis').length
  const view = (resource: ResourceDefinition) => {
    const found = views.get(resource.plural)
    if (!found) throw new Error(`${resource.plural} are not watched`)
    return found
  }
  const complete = (all?: Record<string, string>) => {
    view(customResourceDefinitions).set(true, all)
    view(apiServices).set(true)
  }
  return { clock, server, session, onFound, onFailed, count, view, complete }
}

/** Expects a discovery after a time, and none before. */
async function expectAfter({ clock, count }: ReturnType<typeof start>, ms: number): Promise<void> {
  const before = count()
  await clock.advance(ms - 1)
  expect(count()).toBe(before)
  await clock.advance(1)
  expect(count()).toBe(before + 1)
}

describe('a session', () => {
  test('discovers once when it begins, and again when it is asked', async () => {
    const started = start()
    const { clock, session, count, onFound } = started
    session.begin()
    session.begin()
    await clock.settle()
    expect([count(), onFound.mock.calls.length]).toEqual([1, 1])
    session.begin()
    const three = [session.again(), session.again(), session.again()]
    await clock.settle()
    await Promise.all(three)
    expect(count()).toBe(3)
  })

  test('discovers every minute, and every ten with complete watches', async () => {
    const started = start()
    started.session.begin()
    await started.clock.settle()
    await expectAfter(started, 60_000)
    started.complete()
    await expectAfter(started, 60_000)
    await expectAfter(started, 600_000)
    started.view(apiServices).set(false)
    await expectAfter(started, 60_000)
  })

  test.each([
    [0, 1],
    [1, 1.25],
  ])('tries again after a failure, with the random number %d after growing times', async (random, factor) => {
    const started = start({ random })
    const { clock, server, session, onFailed, onFound } = started
    const stop = server.faults.add({
      match: { path: '/apis' },
      action: { type: 'status', code: 403 },
    } as never)
    const other = server.faults.add({
      match: { path: '/api' },
      action: { type: 'status', code: 403 },
    } as never)
    session.begin()
    await clock.settle()
    for (const seconds of [1, 2, 4, 8, 16, 30, 30]) await expectAfter(started, seconds * 1000 * factor)
    expect([onFailed.mock.calls.length, onFound.mock.calls.length]).toEqual([8, 0])
    session.reconnect()
    await clock.settle()
    await expectAfter(started, 1000 * factor)
    stop()
    other()
    await expectAfter(started, 2000 * factor)
    expect(onFound).toHaveBeenCalledTimes(1)
    await expectAfter(started, 60_000)
  })

  test('collects changes for 100 ms, with a second between two discoveries', async () => {
    const started = start()
    const { clock, session, view, complete } = started
    session.begin()
    await clock.settle()
    complete({ 'a.example.com': '1' })
    await clock.advance(20_000)
    view(customResourceDefinitions).set(true, { 'a.example.com': '2' })
    view(customResourceDefinitions).set(true, { 'a.example.com': '3' })
    await expectAfter(started, 100)
    view(customResourceDefinitions).set(true, { 'a.example.com': '4' })
    await expectAfter(started, 1000)
  })

  test('asks again until a change is seen, after 300, 1000 and 3000 ms', async () => {
    const started = start()
    const { clock, session, server, view, complete } = started
    session.begin()
    await clock.settle()
    complete()
    await clock.advance(20_000)
    // It is not served yet.
    view(customResourceDefinitions).set(true, { 'widgets.example.com': '1' })
    await expectAfter(started, 100)
    await expectAfter(started, 300)
    await expectAfter(started, 1000)
    server.create(definitionOf('widgets') as KubernetesObject)
    await expectAfter(started, 3000)
    await expectAfter(started, 600_000)
  })

  test('that sees a change at once asks no more', async () => {
    const started = start()
    const { clock, session, onFound, view, complete } = started
    session.begin()
    await clock.settle()
    complete()
    await clock.advance(20_000)
    onFound.mockReturnValueOnce(true)
    view(apiServices).set(true, { v1: '1' })
    await expectAfter(started, 100)
    await expectAfter(started, 600_000)
  })

  test('that sees no change asks twice more: it may not concern what is discovered', async () => {
    const started = start()
    const { clock, session, view, complete } = started
    session.begin()
    await clock.settle()
    complete()
    await clock.advance(20_000)
    view(apiServices).set(true, { v1: '1' })
    for (const ms of [100, 300, 1000, 600_000]) await expectAfter(started, ms)
  })

  test('that has ended asks nothing, and watches nothing', async () => {
    const { clock, session, count, view, complete } = start()
    session.begin()
    await clock.settle()
    complete()
    session.stop()
    session.stop()
    view(customResourceDefinitions).set(true, { 'a.example.com': '1' })
    await session.again()
    await clock.advance(1_200_000)
    expect([count(), clock.pendingTimers]).toEqual([1, 0])
    expect([view(customResourceDefinitions), view(apiServices)].map(({ releases }) => releases)).toEqual([
      1, 1,
    ])
  })

  test('that ends while it discovers reports nothing', async () => {
    for (const code of [200, 500]) {
      const { clock, server, session, onFound, onFailed } = start()
      server.faults.add({ match: {}, action: { type: 'delay', ms: 100 } })
      if (code === 500) server.faults.add({ match: {}, action: { type: 'status', code } })
      session.begin()
      await clock.advance(50)
      session.stop()
      await clock.advance(10_000)
      expect([onFound.mock.calls, onFailed.mock.calls, clock.pendingTimers]).toEqual([[], [], 0])
    }
  })
})

const resource = (plural: string, verbs = ['list', 'watch']) =>
  ({
    group: 'g',
    version: 'v1',
    plural,
    verbs,
  }) as unknown as DiscoveredGroup['versions'][number]['resources'][number]
const group = (
  name: string,
  versions: Record<string, readonly ReturnType<typeof resource>[]>,
  preferredVersion = 'v1',
) =>
  ({
    ...{ name, preferredVersion },
    versions: Object.entries(versions).map(([version, resources]) => ({ version, resources })),
  }) as unknown as DiscoveredGroup

test('a resource can be watched that is served with both verbs', () => {
  const wanted = (plural: string, more: object = {}) =>
    ({ group: 'g', version: 'v1', plural, ...more }) as ResourceDefinition
  const groups = [group('g', { v1: [resource('a'), resource('b', ['list']), resource('c', ['watch'])] })]
  const can = (each: ResourceDefinition) => canWatch(groups, each)
  expect(['a', 'b', 'c', 'd'].map(plural => can(wanted(plural)))).toEqual([true, false, false, false])
  expect([can(wanted('a', { group: 'h' })), can(wanted('a', { version: 'v2' }))]).toEqual([false, false])
  expect([...definitionNames(groups)]).toEqual(['a.g', 'b.g', 'c.g'])
})

describe('a group version that fails', () => {
  const failures = (...names: readonly string[]) => new Map(names.map(name => [name, new Error('down')]))
  const known = [group('g', { v1: [resource('a')], v2: [resource('b')], v3: [] })]

  test('has the resources that were known before, marked as stale', () => {
    const now = [group('g', { v1: [], v2: [resource('b')] }), group('h', { v1: [] })]
    const result = withLastKnown(now, failures('g/v1', 'h/v1', 'g/v3'), known)
    expect(result).toEqual([
      {
        ...now[0],
        versions: [
          { version: 'v2', resources: [resource('b')] },
          { version: 'v1', resources: [resource('a')], stale: true },
        ],
      },
      now[1],
    ])
  })

  test('changes nothing if it has resources, or had none', () => {
    const one = group('g', { v1: [resource('c')] })
    for (const now of [one, group('g', { v3: [] })])
      expect(withLastKnown([now], failures(`g/${now.versions[0]?.version}`), known)[0]).toBe(now)
    const groups = [one]
    expect(withLastKnown(groups, new Map(), known)).toBe(groups)
  })
})

test('a state has the preferred version of each group first, and an id of its content', () => {
  const groups = [group('g', { v1: [], v2: [], v3: [] }, 'v2')]
  const state = describeState({ data: 'complete', groups })
  expect(
    state.groups.map(text => JSON.parse(text).versions.map(({ version }: { version: string }) => version)),
  ).toEqual([['v2', 'v1', 'v3']])
  expect(describeState({ data: 'complete', groups })).toEqual(state)
  const failed = describeState({ data: 'complete', groups, failures: new Map([['g/v1', new Error('down')]]) })
  expect([failed.id === state.id, failed.failures, 'error' in failed]).toEqual([
    false,
    { 'g/v1': { message: 'down' } },
    false,
  ])
  const error = { message: 'no' }
  expect(describeState({ data: 'none', groups: [], error, failures: failed.failures })).toMatchObject({
    ...{ error, failures: failed.failures },
  })
})
