import { createFakeApiserver } from '@kube-informer/testing'
import { connectInline } from '@kube-informer/worker/inline'
import { expect, onTestFinished, test } from 'vitest'
import { informers } from '../informers/informers.ts'
import { applyAll, type Outcome } from './apply-all.ts'

/** Applies a text to an empty cluster; returns what became of it, and the writes that the cluster received. */
async function apply(text: string) {
  const server = createFakeApiserver()
  const connection = connectInline(informers, { baseUrl: 'https://cluster.example', fetch: server.fetch })
  onTestFinished(() => connection.close())
  const outcomes: Outcome[] = []
  const onOutcome = (outcome: Outcome): void => void outcomes.push(outcome)
  await applyAll(connection, text, { namespace: 'default', dryRun: false, force: false, onOutcome })
  return { outcomes, writes: server.requests.filter(({ method }) => method !== 'GET') }
}

const configMap = (metadata: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: ${metadata}`

test.each([
  ['kind: List\nitems: [{apiVersion: v1, kind: ConfigMap, metadata: {}}]', 'Document 1, item 1'],
  ['kind: List\nitems: [null]', 'Document 1, item 1'],
  ['kind: List\nitems: [5, []]', 'Document 1, item 1'],
  [configMap('{name: [a]}'), 'is missing'],
  [configMap('{name: 5}'), 'is missing'],
  [configMap('name'), 'is missing'],
  ['apiVersion: [v1]\nkind: ConfigMap\nmetadata: {name: a}', 'is missing'],
  ['apiVersion: v1\nkind: {a: b}\nmetadata: {name: a}', 'is missing'],
  ['__proto__: {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}', 'is missing'],
  ['5', 'is missing'],
  [configMap('{name: .}'), '"."'],
  [configMap('{name: ..}'), '".."'],
  [configMap('{name: a, namespace: ..}'), '".."'],
])('%j writes nothing, and says why', async (text, reason) => {
  const { outcomes, writes } = await apply(text)
  expect(outcomes).toEqual([expect.objectContaining({ tone: 'bad', text: expect.stringContaining(reason) })])
  expect(writes).toEqual([])
})

test.each(['a/b', 'a?dryRun=All', '%2e%2e', '__proto__'])('the name %j stays one name', async name => {
  const { outcomes } = await apply(configMap(JSON.stringify({ name })))
  expect(outcomes).toEqual([expect.objectContaining({ title: `ConfigMap ${name}`, tone: 'bad' })])
})
