import { pods } from '@kube-informer/core/resources'
import { describe, expect, test } from 'vitest'
import { createKinds } from '../kinds/create-kinds.ts'
import { requestAttributes, reviewAttributes } from './access-attributes.ts'
import { fieldTerms, labelTerms, reviewedFieldTerms, reviewedLabelTerms } from './selector-terms.ts'

const USER = { username: 'ada', groups: ['g'] }
const kind = createKinds().of(pods)

/** The attributes of a request for Pods. */
function ofRequest(method: string, query = '', more: object = {}) {
  const route = {
    ...{
      type: 'resource',
      resource: pods,
      kind,
      namespace: 'n',
      name: '',
      subresource: '',
      legacyWatch: false,
    },
    ...more,
  }
  const request = new Request(`http://fake/api/v1/pods${query}`, { method })
  return requestAttributes(route as unknown as Parameters<typeof requestAttributes>[0], request, USER)
}
const NAMED = { name: 'a' }

test.each<[string, string, object, string]>([
  ['GET', '', {}, 'list'],
  ['HEAD', '', {}, 'list'],
  ['GET', '?watch=1', {}, 'watch'],
  ['GET', '', NAMED, 'get'],
  ['GET', '?watch=1', NAMED, 'get'],
  ['GET', '', { ...NAMED, legacyWatch: true }, 'watch'],
  ['POST', '', {}, 'create'],
  ['POST', '?watch=1', {}, 'create'],
  ['POST', '', NAMED, 'create'],
  ['PUT', '', NAMED, 'update'],
  ['PATCH', '', NAMED, 'patch'],
  ['DELETE', '', NAMED, 'delete'],
  ['DELETE', '', {}, 'deletecollection'],
  ['OPTIONS', '', {}, ''],
])('%s%s with %j is the verb %s', (method, query, more, verb) => {
  expect(ofRequest(method, query, more).verb).toBe(verb)
})

test('a request has its sender, its target, and its selectors', () => {
  const query = '?labelSelector=a%3Db&fieldSelector=metadata.name%3Dx'
  const target = { group: '', version: 'v1', resource: 'pods', subresource: '', namespace: 'n', path: '' }
  const sender = { user: 'ada', uid: '', groups: ['g'], extra: {} }
  const selectors = {
    labelSelector: [{ key: 'a', operator: 'In', values: ['b'] }],
    fieldSelector: [{ key: 'metadata.name', operator: 'In', values: ['x'] }],
  }
  const none = { labelSelector: [], fieldSelector: [] }
  expect(ofRequest('GET', query)).toEqual({ ...sender, ...target, ...selectors, verb: 'list', name: 'x' })
  expect(ofRequest('GET')).toEqual({ ...sender, ...target, ...none, verb: 'list', name: '' })
  expect(ofRequest('GET', query, { legacyWatch: true })).toMatchObject(none)
  expect(ofRequest('GET', query, NAMED)).toMatchObject({ ...none, name: 'a' })
})

test.each([
  ['metadata.name=x', 'x'],
  ['metadata.name!=x', ''],
  ['spec.nodeName=n,metadata.name=y', 'y'],
  ['spec.nodeName=n', ''],
  ['=', ''],
])('the field selector %s selects the name %j', (selector, name) => {
  expect(ofRequest('GET', `?fieldSelector=${encodeURIComponent(selector)}`).name).toBe(name)
})

test('a request for a path has no resource', () => {
  const route = { type: 'discovery' } as unknown as Parameters<typeof requestAttributes>[0]
  expect(
    requestAttributes(route, new Request('http://fake/apis?x=1', { method: 'POST' }), USER),
  ).toMatchObject({
    ...{ verb: 'post', path: '/apis', resource: '', user: 'ada' },
  })
})

describe('terms', () => {
  test('of labels', () => {
    expect(
      labelTerms('a=1,b==2,c!=3,d in (4,5),e notin (6),f,!g').terms.map(({ operator }) => operator),
    ).toEqual([...['In', 'In', 'NotIn', 'In', 'NotIn', 'Exists', 'DoesNotExist']])
    expect(labelTerms('a>1')).toEqual({ terms: [], hasErrors: false })
    expect(labelTerms('a in')).toEqual({ terms: [], hasErrors: true })
  })

  test('of fields', () => {
    expect(fieldTerms('a=1,b!=2').terms).toEqual([
      { key: 'a', operator: 'In', values: ['1'] },
      { key: 'b', operator: 'NotIn', values: ['2'] },
    ])
    expect(fieldTerms('a').hasErrors).toBe(true)
  })

  const term = (operator: string, ...values: string[]) => ({ key: 'a', operator, values })
  test('of a review: requirements before the text', () => {
    const given = { rawSelector: 'b=1', requirements: [term('In', '1')] }
    expect(reviewedLabelTerms(given)).toEqual({ terms: [term('In', '1')], hasErrors: false })
    expect(reviewedLabelTerms({ rawSelector: 'a=1', requirements: [] }).terms).toEqual([term('In', '1')])
    for (const empty of [undefined, {}, { rawSelector: '' }])
      expect(reviewedLabelTerms(empty)).toEqual({ terms: [], hasErrors: false })
  })

  test('of a review have known operators; those of fields one value', () => {
    const all = ['In', 'NotIn', 'Exists', 'DoesNotExist', 'Other'].map(operator => term(operator, '1'))
    expect(reviewedLabelTerms({ requirements: all })).toEqual({ terms: all.slice(0, 4), hasErrors: true })
    expect(reviewedFieldTerms({ requirements: all })).toEqual({ terms: all.slice(0, 2), hasErrors: true })
    const counts = [term('In'), term('In', '1', '2'), term('NotIn', '1')]
    expect(reviewedFieldTerms({ requirements: counts })).toEqual({ terms: [counts[2]], hasErrors: true })
  })
})

describe('a review', () => {
  test('of a resource has any version by default, and its texts', () => {
    const { attributes, evaluationError } = reviewAttributes(USER, {
      resourceAttributes: { verb: 'get', resource: 'pods', name: 5 },
    })
    expect(attributes).toMatchObject({ verb: 'get', resource: 'pods', version: '*', name: '', user: 'ada' })
    expect(evaluationError).toBeUndefined()
    expect(reviewAttributes(USER, { resourceAttributes: { version: 'v1' } }).attributes.version).toBe('v1')
  })

  test('of a path has no version', () => {
    const asked = { nonResourceAttributes: { verb: 'get', path: '/x', version: 'v1' } }
    expect(reviewAttributes(USER, asked).attributes).toMatchObject({ path: '/x', version: '' })
  })

  test('says which selectors it ignores, and whether only partially', () => {
    const known = { key: 'a', operator: 'In', values: ['1'] }
    const unknown = { key: 'a', operator: 'x' }
    const errorOf = (selectors: object) =>
      reviewAttributes(USER, { resourceAttributes: selectors }).evaluationError
    expect(errorOf({ labelSelector: { requirements: [known] } })).toBeUndefined()
    expect(errorOf({ labelSelector: { requirements: [unknown] } })).toBe(
      'spec.resourceAttributes.labelSelector ignored due to parse error',
    )
    expect(
      errorOf({ labelSelector: { requirements: [known, unknown] }, fieldSelector: { rawSelector: 'x' } }),
    ).toBe(
      'spec.resourceAttributes.fieldSelector ignored due to parse error; spec.resourceAttributes.labelSelector partially ignored due to parse error',
    )
  })
})
