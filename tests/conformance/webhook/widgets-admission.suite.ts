import { readFile } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import type { RealCluster } from '../controller/real-cluster.ts'
import { rejectionOf } from './registrations.ts'
import { PROTECTED, widgetsV2 } from './widgets.ts'
import { MUTATE, SLOW, VALIDATE, VALIDATOR, type WidgetsRig } from './widgets-rig.ts'

const DENIED = `admission webhook "${VALIDATOR}" denied the request`

/** A line of the audit log. */
interface AuditEvent {
  readonly verb?: string
  readonly objectRef?: { readonly name?: string }
  readonly annotations?: Readonly<Record<string, string>>
}

/** What kubectl shows of our admission webhooks. */
export function widgetsAdmissionSuite(real: RealCluster, rig: WidgetsRig): void {
  const widget = (
    name: string,
    spec?: object,
    { version = 'v2', ...metadata }: Record<string, unknown> = {},
  ) => ({
    input: { apiVersion: `example.com/${version}`, kind: 'Widget', metadata: { name, ...metadata }, spec },
  })
  const specOf = async (name: string, version = 'v2') =>
    JSON.parse(await rig.ok(`get widgets.${version}.example.com ${name} -o json`)).spec as unknown

  test('C-ADM-23: kubectl shows the message of an error that a handler throws', async () => {
    expect(await rig.fails('create -f -', widget('red', { color: 'red' }))).toBe(
      `Error from server (Forbidden): error when creating "STDIN": ${DENIED}: the color "red" is reserved\n`,
    )
  })

  test('kubectl shows the causes of a status that a handler throws, after its warning', async () => {
    const spec = { color: 'teal', dimensions: { width: 200 } }
    expect(await rig.fails('create -f -', widget('wide', spec))).toBe(
      'Warning: the color "teal" is deprecated: use "cyan"\n' +
        'The Widget "wide" is invalid: spec.dimensions.width: width 200 is above 100\n',
    )
    const at = { namespace: rig.namespace, name: 'wide' }
    const { code, status } = await rejectionOf(rig.client.create(widgetsV2, { metadata: at, spec }))
    expect(code).toBe(422)
    expect(status).toMatchObject({
      message: `${DENIED}: width 200 is above 100`,
      reason: 'Invalid',
      details: { causes: [{ reason: 'FieldValueInvalid', field: 'spec.dimensions.width' }] },
    })
  })

  test('a bug of a handler refuses the write with code 500', async () => {
    expect(await rig.fails('create -f -', widget('bug', { color: 'bug' }))).toBe(
      `Error from server: error when creating "STDIN": ${DENIED}: panic: color.toHex is not a function [recovered]\n`,
    )
  })

  test('a handler that does not answer in time is a denial, before the apiserver gives up', async () => {
    const denied = async () => {
      const stderr = await rig.fails('create -f -', widget('stuck', { color: 'stuck' }, { labels: SLOW }))
      expect(stderr).toMatch(new RegExp(`${DENIED}: .* within 1800 ms\n$`))
    }
    // On a busy machine, an answer can take more than the 200 ms that it has.
    await vi.waitFor(denied, { timeout: 20_000 })
  })

  test('kubectl sees the defaults, in a key that a JSON patch escapes too', async () => {
    await rig.ok('create -f -', widget('defaulted', { settings: { 'a/b~c': 'own' } }))
    expect(await specOf('defaulted')).toEqual({
      mode: 'auto',
      color: 'blue',
      dimensions: { width: 1, height: 1 },
      settings: { 'a/b~c': 'own', 'defaults/color~width': 'set' },
    })
  })

  test('the webhooks of v2 default and deny widgets of other versions', async () => {
    await rig.ok('create -f -', widget('old', { size: 3 }, { version: 'v1' }))
    expect(await specOf('old', 'v1')).toMatchObject({ color: 'blue', size: 3 })
    expect(
      await rig.fails('create -f -', widget('red', { look: { color: 'red' } }, { version: 'v3' })),
    ).toContain(`${DENIED}: the color "red" is reserved`)
  })

  test('kubectl shows a warning of a write that is allowed', async () => {
    const { code, stderr } = await rig.kubectl.run(
      `--namespace ${rig.namespace} create -f -`,
      widget('teal', { color: 'teal' }),
    )
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'Warning: the color "teal" is deprecated: use "cyan"\n',
    })
  })

  test('`kubectl apply --dry-run=server` reaches the handlers as a dry run', async () => {
    const { position } = rig.recorder
    const { stderr, stdout } = await rig.kubectl.run(
      `--namespace ${rig.namespace} apply --dry-run=server -o json -f -`,
      widget('dry'),
    )
    expect(stderr).toBe('Warning: this is a dry run: the widget is not stored\n')
    expect(JSON.parse(stdout).spec).toMatchObject({ color: 'blue' })
    for (const path of [MUTATE, VALIDATE])
      expect(rig.recorder.reviews(path, position)).toMatchObject([{ request: { dryRun: true } }])
    expect(await rig.fails('get widget dry')).toContain('not found')
  })

  test('an update is compared with the old object', async () => {
    await rig.ok('create -f -', widget('resized', { dimensions: { width: 5 } }))
    const patch = (width: number) =>
      `patch widgets.v2.example.com resized --type merge -p '{"spec":{"dimensions":{"width":${width}}}}'`
    expect(await rig.fails(patch(4))).toBe(
      'Warning: the width of a widget should not change\n' +
        `Error from server (Forbidden): ${DENIED}: the width may not shrink from 5 to 4\n`,
    )
    await rig.ok(patch(6))
  })

  test('a deletion can be denied', async () => {
    await rig.ok('create -f -', widget('kept', {}, { annotations: { [PROTECTED]: 'yes' } }))
    expect(await rig.fails('delete widget kept')).toBe(
      `Error from server (Forbidden): ${DENIED}: kept is protected\n`,
    )
    await rig.ok(`annotate widget kept ${PROTECTED}-`)
    await rig.ok('delete widget kept')
  })

  test('an integer beyond 2^53 is stored as it was written', async () => {
    const path = `/apis/example.com/v2/namespaces/${rig.namespace}/widgets`
    const body = JSON.stringify(widget('exact', { serial: 'SERIAL' }).input).replace(
      '"SERIAL"',
      '9007199254740993',
    )
    await rig.client.request(path, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    expect(await rig.text(`${path}/exact`)).toContain('"serial":9007199254740993')
    for (const version of ['v1', 'v2', 'v3'])
      expect(await rig.ok(`get widgets.${version}.example.com exact -o json`)).toContain(
        '"serial": 9007199254740993',
      )
  })

  test('several handlers of one webhook all add annotations, to the object and to the audit log', async () => {
    await rig.ok('create -f -', widget('audited', { color: 'purple' }))
    const { metadata } = await rig.client.get(widgetsV2, { namespace: rig.namespace, name: 'audited' })
    expect(metadata?.annotations).toEqual({ 'example.com/first': 'yes', 'example.com/second': 'yes' })
    const find = async () => {
      const lines = (await readFile(real.cluster.auditLog ?? '', 'utf8')).trimEnd().split('\n')
      const events = lines.map(line => JSON.parse(line) as AuditEvent)
      return events.find(({ verb, objectRef }) => verb === 'create' && objectRef?.name === 'audited')
        ?.annotations
    }
    await expect.poll(find).toMatchObject({
      [`${VALIDATOR}/color`]: 'purple',
      [`${VALIDATOR}/annotations`]: 'example.com/first,example.com/second',
    })
  })
}
