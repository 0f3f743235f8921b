import { defineResource, StatusError } from '@kube-informer/core'
import { describe, expect, test } from 'vitest'
import type { ServedKind } from '../../api/served-kind.ts'
import {
  conversionMismatch,
  errorMediaType,
  errorsAreProtobuf,
  jsonInsteadOfProtobuf,
  negotiate,
} from './negotiate.ts'

const protobuf = 'application/vnd.kubernetes.protobuf'
const table = 'application/json;as=Table;g=meta.k8s.io;v=v1'

const messageOf = (run: () => unknown): string => {
  try {
    return `no error: ${JSON.stringify(run())}`
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    return error.message
  }
}

describe('the media types that an error names', () => {
  const TYPES = 'application/json, application/yaml, application/vnd.kubernetes.protobuf'
  const STREAMS = 'application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch'
  const ONLY = 'only the following media types are accepted: '
  const AVAILABLE = '406: Not Acceptable\n\nAvailable representations: '

  test.each([
    ['text/plain', 'object', true, `${AVAILABLE}${TYPES}`],
    ['text/plain', 'list', true, `${AVAILABLE}${TYPES}, ${STREAMS}`],
    ['text/plain', 'watch', true, `${AVAILABLE}${TYPES}, ${STREAMS}`],
    ['text/plain', 'list', false, `${ONLY}${TYPES}`],
    [protobuf, 'object', true, `${ONLY}${TYPES}`],
    [protobuf, 'list', true, `${ONLY}${TYPES}`],
    [protobuf, 'watch', true, `${ONLY}${STREAMS}`],
    [protobuf, 'watch', false, `${ONLY}${TYPES}`],
    ['application/yaml', 'watch', true, `${ONLY}${STREAMS}`],
    ['application/json;as=Table;g=meta.k8s.io;v=v2', 'watch', true, `${ONLY}${STREAMS}`],
  ] as const)('%s of one %s, built in: %s', (accept, answer, isBuiltIn, message) => {
    expect(messageOf(() => negotiate(accept, answer, isBuiltIn))).toBe(message)
  })
})

test('a Table is not negotiated where there is none', () => {
  expect(negotiate(`${table},application/json`, 'list', true, false)).toEqual({
    mediaType: 'application/json',
    version: 'v1',
  })
  expect(messageOf(() => negotiate(table, 'list', true, false))).toContain('only the following')
  expect(negotiate(table, 'list', true, true).as).toBe('Table')
})

test.each([
  ['application/json;as=Table;v=v1', undefined],
  ['application/json;as=Table;g=other;v=v1', undefined],
  ['application/json;as=Table;g=meta.k8s.io', undefined],
  ['application/json; as=Table; g=meta.k8s.io; v=v1beta1', 'v1beta1'],
])('%s: the version of the conversion is %s', (accept, version) => {
  const { as, version: found } = negotiate(`${accept},application/json`, 'list')
  expect(as === undefined ? undefined : found).toBe(version)
})

test.each([
  ['Application/JSON', 'application/json'],
  [' application/yaml ;q=0.9 , application/json ; q=0.2 ', 'application/yaml'],
  ['application/json;q=0.2,application/yaml;q=0.9', 'application/yaml'],
  ['application/json;q=0.9,application/yaml;q=0.9', 'application/json'],
  ['application/json;q=,application/yaml', 'application/yaml'],
  ['application/yaml;q,application/json;q=0.1', 'application/json'],
  ['*/*,application/yaml', 'application/yaml'],
  ['application/yaml,*/*', 'application/yaml'],
  ['text/*,application/yaml', 'application/yaml'],
  ['application/xml,text/html,*/*', 'application/json'],
])('%j is answered as %s', (accept, mediaType) => {
  expect(negotiate(accept, 'list').mediaType).toBe(mediaType)
})

test.each([
  [null, 'application/json', false],
  ['', 'application/json', false],
  ['text/plain', 'application/json', false],
  ['text/plain,application/yaml', 'application/yaml', false],
  [`${table}`, 'application/json', false],
  [protobuf, 'application/json', true],
  [`${protobuf},application/yaml`, 'application/yaml', true],
  [`application/yaml,${protobuf}`, 'application/yaml', false],
  [`text/plain,${protobuf}`, 'application/json', true],
  [`${protobuf};as=Table;g=meta.k8s.io;v=v1,application/json`, 'application/json', false],
  [`application/json;as=Table;g=meta.k8s.io;v=v1,${protobuf}`, 'application/json', true],
])('an error for %s is %s; as protobuf: %s', (accept, mediaType, isProtobuf) => {
  expect([errorMediaType(accept), errorsAreProtobuf(accept)]).toEqual([mediaType, isProtobuf])
})

test('an unknown conversion of protobuf is passed over', () => {
  const unknown = `${protobuf};as=Other;g=meta.k8s.io;v=v1`
  expect(jsonInsteadOfProtobuf(`${unknown},${protobuf}`, true)).toBe('application/json')
  expect(jsonInsteadOfProtobuf(`text/plain,${protobuf}`, true)).toBe('application/json')
  expect(jsonInsteadOfProtobuf('text/plain', true)).toBeUndefined()
})

describe('the message for an object in the form of a list, and the reverse', () => {
  const kindOf = (group: string, isBuiltIn = true): ServedKind => ({
    resource: defineResource({ group, version: 'v1', plural: 'things', kind: 'Thing', namespaced: true }),
    listKind: 'ThingList',
    isBuiltIn,
    selectableFields: [],
    columns: async () => [],
  })
  const object = (type: string) =>
    `you requested PartialObjectMetadata, but the requested object is a list (${type}List)`
  const list = (type: string) =>
    `you requested PartialObjectMetadataList, but the requested object is not a list (${type})`

  test.each([
    ['', '*core.Thing'],
    ['events.k8s.io', '*core.Thing'],
    ['apps', '*apps.Thing'],
    ['rbac.authorization.k8s.io', '*rbac.Thing'],
  ])('of the group %j names the Go type', (group, type) => {
    const errors = (['PartialObjectMetadata', 'PartialObjectMetadataList'] as const).map(as =>
      conversionMismatch(as, kindOf(group)),
    )
    expect(errors.map(({ code, message }) => [code, message])).toEqual([
      [406, object(type)],
      [406, list(type)],
    ])
  })

  test('of a custom resource', () => {
    const errors = (['PartialObjectMetadata', 'PartialObjectMetadataList'] as const).map(as =>
      conversionMismatch(as, kindOf('example.com', false)),
    )
    expect(errors.map(({ code, message }) => [code, message])).toEqual([
      [406, object('*unstructured.Unstructured')],
      [500, expect.stringContaining('content is not a list')],
    ])
  })
})
