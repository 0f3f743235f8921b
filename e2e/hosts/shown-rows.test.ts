import type { KubernetesObject } from '@kube-informer/core'
import { INITIAL_SLICE_STATE } from '@kube-informer/worker/internal'
import { describe, expect, test } from 'vitest'
import { type Shown, ShownRows } from './shown-rows.ts'

const pod = (name: string, version: string, uid = `uid-of-${name}`): KubernetesObject => ({
  metadata: { namespace: 'default', name, uid, resourceVersion: version },
})

/** The faults that are recorded when these states are shown in sequence. */
function noticed(...states: readonly (readonly KubernetesObject[])[]): Pick<Shown, 'blinked' | 'wentBack'> {
  const rows = new ShownRows()
  for (const data of states) rows.show({ ...INITIAL_SLICE_STATE, data, total: data.length })
  const { blinked, wentBack } = rows.shown
  return { blinked, wentBack }
}

describe('faults that the journeys record', () => {
  test('rows that are added, changed and removed are no fault', () => {
    const states = [[pod('a', '9')], [pod('a', '10'), pod('b', '11')], [pod('b', '11')]]
    expect(noticed(...states)).toEqual({ blinked: [], wentBack: [] })
  })

  test('a row that disappears and reappears has blinked', () => {
    expect(noticed([pod('a', '1'), pod('b', '2')], [pod('b', '2')], [pod('a', '1'), pod('b', '2')])).toEqual({
      blinked: ['default/a'],
      wentBack: [],
    })
  })

  test('a recreated row has not blinked', () => {
    const states = [[pod('a', '1')], [], [pod('a', '3', 'another')]]
    expect(noticed(...states)).toEqual({ blinked: [], wentBack: [] })
    const atOnce = [[pod('a', '1')], [pod('a', '3', 'another')]]
    expect(noticed(...atOnce)).toEqual({ blinked: [], wentBack: [] })
  })

  test('a deleted row that reappears briefly has blinked', () => {
    expect(noticed([pod('a', '1')], [], [pod('a', '1')], []).blinked).toEqual(['default/a'])
  })

  test('a row that shows an older resourceVersion went back', () => {
    expect(noticed([pod('a', '10')], [pod('a', '9')]).wentBack).toEqual(['default/a'])
  })
})
