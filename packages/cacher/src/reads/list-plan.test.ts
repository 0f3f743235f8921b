import { describe, expect, test } from 'vitest'
import type { CacherListOptions } from '../requests/requests.ts'
import { encodeContinue } from './continue-token.ts'
import { type ListPlan, planList } from './list-plan.ts'

const ASKABLE = { isSingle: false, canRequestProgress: true }
const SINGLE = { ...ASKABLE, isSingle: true }
const token = (revision: string) =>
  encodeContinue({ revision, lastKey: 'ns/a', namespace: '', fromCache: true })

const SOURCE: ListPlan = { kind: 'source' }
const ANY: ListPlan = { kind: 'any' }
const CONSISTENT: ListPlan = { kind: 'consistent', startKey: '' }
const EXACT: ListPlan = { kind: 'exact', revision: '7', startKey: '' }
const FRESH: ListPlan = { kind: 'not-older-than', revision: '7' }

/** The request, its plan, and its plan for a single object. */
const MATRIX: readonly (readonly [CacherListOptions, ListPlan, ListPlan])[] = [
  [{}, CONSISTENT, CONSISTENT],
  [{ limit: 5 }, CONSISTENT, CONSISTENT],
  [{ resourceVersion: '0' }, ANY, ANY],
  [{ resourceVersion: '0', limit: 5 }, ANY, ANY],
  [{ resourceVersion: '7' }, FRESH, FRESH],
  [{ resourceVersion: '7', limit: 5 }, EXACT, SOURCE],
  [{ resourceVersion: '0', resourceVersionMatch: 'NotOlderThan', limit: 5 }, ANY, ANY],
  [{ resourceVersion: '7', resourceVersionMatch: 'NotOlderThan' }, FRESH, FRESH],
  [{ resourceVersion: '7', resourceVersionMatch: 'NotOlderThan', limit: 5 }, FRESH, FRESH],
  [{ resourceVersion: '7', resourceVersionMatch: 'Exact' }, EXACT, SOURCE],
  [{ resourceVersion: '7', resourceVersionMatch: 'Exact', limit: 5 }, EXACT, SOURCE],
  [{ continue: token('7') }, { ...EXACT, startKey: 'ns/a\0' }, SOURCE],
  [{ continue: token('7'), resourceVersion: '0', limit: 5 }, { ...EXACT, startKey: 'ns/a\0' }, SOURCE],
  [{ continue: token('-1'), limit: 5 }, { kind: 'consistent', startKey: 'ns/a\0' }, SOURCE],
  [{ resourceVersion: '007' }, FRESH, FRESH],
]

describe('the plan of a list', () => {
  test.each(MATRIX)('C14: %j', (options, plan, planOfSingle) => {
    expect(planList(options, ASKABLE)).toEqual(plan)
    expect(planList(options, SINGLE)).toEqual(planOfSingle)
  })

  test('C14: a source without progress reports serves consistent lists', () => {
    const circumstances = { isSingle: false, canRequestProgress: false }
    expect(planList({}, circumstances)).toEqual(SOURCE)
    expect(planList({ continue: token('-1') }, circumstances)).toEqual(SOURCE)
    expect(planList({ resourceVersion: '7' }, circumstances)).toEqual(FRESH)
    expect(planList({ continue: token('7') }, circumstances)).toMatchObject({ kind: 'exact' })
  })

  test.each([
    [{ resourceVersion: 'abc' }, 'invalid resource version: resourceVersion: Invalid value: "abc"'],
    [{ continue: token('7'), resourceVersion: '5' }, 'specifying resource version is not allowed'],
    [{ continue: 'x!' }, 'invalid continue token: continue key is not valid: illegal base64 data'],
  ])('%j is refused with a 400', (options, message) => {
    expect(() => planList(options, ASKABLE)).toThrow(
      expect.objectContaining({ code: 400, message: expect.stringContaining(message) }),
    )
  })

  test('a resourceVersion beyond 64 bits is unchanged', () => {
    const revision = '123456789012345678901234567890'
    expect(planList({ resourceVersion: revision }, ASKABLE)).toEqual({ kind: 'not-older-than', revision })
    expect(planList({ continue: token(revision) }, ASKABLE)).toMatchObject({ kind: 'exact', revision })
  })
})
