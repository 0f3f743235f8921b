import { groupResource } from '@kube-informer/core'
import type { Kind } from '../kinds/kind.ts'
import { fieldsOf } from '../object/any-object.ts'
import { labelErrors, pathSegmentErrors, subdomainErrors, type TextRule } from '../object/names.ts'
import { protectedBy, tainted, withName, withSecretNames } from './admission.ts'
import { configMapStrategy } from './config-map.ts'
import { customStrategy } from './custom-resource.ts'
import { customResourceDefinitionStrategy } from './custom-resource-definition.ts'
import { daemonSetStrategy } from './daemon-set.ts'
import { deploymentStrategy, selectorChangeErrors, workloadErrors } from './deployment.ts'
import { jobStrategy } from './job.ts'
import {
  COUNTS_GENERATION,
  CREATES_ON_UPDATE,
  NAMED_BY_ANYTHING,
  NAMED_BY_LABEL,
  NAMED_BY_PATH_SEGMENT,
  ORPHANS_BY_DEFAULT,
  REQUIRES_REVISION,
  RETURNS_DELETED,
  STATUS_KEEPS_METADATA,
} from './kind-facts.ts'
import { leaseStrategy } from './lease.ts'
import { namespaceStrategy } from './namespace.ts'
import { podStrategy } from './pod.ts'
import { secretStrategy } from './secret.ts'
import { serviceStrategy } from './service.ts'
import type { Strategy } from './strategy.ts'

/** Strategies of kinds with special rules. */
const OWN: Readonly<Record<string, Partial<Strategy>>> = {
  pods: podStrategy,
  namespaces: namespaceStrategy,
  services: serviceStrategy,
  secrets: secretStrategy,
  configmaps: configMapStrategy,
  'deployments.apps': deploymentStrategy,
  'jobs.batch': jobStrategy,
  'leases.coordination.k8s.io': leaseStrategy,
  'daemonsets.apps': daemonSetStrategy,
  'statefulsets.apps': { validate: ({ spec }) => workloadErrors(fieldsOf(spec), 'statefulset') },
  'replicasets.apps': {
    validate: ({ spec }) => workloadErrors(fieldsOf(spec), 'deployment'),
    validateUpdate: selectorChangeErrors,
  },
  serviceaccounts: { prepareForCreate: withSecretNames, prepareForUpdate: withSecretNames },
  'endpointslices.discovery.k8s.io': { countsLabels: true },
  limitranges: { prepareForCreate: withName },
  nodes: { admit: tainted },
  persistentvolumes: { admit: protectedBy('kubernetes.io/pv-protection') },
  persistentvolumeclaims: { admit: protectedBy('kubernetes.io/pvc-protection') },
  'customresourcedefinitions.apiextensions.k8s.io': customResourceDefinitionStrategy,
}

const known = new WeakMap<Kind, Strategy>()

/** The strategy of a kind. */
export function strategyOf(kind: Kind): Strategy {
  let strategy = known.get(kind)
  if (!strategy) {
    strategy = kind.isBuiltIn ? builtInStrategy(kind) : customStrategy(kind)
    known.set(kind, strategy)
  }
  return strategy
}

function builtInStrategy(kind: Kind): Strategy {
  const name = groupResource(kind.resource)
  return {
    countsGeneration: COUNTS_GENERATION.has(name),
    hasStatus: kind.subresources.some(subresource => subresource.name === 'status'),
    statusMetadata: STATUS_KEEPS_METADATA.has(name) ? 'none' : 'all',
    createsOnUpdate: CREATES_ON_UPDATE.has(name),
    requiresRevision: REQUIRES_REVISION.has(name),
    returnsDeleted: RETURNS_DELETED.has(name),
    orphansByDefault: ORPHANS_BY_DEFAULT.has(name),
    name: nameRuleOf(name),
    ...OWN[name],
  }
}

function nameRuleOf(name: string): TextRule {
  if (NAMED_BY_LABEL.has(name)) return labelErrors
  if (NAMED_BY_ANYTHING.has(name)) return () => []
  return NAMED_BY_PATH_SEGMENT.has(name) ? pathSegmentErrors : subdomainErrors
}
