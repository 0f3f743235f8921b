import { type InformerStatus, isForbidden, type Row, StatusError } from '@kube-informer/core'
import { pods } from '@kube-informer/core/resources'
import { describe, expect, test, vi } from 'vitest'
import type { AccessDecision } from '../../api/access.ts'
import { rowOf } from '../../test/rows.ts'
import { StubView } from '../../test/stub-cluster.ts'
import type { AccessReviews } from '../access/access-reviews.ts'
import type { ViewUser } from '../held-view/held-view.ts'
import { AllowedNamespaces } from './allowed-namespaces.ts'
import type { KnownNamespaces, NamespaceSource } from './known-namespaces.ts'
import { PresentNamespaces } from './present-namespaces.ts'

const DENIED = new StatusError({
  ...{
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    code: 403,
    reason: 'Forbidden',
    message: 'no list',
  },
})
const rowsOf = (names: readonly string[]): Row[] =>
  names.map(name => rowOf({ metadata: { name, uid: name } }))
const settle = () => new Promise(resolve => setImmediate(resolve))

/** The Namespaces of a cluster. */
function cluster() {
  const view = new StubView()
  const openNamespaces = vi.fn((user: ViewUser) => {
    view.user = user
    return view
  })
  const show = (...names: string[]) => view.show(rowsOf(names), '5')
  const fail = (error: Error) => {
    view.status = { ...view.status, data: 'none', link: 'stopped', error } as InformerStatus
    view.user?.onStatus()
  }
  return { view, openNamespaces, show, fail }
}

describe('the namespaces in which a user may read', () => {
  /** Reviews whose answers a test sets: by `verb namespace`, else allowed. */
  function start(denial?: Error) {
    const { view, openNamespaces, show, fail } = cluster()
    const answers = new Map<string, Partial<AccessDecision> | Error>()
    const asked: string[] = []
    const held: (() => void)[] = []
    let isHeld = false
    const review = async ({ verb, namespace }: { verb: string; namespace?: string }, signal: AbortSignal) => {
      asked.push(`${verb} ${namespace}`)
      if (isHeld) await new Promise<void>(resolve => held.push(resolve))
      signal.throwIfAborted()
      const answer = answers.get(`${verb} ${namespace}`) ?? { allowed: true }
      if (answer instanceof Error) throw answer
      return answer
    }
    const access = { review } as unknown as AccessReviews
    const source = new AllowedNamespaces({ resource: pods, access, denial, openNamespaces })
    const hold = () => {
      isHeld = true
    }
    const release = async () => {
      isHeld = false
      for (const resolve of held.splice(0)) resolve()
      await settle()
    }
    return { source, view, show, fail, answers, asked, hold, release, openNamespaces }
  }
  const short = ({ names, isPending, failure }: KnownNamespaces) => [names, isPending, failure?.message]

  test('are reviewed while they are used, and follow the Namespaces of the cluster', async () => {
    const { source, show, answers, asked, view } = start()
    answers.set('list b', { allowed: false }).set('watch c', { allowed: false })
    const listener = vi.fn()
    const unsubscribe = source.subscribe(listener)
    expect(short(source.known)).toEqual([[], true, undefined])
    show('d', 'c', 'b', 'a')
    expect(short(source.known)).toEqual([[], true, undefined])
    await settle()
    expect(short(source.known)).toEqual([['a', 'd'], false, undefined])
    expect(asked.toSorted()).toEqual([
      'list a',
      'list b',
      'list c',
      'list d',
      'watch a',
      'watch c',
      'watch d',
    ])
    expect(listener).toHaveBeenCalled()
    show('d', 'e')
    await settle()
    expect([short(source.known), asked.length]).toEqual([[['d', 'e'], false, undefined], 9])
    unsubscribe()
    expect(view.releases).toBe(1)
  })

  test('that are allowed are known before the others are answered', async () => {
    const { source, show, hold, release } = start()
    source.subscribe(() => {})
    show('a')
    await settle()
    hold()
    show('a', 'b')
    await settle()
    expect(short(source.known)).toEqual([['a'], true, undefined])
    await release()
    expect(short(source.known)).toEqual([['a', 'b'], false, undefined])
  })

  test('are reviewed again on a refresh; what is allowed stays until it is denied', async () => {
    const { source, show, answers, asked, hold, release } = start()
    answers.set('list b', { allowed: false })
    source.subscribe(() => {})
    show('a', 'b', 'c')
    await settle()
    asked.length = 0
    answers
      .set('list b', { allowed: true })
      .set('list a', { allowed: false })
      .set('list c', new Error('down'))
    hold()
    source.refresh()
    await settle()
    expect([short(source.known)[0], asked.toSorted()]).toEqual([
      ['a', 'c'],
      ['list a', 'list b', 'list c'],
    ])
    await release()
    expect(short(source.known)).toEqual([['b', 'c'], false, undefined])
  })

  test('that are answered after the last user has left do not count', async () => {
    const { source, show, hold, release, asked } = start()
    const unsubscribe = source.subscribe(() => {})
    hold()
    show('a')
    await settle()
    unsubscribe()
    await release()
    asked.length = 0
    source.subscribe(() => {})
    await settle()
    expect([short(source.known), asked]).toEqual([
      [['a'], false, undefined],
      ['list a', 'watch a'],
    ])
  })

  test('that are none have the reason, which stays a 403', async () => {
    const { source, show, answers } = start(DENIED)
    answers.set('list a', { allowed: false })
    source.subscribe(() => {})
    show('a')
    await settle()
    const { failure, names } = source.known
    expect([names, isForbidden(failure), failure?.message]).toEqual([
      ...[[], true, expect.stringMatching(/^no list; to read single namespaces, name them in the option/)],
    ])
  })

  test('of a cluster whose Namespaces cannot be listed have its error', () => {
    const { source, fail } = start()
    source.subscribe(() => {})
    fail(new Error('no Namespaces'))
    expect(source.known.failure).toMatchObject({
      message: expect.stringMatching(/^no Namespaces; to read single/),
    })
    expect([source.known.isPending, source.known.failure instanceof StatusError]).toEqual([false, false])
  })

  test('are in doubt if a review is not answered', async () => {
    const doubt = 'the access review of namespace "a" failed: webhook down'
    for (const names of [['a'], ['a', 'b']]) {
      const { source, show, answers } = start()
      answers.set('list a', { allowed: false, evaluationError: 'webhook down' })
      source.subscribe(() => {})
      show(...names)
      await settle()
      const { failure } = source.known
      expect(failure?.message).toEqual(
        names.length > 1 ? doubt : expect.stringContaining(`${doubt}; to read`),
      )
    }
  })
})

describe('the namespaces that are present', () => {
  function start(given: readonly string[] | undefined) {
    const world = cluster()
    let notify = (): void => {}
    const leave = vi.fn()
    const state = { known: { names: given ?? [], isPending: false } as KnownNamespaces }
    const refresh = vi.fn()
    const findGiven = vi.fn((): NamespaceSource | undefined =>
      given === undefined
        ? undefined
        : {
            get known() {
              return state.known
            },
            refresh,
            subscribe: (listener: () => void) => {
              notify = listener
              return leave
            },
          },
    )
    const source = new PresentNamespaces({ openNamespaces: world.openNamespaces, findGiven })
    const give = (names: readonly string[]) => {
      state.known = { names, isPending: false }
      notify()
    }
    return { ...world, source, findGiven, leave, give, refresh }
  }

  test('are those of the cluster, sorted', () => {
    const { source, show, view, findGiven } = start(['x'])
    const listener = vi.fn()
    const unsubscribe = source.subscribe(listener)
    expect(source.known).toMatchObject({ names: [], isPending: true })
    show('b', 'a')
    expect(source.known).toEqual({ names: ['a', 'b'], isPending: false })
    expect([listener.mock.calls.length > 0, findGiven.mock.calls.length]).toEqual([true, 0])
    unsubscribe()
    expect(view.releases).toBe(1)
  })

  test('are those that the pages name while the server does not allow to list them', () => {
    const { source, show, fail, give, leave, findGiven, refresh } = start(['x'])
    source.subscribe(() => {})
    source.refresh()
    expect(refresh).not.toHaveBeenCalled()
    fail(DENIED)
    fail(DENIED)
    source.refresh()
    expect([source.known.names, findGiven.mock.calls.length, refresh.mock.calls.length]).toEqual([
      ['x'],
      1,
      1,
    ])
    give(['x', 'y'])
    expect(source.known.names).toEqual(['x', 'y'])
    show('a')
    expect([source.known.names, leave.mock.calls.length]).toEqual([['a'], 1])
    source.refresh()
    expect(refresh).toHaveBeenCalledTimes(1)
  })

  test('are none if no page names any', () => {
    const { source, fail } = start(undefined)
    source.subscribe(() => {})
    fail(DENIED)
    expect(source.known).toMatchObject({ names: [], isPending: false })
  })

  test('are not known after an error that may be temporary', () => {
    const { source, fail, findGiven } = start(['x'])
    source.subscribe(() => {})
    fail(new StatusError({ kind: 'Status', apiVersion: 'v1', code: 500, message: 'down' }))
    expect([source.known.names, findGiven.mock.calls.length]).toEqual([[], 0])
  })

  test('leave those that the pages name with their last user', () => {
    const { source, fail, leave, view } = start(['x'])
    const unsubscribe = source.subscribe(() => {})
    fail(DENIED)
    unsubscribe()
    expect([leave.mock.calls.length, view.releases]).toEqual([1, 1])
  })
})
