import {
  type ListerWatcher,
  type Row,
  type Snapshot,
  type SnapshotStore,
  type Status,
  StatusError,
} from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test, vi } from 'vitest'
import type { AccessDecision } from '../../api/access.ts'
import { podRow } from '../../test/rows.ts'
import { DenialGate } from './denial-gate.ts'
import { hydratedSnapshot, hydratedStore } from './hydrated-store.ts'

const denied = (code = 403) =>
  new StatusError({
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    reason: 'Forbidden',
    code,
    message: 'no',
  })
const blocked = () => {
  const causes = [{ reason: 'UnexpectedServerResponse', message: 'html' }]
  const status: Status = {
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    code: 403,
    details: { causes },
  }
  return new StatusError(status)
}

/** A gate before a server whose answers a test sets. */
function start(review: AccessDecision = { allowed: true } as AccessDecision) {
  const clock = new FakeClock()
  const answers: { list: unknown; watch: unknown } = { list: 'listed', watch: 'watched' }
  const sent: string[] = []
  const calls = { onDenied: vi.fn(), onAllowed: vi.fn(), onDue: vi.fn() }
  const reviewed = vi.fn(async () => review)
  const gate = new DenialGate({ clock, random: () => 0.5, ...calls, review: reviewed })
  const answer = async (verb: 'list' | 'watch') => {
    sent.push(verb)
    const given = answers[verb]
    if (given instanceof Error) throw given
    return given
  }
  const inner = { list: () => answer('list'), watch: () => answer('watch') } as unknown as ListerWatcher<Row>
  const guarded = gate.guard(inner)
  const stopping = new AbortController()
  const context = { signal: stopping.signal }
  const request = (verb: 'list' | 'watch') =>
    (guarded[verb]({}, context) as Promise<unknown>).catch((error: unknown) => error)
  return { clock, answers, sent, gate, request, reviewed, stopping, ...calls }
}

describe('a list or a watch that the server allows', () => {
  test('passes, and a list is reported', async () => {
    const { request, onAllowed, onDenied, gate } = start()
    expect([await request('list'), await request('watch'), gate.isClosed]).toEqual([
      'listed',
      'watched',
      false,
    ])
    expect([onAllowed.mock.calls.length, onDenied.mock.calls.length]).toEqual([1, 0])
  })
})

describe('a list that the server denies', () => {
  test('closes the gate for a pause, in which no request is sent', async () => {
    const { request, answers, onDenied, gate, sent, clock, onDue } = start()
    const error = denied()
    answers.list = error
    expect([await request('list'), gate.isClosed, onDenied.mock.calls]).toEqual([error, true, [[error]]])
    expect([await request('watch'), await request('list'), sent]).toEqual([error, error, ['list']])
    answers.list = 'listed'
    await clock.advance(600_000)
    expect(onDue).toHaveBeenCalledTimes(1)
    expect([await request('list'), gate.isClosed]).toEqual(['listed', false])
  })

  test('is sent again once the gate is opened', async () => {
    const { request, answers, gate, sent } = start()
    answers.list = denied()
    await request('list')
    gate.open()
    await request('list')
    expect(sent).toEqual(['list', 'list'])
  })

  test('with 401 does not close the gate', async () => {
    const { request, answers, gate, onDenied } = start()
    answers.list = denied(401)
    await request('list')
    expect([gate.isClosed, onDenied.mock.calls.length]).toEqual([false, 1])
  })

  test('after its end, or with another error, changes nothing', async () => {
    for (const error of [denied(), denied(500)]) {
      const { request, answers, gate, onDenied, stopping } = start()
      if (error.code === 403) stopping.abort()
      answers.list = error
      expect([await request('list'), gate.isClosed, onDenied.mock.calls.length]).toEqual([error, false, 0])
    }
  })
})

describe('a watch that the server denies', () => {
  test('closes the gate, and is a denial only if a list is denied, too', async () => {
    for (const isListed of [true, false]) {
      const { request, answers, gate, onDenied, sent } = start()
      const [watchError, listError] = [denied(), denied()]
      answers.watch = watchError
      if (!isListed) answers.list = listError
      expect([await request('watch'), sent, gate.isClosed]).toEqual([watchError, ['watch', 'list'], true])
      expect(onDenied.mock.calls).toEqual(isListed ? [] : [[listError]])
    }
  })

  test('with another error sends no list', async () => {
    const { request, answers, sent, gate } = start()
    answers.watch = denied(500)
    await request('watch')
    expect([sent, gate.isClosed]).toEqual([['watch'], false])
  })
})

describe.each(['list', 'watch'] as const)('a %s that a gateway blocks', verb => {
  test('is no denial, unless a review denies the right', async () => {
    const allowed = start()
    const error = blocked()
    allowed.answers[verb] = error
    expect([await allowed.request(verb), allowed.gate.isClosed, allowed.reviewed.mock.calls.length]).toEqual([
      ...[error, false, 1],
    ])
    for (const [reason, suffix] of [
      ['rbac', ': rbac'],
      [undefined, ''],
    ]) {
      const world = start({ allowed: false, reason } as AccessDecision)
      world.answers[verb] = blocked()
      const denial = await world.request(verb)
      expect(denial).toMatchObject({ code: 403, message: `the access review of the list denies it${suffix}` })
      expect([world.gate.isClosed, world.onDenied.mock.calls, world.sent]).toEqual([true, [[denial]], [verb]])
    }
  })

  test('is no denial if the review was not answered, or the informer has ended', async () => {
    const failed = start({ allowed: false, evaluationError: 'down' } as AccessDecision)
    const error = blocked()
    failed.answers[verb] = error
    expect([await failed.request(verb), failed.gate.isClosed]).toEqual([error, false])
    const ended = start({ allowed: false } as AccessDecision)
    ended.answers[verb] = blocked()
    ended.stopping.abort()
    await ended.request(verb)
    expect(ended.onDenied).not.toHaveBeenCalled()
  })
})

describe('the rows that a page was rendered with', () => {
  const object = (namespace: string) => ({
    metadata: { namespace, name: 'x', uid: 'u', resourceVersion: '5' },
  })

  test.each<[string, readonly unknown[], string, string | undefined, boolean]>([
    ['of any namespace', [object('a'), object('b')], '5', undefined, true],
    ['of the namespace', [object('a')], '5', 'a', true],
    ['of another namespace', [object('a'), object('b')], '5', 'a', false],
    ['without a resourceVersion', [object('a')], '', undefined, false],
    ['at resourceVersion 0', [object('a')], '0', undefined, false],
    ['that are none', [], '5', 'a', true],
    [
      'with a number as its name',
      [{ metadata: { ...object('a').metadata, name: 7 } }],
      '5',
      undefined,
      false,
    ],
    ['that are no objects', [null], '5', undefined, false],
  ])('%s', (_, objects, resourceVersion, namespace, isTaken) => {
    const scope = namespace === undefined ? {} : { namespace }
    const snapshot = hydratedSnapshot(objects, resourceVersion, scope)
    if (isTaken) expect(snapshot).toMatchObject({ resourceVersion, objects: { length: objects.length } })
    else expect(snapshot).toBeUndefined()
  })

  const snapshotAt = (resourceVersion: string): Snapshot<Row> => ({
    resourceVersion,
    objects: [podRow('a/x', 1)],
  })
  function store(saved?: Snapshot<Row>) {
    const save = vi.fn(async () => 'saved')
    const inner = { load: async () => saved, save } as unknown as SnapshotStore<Row>
    const hydrated = snapshotAt('5')
    const { signal } = new AbortController()
    const stored = hydratedStore(inner, hydrated)
    const saving = (type: 'delta' | 'whole') => stored.save({ type } as never, signal)
    return { hydrated, save, load: () => stored.load(signal), saving }
  }

  test.each([
    [undefined, true],
    ['4', true],
    ['5', false],
    ['6', false],
  ])('are loaded in place of stored ones at %s: %s, once', async (version, isHydrated) => {
    const saved = version === undefined ? undefined : snapshotAt(version)
    const { hydrated, load } = store(saved)
    expect(await load()).toBe(isHydrated ? hydrated : saved)
    expect(await load()).toBe(saved)
  })

  test('are saved as a whole before changes of them', async () => {
    const { load, saving, save } = store()
    expect(await saving('delta')).toBe('saved')
    await load()
    expect([await saving('delta'), save.mock.calls.length]).toEqual(['not-owner', 1])
    expect([await saving('whole'), await saving('delta'), save.mock.calls.length]).toEqual([
      'saved',
      'saved',
      3,
    ])
  })

  test('that were not used do not hold back changes', async () => {
    const { load, saving } = store(snapshotAt('6'))
    await load()
    expect(await saving('delta')).toBe('saved')
  })
})
