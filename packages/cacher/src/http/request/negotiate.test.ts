import { StatusError } from '@kube-informer/core'
import { describe, expect, test } from 'vitest'
import { type AnswerType, jsonInsteadOfProtobuf, negotiate } from './negotiate.ts'

const as = (kind: string, version = 'v1') => `application/json;as=${kind};g=meta.k8s.io;v=${version}`
const json = { mediaType: 'application/json', version: 'v1' }
const yaml = { mediaType: 'application/yaml', version: 'v1' }

const rejectionOf = (accept: string, answer: AnswerType = 'list'): [number, string] => {
  try {
    return [200, negotiate(accept, answer).mediaType]
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    return [error.code, error.message.split(/[:\n]/)[0] ?? '']
  }
}

describe('negotiate', () => {
  test.each([
    [null, json],
    ['', json],
    ['*/*', json],
    ['application/json;stream=watch', json],
    ['application/yaml', yaml],
    ['application/yaml;q=0.5,application/json', json],
    ['application/vnd.kubernetes.protobuf, application/json', json],
    [as('Table'), { ...json, as: 'Table' }],
    [
      as('PartialObjectMetadataList', 'v1beta1'),
      { ...json, version: 'v1beta1', as: 'PartialObjectMetadataList' },
    ],
    [`${as('Table', 'v2')},${as('Table')}`, { ...json, as: 'Table' }],
    [`${as('Unknown')},application/json`, json],
  ])('%s', (accept, expected) => {
    expect(negotiate(accept, 'list')).toEqual(expected)
  })

  test.each([
    ['application/yaml;q=high,application/json;q=0.1', json],
    ['application/yaml;q=0.1,*/*', json],
    ['*/*;q=1,application/yaml;q=0.1', yaml],
  ])('Go sorts %s', (accept, expected) => {
    expect(negotiate(accept, 'list')).toEqual(expected)
  })

  test('W21: YAML cannot be watched, and later clauses are not tried', () => {
    expect(rejectionOf('application/yaml,application/json', 'watch')).toEqual([
      406,
      'only the following media types are accepted',
    ])
    expect(rejectionOf('application/json,application/yaml', 'watch')).toEqual([200, 'application/json'])
  })

  test.each(['application/xyz', 'text/*', 'application/*'])('%s is not acceptable', accept => {
    expect(rejectionOf(accept)).toEqual([406, '406'])
  })

  test('the error lists stream types for a collection, but not for one object', () => {
    expect(() => negotiate('text/*', 'list')).toThrow('application/json;stream=watch')
    expect(() => negotiate('text/*', 'object')).not.toThrow('application/json;stream=watch')
  })

  test.each([as('Table', 'v2'), as('Unknown'), 'application/vnd.kubernetes.protobuf'])(
    '%s is known, and cannot be done',
    accept => {
      expect(rejectionOf(accept)).toEqual([406, 'only the following media types are accepted'])
    },
  )
})

describe('protobuf', () => {
  const protobuf = 'application/vnd.kubernetes.protobuf'
  const metadata = 'as=PartialObjectMetadata;g=meta.k8s.io;v=v1'
  test.each([
    [protobuf, true, 'application/json'],
    [`${protobuf};stream=watch`, true, 'application/json'],
    [`${protobuf}, application/json`, true, 'application/json'],
    [`application/json, ${protobuf}`, true, undefined],
    [`${protobuf};q=0.5, application/json`, true, undefined],
    [protobuf, false, undefined],
    [`${protobuf};${metadata}`, false, `application/json;${metadata}`],
    [`${protobuf};as=Table;g=meta.k8s.io;v=v1`, true, undefined],
    [null, true, undefined],
  ])('%s, of a kind with protobuf: %s', (accept, hasProtobuf, expected) => {
    expect(jsonInsteadOfProtobuf(accept, hasProtobuf)).toBe(expected)
  })
})
