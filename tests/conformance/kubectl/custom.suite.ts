import { expect, test } from 'vitest'
import { definition, widget } from './manifests.ts'
import type { Workspace } from './workspace.ts'

/** CustomResourceDefinitions and their objects. */
export function customSuite({ namespace, ok, okLines, fails, start }: Workspace): void {
  const group = `${namespace}.example.com`
  const create = (name: string, spec: object) => ok('create -f -', { input: widget(group, name, spec) })

  test('D05: create of a CustomResourceDefinition, and of its objects', async () => {
    const named = `widgets.${group}`
    expect(await ok('create -f -', { input: definition(group) })).toBe(
      `customresourcedefinition.apiextensions.k8s.io/${named} created`,
    )
    expect(await ok(`wait --for=condition=Established crd/${named} --timeout=30s`)).toBe(
      `customresourcedefinition.apiextensions.k8s.io/${named} condition met`,
    )
    expect(await okLines(`api-resources --api-group=${group} -o wide`)).toEqual([
      'NAME  SHORTNAMES  APIVERSION  NAMESPACED  KIND  VERBS  CATEGORIES',
      `widgets  wd  ${group}/v1  true  Widget  delete,deletecollection,get,list,patch,create,update,watch  all`,
    ])
    expect(await create('first', { size: 3 })).toBe(`widget.${group}/first created`)
    await create('second', { size: 5, color: 'blue' })
    expect(await okLines('get wd')).toEqual(['NAME  SIZE', 'first  3', 'second  5'])
    expect(await okLines('get wd -o wide')).toEqual(['NAME  SIZE  COLOR', 'first  3  red', 'second  5  blue'])
    expect(await okLines('get wd --field-selector spec.color=blue --no-headers')).toEqual(['second  5'])
    expect(await ok('get all -o name')).toContain(`widget.${group}/first`)
    expect(await ok('get wd first -o yaml')).toBe(
      [
        `apiVersion: ${group}/v1`,
        'kind: Widget',
        'metadata:',
        '  creationTimestamp: "<time>"',
        '  generation: 1',
        '  name: first',
        `  namespace: ${namespace}`,
        '  resourceVersion: <rv>',
        '  uid: <uid>',
        'spec:',
        '  color: red',
        '  size: 3',
      ].join('\n'),
    )
  })

  test('D05: an invalid definition', async () => {
    const wrong = { ...definition('other.example.com'), metadata: { name: 'gadgets.other.example.com' } }
    expect(await fails('create -f -', { input: wrong })).toBe(
      'The CustomResourceDefinition "gadgets.other.example.com" is invalid: metadata.name: Invalid value: "gadgets.other.example.com": must be spec.names.plural+"."+spec.group',
    )
  })

  test('D05: invalid custom objects', async () => {
    const input = (spec: object) => ({ input: widget(group, 'wrong', spec) })
    expect(await fails('create -f -', input({ size: 'large' }))).toBe(
      `The Widget "wrong" is invalid: spec.size: Invalid value: "string": spec.size in body must be of type integer: "string"`,
    )
    expect(await fails('create -f -', input({ size: 0 }))).toBe(
      `The Widget "wrong" is invalid: spec.size: Invalid value: 0: spec.size in body should be greater than or equal to 1`,
    )
    expect(await fails('create -f -', input({}))).toBe(
      `The Widget "wrong" is invalid: spec.size: Required value`,
    )
    expect(await fails('create -f -', input({ size: 1, bogus: true }))).toBe(
      `Error from server (BadRequest): error when creating "STDIN": Widget in version "v1" cannot be handled as a Widget: strict decoding error: unknown field "spec.bogus"`,
    )
  })

  test('D05: apply, patch, scale and status of custom objects', async () => {
    expect(await ok('apply -f -', { input: widget(group, 'own', { size: 1 }) })).toBe(
      `widget.${group}/own created`,
    )
    expect(await ok('apply -f -', { input: widget(group, 'own', { size: 2 }) })).toBe(
      `widget.${group}/own configured`,
    )
    expect(
      await ok('apply --server-side --field-manager me -f -', { input: widget(group, 'mine', { size: 2 }) }),
    ).toBe(`widget.${group}/mine serverside-applied`)
    expect(await ok(`patch wd own --type merge -p '{"spec":{"size":7}}'`)).toBe(`widget.${group}/own patched`)
    expect(await fails(`patch wd own --type strategic -p '{"spec":{"size":8}}'`)).toContain(
      'the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml',
    )
    expect(await ok('scale wd own --replicas=4')).toBe(`widget.${group}/own scaled`)
    await ok(
      `patch wd own --subresource status --type merge -p '{"status":{"replicas":4},"spec":{"size":9}}'`,
    )
    expect(
      await ok(
        `get wd own -o 'jsonpath={.spec.size} {.spec.replicas} {.status.replicas} {.metadata.generation}'`,
      ),
    ).toBe('7 4 4 4')
  })

  test('D05: explain of a custom resource, with the descriptions in its definition', async () => {
    expect(await ok('explain wd.spec')).toBe(
      [
        `GROUP:  ${group}`,
        'KIND:  Widget',
        'VERSION:  v1',
        '',
        'FIELD: spec <Object>',
        '',
        '',
        'DESCRIPTION:',
        '    What it should be.',
        '',
        'FIELDS:',
        '  color\t<string>',
        '  enum: red, blue',
        '    <no description>',
        '',
        '  replicas\t<integer>',
        '    <no description>',
        '',
        '  size\t<integer> -required-',
        '    How large it is.',
      ].join('\n'),
    )
  })

  test('D05: deleting a definition deletes its objects, and waits for one with a finalizer', async () => {
    const finalizers = ['example.com/hold']
    await ok(`patch wd first --type merge -p '${JSON.stringify({ metadata: { finalizers } })}'`)
    const waiting = start(`delete crd widgets.${group}`)
    await waiting.lines(1)
    const left = start('get wd -o name -w')
    await left.lines(1)
    await left.stop()
    await ok(`patch wd first --type merge -p '{"metadata":{"finalizers":null}}'`)
    expect(await waiting.ended).toMatchObject({ code: 0 })
    expect(await fails('get wd')).not.toBe('')
    expect(await fails(`get crd widgets.${group}`)).toContain('not found')
  })
}
