import { defineResource } from '@kube-informer/core'
import { describe, expect, it } from 'vitest'
import type { InformerDefinition } from '../../api/definition.ts'
import type { Scope } from '../../api/subscription.ts'
import { rowOf } from '../../test/rows.ts'
import { compileDefinition } from '../definitions/compiled-definition.ts'
import { scopeFilterOf } from './scope-filter.ts'

const resource = defineResource({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true })
const covers = (wide: Scope, narrow: Scope, definition: Partial<InformerDefinition> = {}): boolean =>
  scopeFilterOf(compileDefinition({ resource, ...definition }), wide, narrow) !== undefined

describe('scopeFilterOf', () => {
  it.each<[Scope, Scope, boolean]>([
    [{}, { namespace: 'a' }, true],
    [{ namespace: 'a' }, {}, false],
    [{ namespace: 'a' }, { namespace: 'b' }, false],
    [{ namespace: 'a' }, { namespace: 'a', labelSelector: 'app=x' }, true],
    [{ labelSelector: 'app=x' }, { labelSelector: 'app=y' }, false],
    [{ labelSelector: 'app=x' }, { labelSelector: 'tier, app==x' }, true],
    [{ labelSelector: 'app in (y,x)' }, { labelSelector: 'app in (x, y),tier' }, true],
    [{ labelSelector: 'app=x,tier' }, { labelSelector: 'app=x,app=x' }, false],
    [{ labelSelector: 'app=x' }, { namespace: 'a' }, false],
    [{}, { labelSelector: 'no selector (' }, false],
    [{}, { fieldSelector: 'metadata.name=p' }, true],
    [{}, { fieldSelector: 'metadata.namespace!=a,metadata.name!=p' }, true],
    [{}, { fieldSelector: 'spec.nodeName=n1' }, false],
    [{ fieldSelector: 'spec.nodeName=n1' }, { fieldSelector: 'spec.nodeName=n1,metadata.name=p' }, true],
    [{ fieldSelector: 'spec.nodeName=n1' }, { fieldSelector: 'metadata.name=p' }, false],
    [{}, { fieldSelector: 'no selector' }, false],
    [{}, { fieldSelector: 'constructor=p' }, false],
  ])('%j covers %j: %s', (wide, narrow, expected) => {
    expect(covers(wide, narrow)).toBe(expected)
  })

  it.each<[Partial<InformerDefinition>, boolean]>([
    [{ trim: ['metadata.labels'] }, false],
    [{ trim: ['metadata.labels.app'] }, false],
    [{ trim: ['metadata'] }, false],
    [{ trim: ['metadata.managedFields'] }, true],
    [{ pick: ['spec'] }, false],
    [{ pick: ['metadata.labels', 'spec'] }, true],
    [{ pick: ['metadata'] }, true],
    [{ transform: object => object }, false],
  ])('matches labels only if %j keeps them: %s', (definition, expected) => {
    expect(covers({}, { labelSelector: 'app' }, definition)).toBe(expected)
    expect(covers({}, { namespace: 'a' }, definition)).toBe(true)
  })

  it('accepts the rows of the narrow scope', () => {
    const scopeFilter = scopeFilterOf(
      compileDefinition({ resource }),
      { labelSelector: 'app=x' },
      { namespace: 'a', labelSelector: 'app=x,tier in (front)', fieldSelector: 'metadata.name!=p' },
    )
    const row = (name: string, labels: Record<string, string>) =>
      rowOf({ metadata: { namespace: 'a', name, labels } })
    expect(scopeFilter?.namespace).toBe('a')
    expect(scopeFilter?.keeps?.(row('q', { tier: 'front' }))).toBe(true)
    expect(scopeFilter?.keeps?.(row('p', { tier: 'front' }))).toBe(false)
    expect(scopeFilter?.keeps?.(row('q', { tier: 'back' }))).toBe(false)
  })
})
