import type { KubernetesObject } from '@kube-informer/core'
import { timestamp } from '../object/timestamp.ts'
import type { GeneratedApp } from './generated-app.ts'
import { lazyObject, uidAt } from './lazy.ts'

const TEXT = { type: 'string' } as const
const TIME = { type: 'string', format: 'date-time' } as const
const CONDITIONS = {
  type: 'array',
  items: {
    type: 'object',
    required: ['type', 'status'],
    properties: {
      type: TEXT,
      status: { type: 'string', enum: ['True', 'False', 'Unknown'] },
      reason: TEXT,
      message: TEXT,
      lastTransitionTime: TIME,
    },
  },
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['type'],
} as const

interface Definition {
  readonly group: string
  readonly kind: string
  readonly plural: string
  readonly shortName: string
  readonly spec: object
  readonly status: object
  readonly columns: readonly object[]
}

const CERTIFICATES: Definition = {
  group: 'tls.example.com',
  kind: 'Certificate',
  plural: 'certificates',
  shortName: 'cert',
  spec: { secretName: TEXT, dnsNames: { type: 'array', items: TEXT }, issuer: TEXT },
  status: { notAfter: TIME, renewalTime: TIME, conditions: CONDITIONS },
  columns: [
    { name: 'Ready', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
    { name: 'Secret', type: 'string', jsonPath: '.spec.secretName' },
    { name: 'Issuer', type: 'string', jsonPath: '.spec.issuer', priority: 1 },
    // A time in the future is <invalid> in a column of the type `date`.
    { name: 'Expires', type: 'string', jsonPath: '.status.notAfter' },
    { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
  ],
}

const BACKUPS: Definition = {
  group: 'data.example.com',
  kind: 'Backup',
  plural: 'backups',
  shortName: 'bk',
  spec: {
    source: TEXT,
    schedule: TEXT,
    keep: { type: 'integer', minimum: 1, maximum: 365, default: 7 },
  },
  status: { phase: TEXT, sizeBytes: { type: 'integer', format: 'int64' }, conditions: CONDITIONS },
  columns: [],
}

/** Two definitions, the first with printer columns, and a custom resource of each for some apps. */
export const customResources = (
  apps: readonly GeneratedApp[],
  newest: number,
): readonly KubernetesObject[] => [
  definition(CERTIFICATES, apps),
  definition(BACKUPS, apps),
  ...apps.filter(({ app }) => /frontend|gateway/.test(app.name)).map(each => certificate(each, newest)),
  ...apps.filter(({ index }) => index % 20 === 4).map(backup),
]

function definition(
  { group, kind, plural, shortName, spec, status, columns }: Definition,
  [first]: readonly GeneratedApp[],
): KubernetesObject {
  const object = (properties: object) => ({ type: 'object', properties })
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${plural}.${group}`,
      uid: uidAt(first?.seed ?? 1, 'Other', kind === 'Backup' ? 1 : 0),
      ...(first ? { creationTimestamp: first.createdAt } : {}),
    },
    ...{
      spec: {
        group,
        scope: 'Namespaced',
        names: {
          kind,
          plural,
          singular: kind.toLowerCase(),
          listKind: `${kind}List`,
          shortNames: [shortName],
        },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            subresources: { status: {} },
            ...(columns.length > 0 ? { additionalPrinterColumns: columns } : {}),
            schema: { openAPIV3Schema: object({ spec: object(spec), status: object(status) }) },
          },
        ],
      },
    },
  }
}

function certificate({ app, index, seed, createdAt }: GeneratedApp, newest: number): KubernetesObject {
  const isReady = index % 17 !== 0
  const metadata = { name: `${app.name}-tls`, namespace: app.namespace }
  return lazyObject({ apiVersion: 'tls.example.com/v1', kind: 'Certificate' }, metadata, () => ({
    metadata: { uid: uidAt(seed, 'Other', 1000 + index), creationTimestamp: createdAt, generation: 1 },
    spec: {
      secretName: `${app.name}-tls`,
      dnsNames: [`${app.name}.${app.namespace}.example.com`],
      issuer: 'letsencrypt-prod',
    },
    status: {
      ...(isReady ? { notAfter: timestamp(newest + (30 + (index % 60)) * 24 * 3_600_000) } : {}),
      conditions: [
        {
          type: 'Ready',
          status: isReady ? 'True' : 'False',
          reason: isReady ? 'Ready' : 'DoesNotExist',
          message: isReady
            ? 'Certificate is up to date and has not expired'
            : 'Issuing certificate as Secret does not exist',
          lastTransitionTime: createdAt,
        },
      ],
    },
  }))
}

function backup({ app, index, seed, createdAt }: GeneratedApp): KubernetesObject {
  const metadata = { name: `${app.name}-nightly`, namespace: app.namespace }
  return lazyObject({ apiVersion: 'data.example.com/v1', kind: 'Backup' }, metadata, () => ({
    metadata: { uid: uidAt(seed, 'Other', 2000 + index), creationTimestamp: createdAt, generation: 1 },
    spec: { source: `${app.name}-db`, schedule: '30 2 * * *', keep: 7 },
    status: {
      phase: 'Completed',
      sizeBytes: 1_000_000 * (200 + index),
      conditions: [{ type: 'Completed', status: 'True', reason: 'Uploaded', lastTransitionTime: createdAt }],
    },
  }))
}
