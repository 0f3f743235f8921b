import { describe, expect, test } from 'vitest'
import type { ListOptions } from '../../api/lister-watcher.ts'
import {
  doesClientNotSupportWatchListSemantics,
  prepareWatchListOptionsFromListOptions,
} from './watch-list-options.ts'

const streamed = (resourceVersion: string) => ({
  resourceVersion,
  resourceVersionMatch: 'NotOlderThan',
  allowWatchBookmarks: true,
  sendInitialEvents: true,
})

describe('prepareWatchListOptionsFromListOptions', () => {
  test.each([
    [{}, ''],
    [{ resourceVersion: '' }, ''],
    [{ resourceVersion: '0' }, '0'],
    [{ resourceVersion: '100' }, '100'],
  ] as [ListOptions, string][])('T-WLO-4: %j can be streamed', (options, resourceVersion) => {
    expect(prepareWatchListOptionsFromListOptions(options)).toEqual(streamed(resourceVersion))
  })

  test.each([undefined, 'NotOlderThan'] as const)('T-WLO-5: a limit at "0" is dropped, match %s', match => {
    const options = { resourceVersion: '0', resourceVersionMatch: match, limit: 4 }
    expect(prepareWatchListOptionsFromListOptions(options)).toEqual(streamed('0'))
    expect(prepareWatchListOptionsFromListOptions({ ...options, resourceVersion: '100' })).toBeUndefined()
  })

  test.each([undefined, 'NotOlderThan', 'Exact'] as const)(
    'T-WLO-6: the rest of a list cannot, match %s',
    match => {
      const options: ListOptions = { continue: 'token', resourceVersionMatch: match, resourceVersion: '0' }
      expect(prepareWatchListOptionsFromListOptions(options)).toBeUndefined()
    },
  )

  test('T-WLO-7: nor a match without a version', () => {
    expect(prepareWatchListOptionsFromListOptions({ resourceVersionMatch: 'NotOlderThan' })).toBeUndefined()
  })

  test.each(['0', '100'])('T-WLO-8: a state not older than %s can', resourceVersion => {
    const options = { resourceVersion, resourceVersionMatch: 'NotOlderThan' } as const
    expect(prepareWatchListOptionsFromListOptions(options)).toEqual(streamed(resourceVersion))
  })

  test.each([
    {},
    { resourceVersion: '0' },
    { resourceVersion: '100' },
    { resourceVersion: '100', limit: 4 },
    { continue: 'token' },
  ])('T-WLO-9: an exact version cannot, %j', options => {
    const exact: ListOptions = { ...options, resourceVersionMatch: 'Exact' }
    expect(prepareWatchListOptionsFromListOptions(exact)).toBeUndefined()
  })

  test('selectors come along', () => {
    const options = { labelSelector: 'app=web', fieldSelector: 'metadata.name=a' }
    expect(prepareWatchListOptionsFromListOptions(options)).toMatchObject(options)
  })
})

describe('doesClientNotSupportWatchListSemantics', () => {
  test.each([
    [{ watchListSemanticsUnsupported: true }, true],
    [{ watchListSemanticsUnsupported: false }, false],
    [{}, false],
    [undefined, false],
    [null, false],
  ])('T-WLO-1: %j', (client, expected) => {
    expect(doesClientNotSupportWatchListSemantics(client)).toBe(expected)
  })
})
