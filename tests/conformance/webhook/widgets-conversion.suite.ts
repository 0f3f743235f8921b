import { describe, expect, test } from 'vitest'
import { HEIGHT, type WidgetV3, widgetsV1, widgetsV2, widgetsV3 } from './widgets.ts'
import { CONVERT, type WidgetsRig } from './widgets-rig.ts'

const SPECS = {
  v1: { mode: 'auto', color: 'green', size: 3, settings: { 'defaults/color~width': 'set' } },
  v2: {
    mode: 'auto',
    color: 'green',
    dimensions: { width: 3, height: 4 },
    settings: { 'defaults/color~width': 'set' },
  },
  v3: {
    mode: 'auto',
    look: { color: 'green' },
    dimensions: { width: 3, height: 4 },
    settings: { 'defaults/color~width': 'set' },
  },
} as const

const VERSIONS = ['v1', 'v2', 'v3'] as const

/** What kubectl and clients read through our conversion. */
export function widgetsConversionSuite(rig: WidgetsRig): void {
  const read = async (version: string, name: string) =>
    JSON.parse(await rig.ok(`get widgets.${version}.example.com ${name} -o json`)) as WidgetV3

  describe.each(VERSIONS)('a widget that was written as %s', written => {
    test('kubectl reads it in each served version', async () => {
      const name = `written-as-${written}`
      const annotations = written === 'v1' ? { [HEIGHT]: '4' } : {}
      const input = {
        apiVersion: `example.com/${written}`,
        kind: 'Widget',
        metadata: { name, annotations },
        spec: SPECS[written],
      }
      await rig.ok('create -f -', { input })
      for (const version of VERSIONS) {
        const { apiVersion, metadata, spec } = await read(version, name)
        expect({ apiVersion, spec }).toEqual({ apiVersion: `example.com/${version}`, spec: SPECS[version] })
        expect(metadata?.annotations?.[HEIGHT]).toBe(version === 'v1' ? '4' : undefined)
      }
    })
  })

  test('C-CNV-8: metadata survives a conversion: owners, managed fields, finalizers', async () => {
    const { namespace } = rig
    const owner = await rig.client.create(widgetsV2, { metadata: { namespace, name: 'owner' } })
    const { apiVersion = '', kind = '', metadata: { uid = '' } = {} } = owner
    const metadata = {
      namespace,
      name: 'owned',
      labels: { team: 'a' },
      annotations: { note: 'b' },
      finalizers: ['example.com/held'],
      ownerReferences: [{ apiVersion, kind, name: 'owner', uid }],
    }
    const created = await rig.client.create(widgetsV2, { metadata, spec: { color: 'green' } })
    expect(created.metadata).toMatchObject({ ...metadata, managedFields: [{ apiVersion: 'example.com/v2' }] })
    for (const resource of [widgetsV1, widgetsV3]) {
      const read = await rig.client.get(resource, { namespace, name: 'owned' })
      expect(read.metadata).toEqual(created.metadata)
    }
    await rig.client.patch(widgetsV1, { namespace, name: 'owned' }, { metadata: { finalizers: null } })
  })

  test('an update in an old version keeps what only newer ones have', async () => {
    const { namespace } = rig
    const at = { namespace, name: 'updated' }
    await rig.client.create(widgetsV2, { metadata: at, spec: { dimensions: { width: 3, height: 9 } } })
    await rig.ok(`patch widgets.v1.example.com updated --type merge -p '{"spec":{"size":5}}'`)
    const { spec, metadata } = await rig.client.get(widgetsV3, at)
    expect(spec?.dimensions).toEqual({ width: 5, height: 9 })
    expect(metadata?.annotations?.[HEIGHT]).toBeUndefined()
  })

  test('a server-side apply in one version owns its fields in the others', async () => {
    const apply = (version: string, manager: string, spec: object) => {
      const metadata = { name: 'applied' }
      const input = { apiVersion: `example.com/${version}`, kind: 'Widget', metadata, spec }
      return [`apply --server-side --field-manager ${manager} -f -`, { input }] as const
    }
    await rig.ok(...apply('v1', 'first', { color: 'green', size: 3 }))
    await rig.ok(...apply('v3', 'first', { look: { color: 'cyan' }, dimensions: { width: 4 } }))
    // The path is that of the version in which the field was applied.
    expect(await rig.fails(...apply('v2', 'second', { color: 'blue' }))).toContain(
      'Apply failed with 1 conflict: conflict with "first": .spec.look.color\n',
    )
    const { spec } = await rig.client.get(widgetsV1, { namespace: rig.namespace, name: 'applied' })
    expect(spec).toMatchObject({ color: 'cyan', size: 4 })
  })

  test('a failed conversion is shown with the message of its converter', async () => {
    const input = {
      apiVersion: 'example.com/v2',
      kind: 'Widget',
      metadata: { name: 'unconvertible' },
      spec: { color: 'unconvertible' },
    }
    await rig.ok('create -f -', { input })
    expect(await rig.fails('get widgets.v1.example.com unconvertible')).toMatch(
      /conversion webhook for example\.com\/v2, Kind=Widget failed: cannot convert Widget "\S+\/unconvertible" to example\.com\/v1: v1 has no such color\n$/,
    )
    await rig.ok('delete widgets.v3.example.com unconvertible')
  })

  test('C-CNV-9: a list of 2,000 widgets that are stored in two versions is complete in each version', async () => {
    const { namespace, count } = rig.stored
    for (const resource of [widgetsV1, widgetsV2]) {
      const { items } = await rig.client.list(resource, { namespace })
      expect(items).toHaveLength(count)
      expect(new Set(items.map(item => item.apiVersion))).toEqual(
        new Set([`example.com/${resource.version}`]),
      )
    }
    const names = await rig.ok(`get widgets.v3.example.com --namespace ${namespace} -o name`)
    expect(names.trimEnd().split('\n')).toHaveLength(count)
    for (const { request } of rig.recorder.reviews(CONVERT))
      expect(request.objects?.some(({ apiVersion }) => apiVersion === request.desiredAPIVersion)).toBe(false)
  })

  test('C-CNV-9: a widget that has the wanted version already causes no request', async () => {
    const { namespace } = rig
    await rig.client.create(widgetsV2, { metadata: { namespace, name: 'as-it-is' } })
    const of = (position: number) =>
      rig.recorder
        .reviews(CONVERT, position)
        .flatMap(({ request }) => request.objects ?? [])
        .filter(({ metadata }) => metadata.name === 'as-it-is')
    const { position } = rig.recorder
    await rig.client.get(widgetsV1, { namespace, name: 'as-it-is' })
    expect(of(position).length).toBeGreaterThan(0)
    const later = rig.recorder.position
    await rig.client.get(widgetsV2, { namespace, name: 'as-it-is' })
    expect(of(later)).toEqual([])
  })

  test('a watch in another version has converted events', async () => {
    const { namespace, client } = rig
    const { metadata: { resourceVersion = '' } = {} } = await client.list(widgetsV3, { namespace })
    const stop = new AbortController()
    const events = await client.watch(widgetsV3, { namespace, resourceVersion }, { signal: stop.signal })
    await client.create(widgetsV1, {
      metadata: { namespace, name: 'watched' },
      spec: { color: 'green', size: 2 },
    })
    await client.patch(widgetsV2, { namespace, name: 'watched' }, { spec: { color: 'cyan' } })
    await client.delete(widgetsV2, { namespace, name: 'watched' })
    const seen: unknown[] = []
    for await (const batch of events) {
      for (const { type, object } of batch) {
        if (type === 'BOOKMARK' || type === 'ERROR') continue
        seen.push([type, object.apiVersion, object.spec?.look?.color])
      }
      if (seen.length === 3) break
    }
    stop.abort()
    expect(seen).toEqual([
      ['ADDED', 'example.com/v3', 'green'],
      ['MODIFIED', 'example.com/v3', 'cyan'],
      ['DELETED', 'example.com/v3', 'cyan'],
    ])
  })
}
