import { createKubeClient, type KubernetesObject } from '@kube-informer/core'
import { type AccessAttributes, createFakeApiserver, FakeClock, pods } from '@kube-informer/testing'
import { describe, expect, it } from 'vitest'
import { type AccessQuestion, questionOf } from './access-question.ts'
import { AccessReviews } from './access-reviews.ts'
import type { ReviewClient } from './review-requests.ts'

const SINGLE = 'selfsubjectaccessreviews'
const RULES = 'selfsubjectrulesreviews'

const inNamespace = (namespace: string, verb = 'list'): AccessQuestion =>
  questionOf(pods, verb, { namespace })

/** Reviews of a server that allows what the function allows. */
function rig(authorize: (attributes: AccessAttributes) => boolean = () => true) {
  const clock = new FakeClock()
  const server = createFakeApiserver({ clock, authorize })
  const client = createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch, clock })
  const count = (resource: string) => server.requests.filter(each => each.resource === resource).length
  return { clock, server, reviews: new AccessReviews({ client, clock }), count }
}

/** Reviews with a client of its own: each call to `create` is recorded and answered by the function. */
function stub(answer: (plural: string, signal: AbortSignal | undefined) => Promise<object>) {
  const clock = new FakeClock()
  const sent: string[] = []
  const client = {
    create: async (
      { plural }: { plural: string },
      _: KubernetesObject,
      { signal }: { signal?: AbortSignal },
    ) => {
      sent.push(plural)
      return answer(plural, signal)
    },
  } as unknown as ReviewClient
  return { clock, sent, reviews: new AccessReviews({ client, clock }) }
}

describe('a review', () => {
  it('tells whether the server allows a request, and asks once in two minutes', async () => {
    const { clock, reviews, count } = rig(({ namespace }) => namespace === 'a')
    const answers = Promise.all([
      reviews.review(inNamespace('a')),
      reviews.review(inNamespace('a')),
      reviews.review(inNamespace('b')),
    ])
    await clock.advance(10)
    expect(await answers).toEqual([{ allowed: true }, { allowed: true }, { allowed: false }])
    expect(await reviews.review(inNamespace('b'))).toEqual({ allowed: false })
    expect(count(SINGLE)).toBe(2)
    await clock.advance(120_000)
    const again = reviews.review(inNamespace('b'))
    await clock.advance(10)
    await again
    expect(count(SINGLE)).toBe(3)
  })

  it('is sent for at most eight questions at once, and for 5,000 namespaces in the end', async () => {
    let running = 0
    let most = 0
    const { clock, reviews, sent } = stub(async () => {
      most = Math.max(most, ++running)
      await clock.yieldToHost()
      running--
      return { status: { allowed: true } }
    })
    const answers = Promise.all(Array.from({ length: 5_000 }, (_, i) => reviews.review(inNamespace(`n${i}`))))
    await clock.advance(10)
    expect((await answers).every(({ allowed }) => allowed)).toBe(true)
    expect([sent.length, most]).toEqual([5_000, 8])
  })

  it('that every caller has left is not sent, and does not answer the next caller', async () => {
    const { clock, reviews, sent } = stub(async () => ({ status: { allowed: true } }))
    const stop = new AbortController()
    const left = Promise.allSettled(['a', 'b'].map(name => reviews.review(inNamespace(name), stop.signal)))
    const kept = reviews.review(inNamespace('b'))
    stop.abort(new Error('enough'))
    expect(await left).toMatchObject([{ reason: { message: 'enough' } }, { reason: { message: 'enough' } }])
    await clock.advance(10)
    expect(await kept).toEqual({ allowed: true })
    expect(sent).toEqual([SINGLE])
    const again = reviews.review(inNamespace('a'))
    await clock.advance(10)
    expect(await again).toEqual({ allowed: true })
    await expect(reviews.review(inNamespace('a'), stop.signal)).rejects.toThrow('enough')
  })

  it('asks again after `clear`', async () => {
    let allowed = true
    const { clock, reviews } = rig(() => allowed)
    const ask = async () => {
      const answer = reviews.review(inNamespace('a'))
      await clock.advance(10)
      return answer
    }
    expect(await ask()).toEqual({ allowed: true })
    allowed = false
    expect(await ask()).toEqual({ allowed: true })
    reviews.clear()
    expect(await ask()).toEqual({ allowed: false })
  })

  it('sends nothing that waited when it was closed', async () => {
    const { clock, reviews, sent } = stub(() => new Promise(() => {}))
    const waiting = reviews.review(inNamespace('a')).catch(String)
    reviews.close()
    expect([await waiting, clock.pendingTimers]).toEqual(['Error: the access reviews were stopped', 0])
    await clock.advance(1000)
    expect(sent).toEqual([])
    reviews.close()
  })

  it('rejects after `close`, and its timers end', async () => {
    const { clock, reviews } = stub(() => new Promise(() => {}))
    const waiting = [inNamespace('a'), questionOf(pods, 'list')].map(each => reviews.review(each))
    const settled = Promise.allSettled(waiting)
    await clock.advance(10)
    reviews.close()
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await expect(reviews.review(inNamespace('a'))).rejects.toThrow('stopped')
    await clock.settle()
    expect(clock.pendingTimers).toBe(0)
  })
})

describe('a review without a clear answer', () => {
  const ask = async (answer: Parameters<typeof stub>[0], waitMs = 10) => {
    const { clock, reviews, sent } = stub(answer)
    const decided = reviews.review(inNamespace('a'))
    await clock.advance(waitMs)
    const decision = await decided
    const again = reviews.review(inNamespace('a'))
    await clock.advance(9_000)
    await again
    const sentEarly = sent.length
    await clock.advance(1_000)
    const later = reviews.review(inNamespace('a'))
    await clock.advance(waitMs)
    await later
    return { decision, sentEarly, sent: sent.length }
  }

  it('that is itself forbidden is not allowed, says so, and is sent again after 10 seconds', async () => {
    const { clock, server, reviews } = rig()
    server.faults.add({ match: { resource: SINGLE }, action: { type: 'status', code: 403 } })
    const decided = reviews.review(inNamespace('a'))
    await clock.advance(10)
    expect(await decided).toMatchObject({
      allowed: false,
      evaluationError: expect.stringMatching(/^the access review failed: .*selfsubjectaccessreviews/),
    })
    const rejecting = await ask(() => Promise.reject(new Error('forbidden')))
    expect(rejecting.decision.evaluationError).toBe('the access review failed: forbidden')
    expect([rejecting.sentEarly, rejecting.sent]).toEqual([1, 2])
  })

  it('that is not answered in 10 seconds is given up, and its place is free', async () => {
    const { decision, sent } = await ask(() => new Promise(() => {}), 10_010)
    expect(decision).toEqual({
      allowed: false,
      evaluationError: 'the access review failed: the server did not answer within 10 s',
    })
    expect(sent).toBe(2)
  })

  it('carries the `evaluationError` of the server', async () => {
    const evaluationError = 'clusterrole "gone" not found'
    const denied = await ask(async () => ({ status: { allowed: false, evaluationError } }))
    expect(denied.decision).toEqual({ allowed: false, evaluationError })
    expect(denied.sent).toBe(2)
    const allowed = await ask(async () => ({ status: { allowed: true, evaluationError, reason: 'RBAC' } }))
    expect(allowed.decision).toEqual({ allowed: true, evaluationError, reason: 'RBAC' })
    expect(allowed.sent).toBe(1)
  })

  it.each([{}, { status: {} }, { status: { allowed: 'yes' } }])(
    'T-ANS-7: that has no answer in it is not allowed, and is no denial: %j',
    async answer => {
      const { decision } = await ask(async () => answer)
      expect(decision.evaluationError).toBe('the access review failed: the response has no status')
    },
  )
})

describe('several questions about one namespace', () => {
  const VERBS = ['get', 'list', 'watch', 'delete', 'create']
  const rule = { verbs: ['get', 'list', 'watch'], apiGroups: [''], resources: ['pods'] }

  it('are answered by its rules', async () => {
    const status = { resourceRules: [rule], nonResourceRules: [], incomplete: false }
    const { clock, reviews, sent } = stub(async () => ({ status }))
    const answers = Promise.all(VERBS.map(verb => reviews.review(inNamespace('a', verb))))
    await clock.advance(10)
    expect((await answers).map(({ allowed }) => allowed)).toEqual([true, true, true, false, false])
    expect(await reviews.review(inNamespace('a', 'patch'))).toEqual({ allowed: false })
    expect(sent).toEqual([RULES])
  })

  it.each([
    ['are incomplete', { resourceRules: [rule], nonResourceRules: [], incomplete: true }],
    [
      'have an error',
      {
        resourceRules: [rule],
        nonResourceRules: [],
        incomplete: false,
        evaluationError: 'role "x" not found',
      },
    ],
  ])('are reviewed one by one where the rules %s, without asking for rules again', async (_, rules) => {
    const status = (plural: string) => (plural === RULES ? rules : { allowed: true })
    const { clock, reviews, sent } = stub(async plural => ({ status: status(plural) }))
    const ask = async (verbs: readonly string[]) => {
      const answers = Promise.all(verbs.map(verb => reviews.review(inNamespace('a', verb))))
      await clock.advance(10)
      return (await answers).every(({ allowed }) => allowed)
    }
    expect(await ask(VERBS)).toBe(true)
    expect(sent).toEqual([RULES, ...VERBS.map(() => SINGLE)])
    expect(await ask(['patch', 'update', 'deletecollection', 'bind'])).toBe(true)
    expect(sent.filter(plural => plural === RULES)).toEqual([RULES])
  })

  it('are reviewed one by one on a server whose rules cannot be listed', async () => {
    const { clock, reviews, count } = rig(({ verb }) => verb === 'get')
    const answers = Promise.all(VERBS.map(verb => reviews.review(inNamespace('a', verb))))
    await clock.advance(10)
    expect((await answers).map(({ allowed }) => allowed)).toEqual([true, false, false, false, false])
    expect([count(RULES), count(SINGLE)]).toEqual([1, 5])
  })

  it('about all namespaces are reviewed one by one: rules belong to a namespace', async () => {
    const { clock, reviews, count } = rig()
    const answers = Promise.all(VERBS.map(verb => reviews.review(questionOf(pods, verb))))
    await clock.advance(10)
    await answers
    expect([count(RULES), count(SINGLE)]).toEqual([0, 5])
  })
})
