import type { ResourceRule } from '@kube-informer/core/resources'
import { expect, test } from 'vitest'
import type { AccessQuestion } from './access-question.ts'
import { rulesAllow } from './rules-allow.ts'

const pods: AccessQuestion = { verb: 'get', group: '', version: 'v1', resource: 'pods' }
const read: ResourceRule = { verbs: ['get'], apiGroups: [''], resources: ['pods'] }

test.each<[string, Partial<ResourceRule>, Partial<AccessQuestion>, boolean]>([
  ['the same verb, group and resource', {}, {}, true],
  ['another verb', {}, { verb: 'list' }, false],
  ['another group', {}, { group: 'metrics.k8s.io' }, false],
  ['another resource', {}, { resource: 'secrets' }, false],
  ['any verb', { verbs: ['*'] }, { verb: 'escalate' }, true],
  ['any group', { apiGroups: ['*'] }, { group: 'apps' }, true],
  ['any resource', { resources: ['*'] }, { resource: 'secrets', subresource: 'x' }, true],
  ['a subresource, by a rule for the resource', {}, { subresource: 'log' }, false],
  ['a subresource by its name', { resources: ['pods/log'] }, { subresource: 'log' }, true],
  ['a subresource of any resource', { resources: ['*/scale'] }, { subresource: 'scale' }, true],
  ['the resource, by a rule for a subresource', { resources: ['pods/log'] }, {}, false],
  ['a named object', { resourceNames: ['a'] }, { name: 'a' }, true],
  ['another named object', { resourceNames: ['a'] }, { name: 'b' }, false],
  ['every object, by a rule for a named one', { resourceNames: ['a'] }, {}, false],
  ['a named object, by a rule for all', { resourceNames: [] }, { name: 'b' }, true],
])('a rule for %s', (_, rule, question, expected) => {
  expect(rulesAllow([{ ...read, ...rule }], { ...pods, ...question })).toBe(expected)
  expect(rulesAllow([], { ...pods, ...question })).toBe(false)
  expect(rulesAllow([{ verbs: ['*'] }], { ...pods, ...question })).toBe(false)
})
