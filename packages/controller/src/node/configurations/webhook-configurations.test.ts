import { UsageError } from '@kube-informer/core'
import { pods } from '@kube-informer/core/resources'
import { describe, expect, test } from 'vitest'
import { gadgets, webhookOf } from '../../test/webhooks.ts'
import type { WebhookConfigurationOptions } from './configuration-options.ts'
import { webhookConfigurations } from './webhook-configurations.ts'

const SERVICE = { namespace: 'ops', name: 'webhooks' }
const PEM = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'

const defaults = webhookOf({ type: 'mutating', path: '/mutate-example-com-v1-widget' })
const validation = webhookOf({ type: 'validating', path: '/validate-example-com-v1-widget' })

const configure = (webhooks = [defaults], options: Partial<WebhookConfigurationOptions> = {}) =>
  webhookConfigurations(webhooks, { name: 'widgets', service: SERVICE, ...options })

const first = (options: Partial<WebhookConfigurationOptions>) =>
  configure([defaults], options).mutating?.webhooks?.[0]

test('a handler becomes a webhook with safe defaults, all written out', () => {
  expect(configure()).toEqual({
    mutating: {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'MutatingWebhookConfiguration',
      metadata: { name: 'widgets' },
      webhooks: [
        {
          name: 'mutate.v1.widgets.example.com',
          clientConfig: { service: { ...SERVICE, port: 443, path: '/mutate-example-com-v1-widget' } },
          rules: [
            {
              apiGroups: ['example.com'],
              apiVersions: ['v1'],
              resources: ['widgets'],
              operations: ['CREATE', 'UPDATE'],
              scope: 'Namespaced',
            },
          ],
          admissionReviewVersions: ['v1'],
          sideEffects: 'None',
          failurePolicy: 'Fail',
          timeoutSeconds: 10,
          matchPolicy: 'Equivalent',
          reinvocationPolicy: 'Never',
        },
      ],
    },
    validating: undefined,
    conversions: [],
  })
})

test('each path becomes one webhook, for the operations of all its handlers', () => {
  const { mutating, validating } = configure([
    { ...validation, operations: ['DELETE'] },
    defaults,
    { ...validation, operations: ['UPDATE', 'CREATE'] },
    webhookOf({ type: 'validating', path: '/validate--v1-pod', resource: pods }),
    webhookOf({ type: 'validating', path: '/validate-example-com-v1beta1-gadget', resource: gadgets }),
  ])
  expect(mutating?.webhooks).toHaveLength(1)
  expect(
    validating?.webhooks?.map(({ name, rules }) => [name, rules?.[0]?.operations, rules?.[0]?.scope]),
  ).toEqual([
    ['validate.v1.widgets.example.com', ['CREATE', 'UPDATE', 'DELETE'], 'Namespaced'],
    ['validate.v1.pods', ['CREATE', 'UPDATE'], 'Namespaced'],
    ['validate.v1beta1.gadgets.example.com', ['CREATE', 'UPDATE'], 'Cluster'],
  ])
  expect(validating?.webhooks?.[0]).not.toHaveProperty('reinvocationPolicy')
})

test('a path of its own is part of the name', () => {
  const webhooks = ['/Check/the_Images', '/'].map(path =>
    webhookOf({ type: 'validating', path, hasOwnPath: true, resource: pods }),
  )
  const audit = webhookOf({ type: 'validating', path: '/audit', hasOwnPath: true, resource: undefined })
  const rules = [{ apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'], operations: ['*'] }] as const
  const { validating } = configure([...webhooks, audit], { overrides: { '/audit': { rules } } })
  expect(validating?.webhooks?.map(({ name }) => name)).toEqual([
    'check-the-images.validate.v1.pods',
    'root.validate.v1.pods',
    'audit.validate.widgets',
  ])
  expect(validating?.webhooks?.[2]?.rules).toEqual(rules)
})

test('an override that is undefined leaves the setting of all webhooks', () => {
  const override = { failurePolicy: undefined, timeoutSeconds: undefined, objectSelector: undefined }
  const objectSelector = { matchLabels: { a: 'b' } }
  const settings = { failurePolicy: 'Ignore', timeoutSeconds: 3, objectSelector } as const
  expect(first({ ...settings, overrides: { [defaults.path]: override } })).toMatchObject(settings)
})

test('settings apply to all webhooks, and overrides to one path', () => {
  const namespaceSelector = { matchLabels: { managed: 'yes' } }
  const { mutating, validating } = configure([defaults, validation], {
    ...{ failurePolicy: 'Ignore', timeoutSeconds: 3, namespaceSelector, reinvocationPolicy: 'IfNeeded' },
    labels: { app: 'widgets' },
    overrides: {
      [validation.path]: {
        name: 'own.widgets.test',
        failurePolicy: 'Fail',
        subresources: ['status'],
        matchConditions: [{ name: 'sized', expression: 'has(object.spec.size)' }],
      },
    },
  })
  expect(mutating).toMatchObject({
    metadata: { name: 'widgets', labels: { app: 'widgets' } },
    webhooks: [
      { failurePolicy: 'Ignore', timeoutSeconds: 3, namespaceSelector, reinvocationPolicy: 'IfNeeded' },
    ],
  })
  expect(validating?.webhooks).toMatchObject([
    {
      name: 'own.widgets.test',
      failurePolicy: 'Fail',
      timeoutSeconds: 3,
      rules: [{ resources: ['widgets', 'widgets/status'] }],
      matchConditions: [{ name: 'sized' }],
    },
  ])
})

test.each(['scale', 'eviction', 'binding', '*'])(
  'the subresource %s is refused: its objects are of another kind',
  subresource => {
    expect(() =>
      configure([validation], { overrides: { [validation.path]: { subresources: [subresource] } } }),
    ).toThrow(
      `the webhook ${validation.path} cannot have the subresource ${subresource}, whose objects are no Widget: use admission() and rules`,
    )
  },
)

test('the CA is base64 of its bytes, also with comments beyond ASCII', () => {
  const caBundle = `# Größe €\n${PEM}`
  const encoded = first({ caBundle })?.clientConfig.caBundle ?? ''
  expect(Buffer.from(encoded, 'base64').toString()).toBe(caBundle)
  expect(first({})?.clientConfig).not.toHaveProperty('caBundle')
})

test('services have a port and a prefix, URLs precede the path', () => {
  expect(first({ service: { ...SERVICE, port: 9443, pathPrefix: '/hooks' } })?.clientConfig.service).toEqual({
    ...{ ...SERVICE, port: 9443, path: '/hooks/mutate-example-com-v1-widget' },
  })
  expect(first({ service: undefined, url: 'https://10.0.0.1:9443/hooks/' })?.clientConfig).toEqual({
    url: 'https://10.0.0.1:9443/hooks/mutate-example-com-v1-widget',
  })
})

test('converting webhooks become the conversion of their CRDs', () => {
  const annotations = { 'cert-manager.io/inject-ca-from': 'ops/serving' }
  const { mutating, conversions } = configure(
    [
      webhookOf({ type: 'conversion', path: '/convert' }),
      webhookOf({ type: 'conversion', path: '/convert', resource: gadgets }),
    ],
    { annotations },
  )
  expect(mutating).toBeUndefined()
  expect(conversions.map(({ name }) => name)).toEqual(['widgets.example.com', 'gadgets.example.com'])
  expect(conversions[0]).toEqual({
    name: 'widgets.example.com',
    versions: undefined,
    annotations,
    conversion: {
      strategy: 'Webhook',
      webhook: {
        clientConfig: { service: { ...SERVICE, port: 443, path: '/convert' } },
        conversionReviewVersions: ['v1'],
      },
    },
  })
})

describe('rejected', () => {
  const audit = webhookOf({ type: 'validating', path: '/audit', hasOwnPath: true, resource: undefined })

  test.each<[string, Partial<WebhookConfigurationOptions>, string]>([
    ['no target', { service: undefined }, 'need either a service or a url'],
    ['two targets', { url: 'https://a' }, 'need either a service or a url'],
    ['http', { service: undefined, url: 'http://a' }, 'invalid URL "http://a"'],
    ['a query', { service: undefined, url: 'https://a/?b' }, 'without user, query and fragment'],
    ['a user', { service: undefined, url: 'https://a@b' }, 'without user'],
    ['no URL', { service: undefined, url: 'a' }, 'invalid URL "a"'],
    [
      'a prefix without slash',
      { service: { ...SERVICE, pathPrefix: 'hooks' } },
      'invalid path prefix "hooks"',
    ],
    [
      'a prefix with a slash at its end',
      { service: { ...SERVICE, pathPrefix: '/hooks/' } },
      'invalid path prefix',
    ],
    ['a CA in base64', { caBundle: btoa(PEM) }, 'no certificate in PEM'],
    ['0 seconds', { timeoutSeconds: 0 }, 'timeoutSeconds of /mutate-example-com-v1-widget is 0'],
    ['31 seconds', { timeoutSeconds: 31 }, 'the apiserver takes 1 to 30'],
    ['half a second', { timeoutSeconds: 0.5 }, 'is 0.5'],
    [
      'a path that is not there',
      { overrides: { '/other': {} } },
      'overrides of /other: no webhook has this path',
    ],
    [
      'a short name',
      { overrides: { [defaults.path]: { name: 'a.b' } } },
      'a DNS name of at least three parts',
    ],
    ['a name in capitals', { overrides: { [defaults.path]: { name: 'a.b.C' } } }, 'invalid name "a.b.C"'],
  ])('%s', (_what, options, message) => {
    expect(() => configure([defaults], options)).toThrow(UsageError)
    expect(() => configure([defaults], options)).toThrow(message)
  })

  test('handlers without resource and rules, or without operations', () => {
    expect(() => configure([audit])).toThrow('the webhook /audit has no resource: set the rules')
    expect(() => configure([{ ...defaults, operations: [] }])).toThrow('handles no operation')
    expect(() => configure([{ ...audit, type: 'conversion' }])).toThrow('/audit has no resource')
  })

  test('two webhooks of one name', () => {
    const twice = ['/a-b', '/a/b'].map(path => webhookOf({ type: 'mutating', path, hasOwnPath: true }))
    expect(() => configure(twice)).toThrow('two webhooks have the name "a-b.mutate.v1.widgets.example.com"')
  })
})
