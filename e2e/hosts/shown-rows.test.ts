import type { KubernetesObject } from '@kube-informer/core'
import { INITIAL_SLICE_STATE } from '@kube-informer/worker'
import { describe, expect, test } from 'vitest'
import { type Shown, ShownRows } from './shown-rows.ts'

const pod = (name: string, version: string, uid = `uid-of-${name}`): KubernetesObject => ({
  metadata: { namespace: 'default', name, uid, resourceVersion: version },
})

/** What is noticed of a screen that shows these rows, one state after the other. */
function noticed(...states: readonly (readonly KubernetesObject[])[]): Pick<Shown, 'blinked' | 'wentBack'> {
  const rows = new ShownRows()
  for (const data of states) rows.show({ ...INITIAL_SLICE_STATE, data, total: data.length })
  const { blinked, wentBack } = rows.shown
  return { blinked, wentBack }
}

describe('what the journeys notice', () => {
  test('rows that come, change and go are as they should be', () => {
    const states = [[pod('a', '9')], [pod('a', '10'), pod('b', '11')], [pod('b', '11')]]
    expect(noticed(...states)).toEqual({ blinked: [], wentBack: [] })
  })

  test('a row that leaves and comes back has blinked', () => {
    expect(noticed([pod('a', '1'), pod('b', '2')], [pod('b', '2')], [pod('a', '1'), pod('b', '2')])).toEqual({
      blinked: ['default/a'],
      wentBack: [],
    })
  })

  test('a row that was deleted and created anew has not', () => {
    const states = [[pod('a', '1')], [], [pod('a', '3', 'another')]]
    expect(noticed(...states)).toEqual({ blinked: [], wentBack: [] })
    const atOnce = [[pod('a', '1')], [pod('a', '3', 'another')]]
    expect(noticed(...atOnce)).toEqual({ blinked: [], wentBack: [] })
  })

  test('a deleted row that comes back for a moment has blinked', () => {
    expect(noticed([pod('a', '1')], [], [pod('a', '1')], []).blinked).toEqual(['default/a'])
  })

  test('a row that shows an older version went back', () => {
    expect(noticed([pod('a', '10')], [pod('a', '9')]).wentBack).toEqual(['default/a'])
  })
})
