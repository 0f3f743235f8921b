// @vitest-environment node
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KubernetesObject } from '@kube-informer/core'
import { clusterRoles, cronJobs, nodes, pods } from '@kube-informer/core/resources'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drain } from './drain.ts'
import { editLabel } from './edit-metadata.ts'
import { kubectl } from './kubectl.ts'
import { type ShellCommand, shellCommand } from './shell-command.ts'
import { trigger } from './trigger.ts'

/** Names that a server may give an object, or that a user types. RBAC names may be any text. */
const HOSTILE = [
  '--all',
  '-f',
  '--kubeconfig=/tmp/x',
  'a;touch pwned',
  'a b',
  "it's",
  '"quoted"',
  '$(touch pwned)',
  '`touch pwned`',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell would expand it
  '${HOME}',
  'a\\',
  '~root',
  '=ls',
  '*',
  '!!',
  '#comment',
  'a&&b|c>d<e',
  '',
  'äöü-世界',
]

/** Texts that a terminal hides or executes. */
const DECEPTIVE = [
  'a\ntouch pwned',
  'a\r',
  'tab\t',
  '\u001b[201~touch pwned',
  '\u0007bell',
  'a\u202Eb',
  'a\u2066b',
  'zero\u200Bwidth',
  '\uFEFFmark',
  'line\u2028separator',
  'soft\u00ADhyphen',
  'c1\u009B2J',
  'filler\u3164',
]

const named = (name: string, namespace?: string): KubernetesObject => ({
  metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
})

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'shell-command-'))
  writeFileSync(
    join(folder, 'kubectl'),
    '#!/bin/sh\nfor word; do printf "%s\\0" "$word"; done\nprintf "\\0"\n',
    {
      mode: 0o755,
    },
  )
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The words that kubectl gets from a shell, for each command. */
function wordsIn(shell: string, command: ShellCommand): readonly string[][] {
  if ('reason' in command) throw new Error(command.reason)
  const env = { PATH: `${folder}:${process.env.PATH}`, HOME: folder }
  const output = execFileSync(shell, ['-c', command.text], { cwd: folder, env, encoding: 'utf8' })
  return output
    .split('\0\0')
    .slice(0, -1)
    .map(words => words.split('\0'))
}

const has = (shell: string): boolean => spawnSync(shell, ['-c', ':']).status === 0

describe.each(['sh', 'bash'])('in %s', shell => {
  test.skipIf(!has(shell)).each(HOSTILE)('the name %j stays one word', name => {
    const words = shellCommand([
      ['kubectl', 'get', `pod/${name}`, '--output=yaml'],
      ['kubectl', 'get', `x${name}x`],
    ])
    expect(wordsIn(shell, words)).toEqual([
      ['get', `pod/${name}`, '--output=yaml'],
      ['get', `x${name}x`],
    ])
  })

  test.skipIf(!has(shell)).each(HOSTILE)('the object %j is no option of kubectl', name => {
    const objects = [named(name, 'shop'), named(`b${name}`, name)]
    const [first = [], second = []] = wordsIn(shell, kubectl('delete', pods, objects, { flags: ['--force'] }))
    expect(first).toEqual(['delete', `pod/${name}`, '--namespace=shop', '--force'])
    const namespaceFlag = name === '' ? [] : [`--namespace=${name}`]
    expect(second).toEqual(['delete', `pod/b${name}`, ...namespaceFlag, '--force'])
  })

  test.skipIf(!has(shell)).each(HOSTILE)('the label %j is no option of kubectl', value => {
    const input = { name: value, value, remove: false }
    const [words = []] = wordsIn(shell, editLabel.command(clusterRoles, [named('admin')], input))
    expect(words.slice(0, 2)).toEqual(
      value.startsWith('-') ? ['label', '--overwrite'] : ['label', 'clusterrole/admin'],
    )
    expect(words).toContain(`${value || 'NAME'}=${value}`)
    const end = words.indexOf('--')
    if (value.startsWith('-'))
      expect(words.slice(end)).toEqual(['--', 'clusterrole/admin', `${value}=${value}`])
  })
})

test.each(DECEPTIVE)('there is no command for %j, and the reason shows the text', text => {
  const command = kubectl('get', pods, [named('web', 'shop'), named(text, 'shop')])
  expect(command).toHaveProperty('reason')
  const { reason } = command as { readonly reason: string }
  expect(reason).toMatch(/‹U\+[0-9A-F]{4,6}›|[␀-␡]/u)
  expect(reason).not.toContain(text)
})

test('the deceptive text may be a namespace, a flag or a value', () => {
  expect(kubectl('get', pods, [named('web', 'a\u202Eb')])).toHaveProperty('reason')
  expect(kubectl('get', pods, [named('web')], { flags: ['--x=\u001b'] })).toHaveProperty('reason')
  expect(kubectl('label', pods, [named('web')], { args: ['a=\u200B'] })).toHaveProperty('reason')
})

test('commands of Nodes and of Jobs name no option either', () => {
  expect(drain.command(nodes, [named('--all')], {})).toEqual({
    text: 'kubectl drain node/--all --ignore-daemonsets --delete-emptydir-data',
  })
  const cronJob = named('nightly', 'shop')
  expect(trigger.command(cronJobs, [cronJob], { name: 'now' })).toEqual({
    text: 'kubectl create job now --from=cronjob/nightly --namespace=shop',
  })
  expect(trigger.command(cronJobs, [cronJob], { name: '--image=x' })).toHaveProperty('reason')
})

test.each(['a=b', 'a-'])('kubectl would take the name %j for a label', name => {
  const input = { name: 'team', value: 'a', remove: false }
  expect(editLabel.command(clusterRoles, [named('b'), named(name)], input)).toHaveProperty('reason')
  expect(kubectl('get', clusterRoles, [named(name)])).toHaveProperty('text')
})
