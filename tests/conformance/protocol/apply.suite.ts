import { expect } from 'vitest'
import {
  type Answer,
  configMap,
  configMapsOf,
  type Endpoint,
  failure,
  invalid,
  PATCH,
  versionOf,
} from './endpoint.ts'
import { rowsOf, type Target } from './target.ts'

const apply = (
  endpoint: Endpoint,
  manager: string,
  data: Readonly<Record<string, string>>,
  query: Readonly<Record<string, boolean>> = {},
): Promise<Answer> =>
  endpoint.patch('foo', PATCH.apply, configMap('foo', data), { query: { fieldManager: manager, ...query } })

interface Manager {
  readonly manager: string
  readonly operation: string
  readonly fieldsV1?: { readonly 'f:data'?: object }
}

/** `a Apply: x y` for each entry of `managedFields`, sorted: the server sorts by time, in whole seconds. */
function managersOf({ body }: Answer): string[] {
  const entries = (body.metadata?.managedFields ?? []) as readonly Manager[]
  const texts = entries.map(({ manager, operation, fieldsV1 }) => {
    const owned = fieldsV1?.['f:data'] ?? {}
    const names = Object.keys(owned).filter(name => name.startsWith('f:'))
    return `${manager} ${operation}: ${names.map(name => name.slice(2)).join(' ')}`
  })
  return texts.toSorted()
}

const conflict = (
  message: string,
  ...causes: readonly (readonly [message: string, field: string])[]
): object =>
  failure(409, 'Conflict', message, {
    causes: causes.map(([text, field]) => ({ reason: 'FieldManagerConflict', message: text, field })),
  })

/** Server-side apply and field ownership. */
export function describeApply(target: Target): void {
  const row = rowsOf(target)

  row('M28: an apply requires a field manager', async cluster => {
    const endpoint = await configMapsOf(cluster)
    const refused = await endpoint.patch('foo', PATCH.apply, configMap('foo'))
    expect(refused.body).toEqual(
      invalid('PatchOptions.meta.k8s.io ""', { group: 'meta.k8s.io', kind: 'PatchOptions' }, [
        'Required',
        'fieldManager',
        'Required value: is required for apply patch',
      ]),
    )
  })

  row('M29: a different value for a field that another manager applied is a conflict', async cluster => {
    const endpoint = await configMapsOf(cluster)
    const first = await apply(endpoint, 'a', { x: '1', y: '1' })
    expect([first.status, managersOf(first)]).toEqual([201, ['a Apply: x y']])
    const refused = await apply(endpoint, 'b', { x: '2' })
    expect(refused.body).toEqual(
      conflict('Apply failed with 1 conflict: conflict with "a": .data.x', ['conflict with "a"', '.data.x']),
    )
    const both = await apply(endpoint, 'b', { x: '2', y: '2' })
    expect(both.body).toEqual(
      conflict(
        'Apply failed with 2 conflicts: conflicts with "a":\n- .data.x\n- .data.y',
        ['conflict with "a"', '.data.x'],
        ['conflict with "a"', '.data.y'],
      ),
    )
    expect((await endpoint.get('foo')).body).toEqual(first.body)
  })

  row('M29: a forced apply takes ownership of the field', async cluster => {
    const endpoint = await configMapsOf(cluster)
    await apply(endpoint, 'a', { x: '1', y: '1' })
    const forced = await apply(endpoint, 'b', { x: '2' }, { force: true })
    expect([forced.status, forced.body.data]).toEqual([200, { x: '2', y: '1' }])
    expect(managersOf(forced)).toEqual(['a Apply: y', 'b Apply: x'])
  })

  row('M29: an equal value is owned by both managers, and removed when neither applies it', async cluster => {
    const endpoint = await configMapsOf(cluster)
    await apply(endpoint, 'a', { x: '1' })
    const shared = await apply(endpoint, 'b', { x: '1' })
    expect([shared.status, managersOf(shared)]).toEqual([200, ['a Apply: x', 'b Apply: x']])
    expect((await apply(endpoint, 'a', {})).body.data).toEqual({ x: '1' })
    expect((await apply(endpoint, 'b', {})).body).not.toHaveProperty('data.x')
  })

  row('M29: a conflict over a field that another manager updated names the apiVersion', async cluster => {
    const endpoint = await configMapsOf(cluster)
    await endpoint.make(configMap('foo', { x: '1' }), { query: { fieldManager: 'w' } })
    const refused = await apply(endpoint, 'b', { x: '2' })
    expect(refused.body).toEqual(
      conflict('Apply failed with 1 conflict: conflict with "w" using v1: .data.x', [
        'conflict with "w" using v1',
        '.data.x',
      ]),
    )
    const written = await endpoint.patch(
      'foo',
      PATCH.merge,
      { data: { y: '1' } },
      { query: { fieldManager: 'v' } },
    )
    expect(managersOf(written)).toEqual(['v Update: y', 'w Update: x'])
  })

  row('M30: a field that is no longer applied is removed', async cluster => {
    const endpoint = await configMapsOf(cluster)
    await apply(endpoint, 'a', { x: '1', y: '1' })
    const second = await apply(endpoint, 'a', { x: '1' })
    expect([second.status, second.body.data, managersOf(second)]).toEqual([200, { x: '1' }, ['a Apply: x']])
    const same = await apply(endpoint, 'a', { x: '1' })
    expect([same.status, versionOf(same)]).toEqual([200, versionOf(second)])
  })

  row('M30: fields of other managers are unchanged', async cluster => {
    const endpoint = await configMapsOf(cluster)
    await apply(endpoint, 'a', { x: '1' })
    await endpoint.patch('foo', PATCH.merge, { data: { y: '1' } }, { query: { fieldManager: 'w' } })
    expect((await apply(endpoint, 'a', {})).body.data).toEqual({ y: '1' })
  })

  row('M28: the body of an apply is an object of the kind, in any form of YAML', async cluster => {
    const endpoint = await configMapsOf(cluster)
    const query = { fieldManager: 'a' }
    const yaml = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: foo\ndata:\n  x: "1"\n'
    expect((await endpoint.patch('foo', PATCH.apply, yaml, { query })).body.data).toEqual({ x: '1' })
    const other = { kind: 'Secret', apiVersion: 'v1', metadata: { name: 'foo' } }
    expect((await endpoint.patch('foo', PATCH.apply, other, { query })).body).toEqual(
      failure(400, 'BadRequest', 'invalid object type: /v1, Kind=Secret'),
    )
    const managed = { ...configMap('foo'), metadata: { name: 'foo', managedFields: [] } }
    expect((await endpoint.patch('foo', PATCH.apply, managed, { query })).body).toEqual(
      failure(400, 'BadRequest', 'metadata.managedFields must be nil'),
    )
    const broken = await endpoint.patch('foo', PATCH.apply, 'a: b: c', { query })
    expect([broken.status, broken.body.message]).toEqual([
      400,
      expect.stringMatching(/^error encoding patch: yaml: /),
    ])
  })

  row('M28: an unknown field is a server error, under any fieldValidation', async cluster => {
    const endpoint = await configMapsOf(cluster)
    for (const fieldValidation of ['Strict', 'Ignore']) {
      const query = { fieldManager: 'a', fieldValidation }
      const refused = await endpoint.patch('foo', PATCH.apply, { ...configMap('foo'), foo: 'x' }, { query })
      expect([refused.status, refused.body.message]).toEqual([
        500,
        'failed to create typed patch object (/foo; /v1, Kind=ConfigMap): .foo: field not declared in schema',
      ])
    }
  })

  row('M28: the name of a field manager has a maximum length', async cluster => {
    const endpoint = await configMapsOf(cluster)
    const refused = await apply(endpoint, 'm'.repeat(129), {})
    expect(refused.body).toEqual(
      invalid('PatchOptions.meta.k8s.io ""', { group: 'meta.k8s.io', kind: 'PatchOptions' }, [
        'TooLong',
        'fieldManager',
        'Too long: may not be more than 128 bytes',
      ]),
    )
  })

  row('M30: an update that sets empty managedFields removes all managers', async cluster => {
    const endpoint = await configMapsOf(cluster)
    await apply(endpoint, 'a', { x: '1' })
    const reset = await endpoint.patch('foo', PATCH.merge, { metadata: { managedFields: [{}] } })
    expect(reset.status).toBe(200)
    expect(reset.body.metadata).not.toHaveProperty('managedFields')
  })
}
