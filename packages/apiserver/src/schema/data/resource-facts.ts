// Generated from kube-apiserver v1.37.1, not to be edited: npm run generate -- schemas

import type { ResourceFacts } from '../resource-facts.ts'

/** By group/version/plural. */
export const RESOURCE_FACTS: Readonly<Record<string, ResourceFacts>> = {
  '/v1/configmaps': {
    storageVersionHash: 'qFsyl6wFWjQ=',
  },
  '/v1/endpoints': {
    storageVersionHash: 'fWeeMqaN/OA=',
  },
  '/v1/events': {
    storageVersionHash: 'r2yiGXH7wu8=',
  },
  '/v1/limitranges': {
    storageVersionHash: 'EBKMFVe6cwo=',
  },
  '/v1/namespaces': {
    storageVersionHash: 'Q3oi5N2YM8M=',
  },
  '/v1/nodes': {
    storageVersionHash: 'XwShjMxG9Fs=',
  },
  '/v1/persistentvolumeclaims': {
    storageVersionHash: 'QWTyNDq0dC4=',
  },
  '/v1/persistentvolumes': {
    storageVersionHash: 'HN/zwEC+JgM=',
  },
  '/v1/pods': {
    storageVersionHash: 'xPOwRZ+Yhw8=',
    subresources: {
      eviction: ['policy', 'v1'],
    },
  },
  '/v1/podtemplates': {
    storageVersionHash: 'LIXB2x4IFpk=',
  },
  '/v1/replicationcontrollers': {
    storageVersionHash: 'Jond2If31h0=',
    subresources: {
      scale: ['autoscaling', 'v1'],
    },
  },
  '/v1/resourcequotas': {
    storageVersionHash: '8uhSgffRX6w=',
  },
  '/v1/secrets': {
    storageVersionHash: 'S6u1pOWzb84=',
  },
  '/v1/serviceaccounts': {
    storageVersionHash: 'pbx9ZvyFpBE=',
    subresources: {
      token: ['authentication.k8s.io', 'v1'],
    },
  },
  '/v1/services': {
    storageVersionHash: '0/CO1lhkEBI=',
  },
  'apiregistration.k8s.io/v1/apiservices': {
    storageVersionHash: 'InPBPD7+PqM=',
  },
  'apps/v1/controllerrevisions': {
    storageVersionHash: '85nkx63pcBU=',
  },
  'apps/v1/daemonsets': {
    storageVersionHash: 'dd7pWHUlMKQ=',
  },
  'apps/v1/deployments': {
    storageVersionHash: '8aSe+NMegvE=',
    subresources: {
      scale: ['autoscaling', 'v1'],
    },
  },
  'apps/v1/replicasets': {
    storageVersionHash: 'P1RzHs8/mWQ=',
    subresources: {
      scale: ['autoscaling', 'v1'],
    },
  },
  'apps/v1/statefulsets': {
    storageVersionHash: 'H+vl74LkKdo=',
    subresources: {
      scale: ['autoscaling', 'v1'],
    },
  },
  'events.k8s.io/v1/events': {
    storageVersionHash: 'r2yiGXH7wu8=',
  },
  'autoscaling/v2/horizontalpodautoscalers': {
    storageVersionHash: 'qwQve8ut294=',
  },
  'autoscaling/v1/horizontalpodautoscalers': {
    storageVersionHash: 'qwQve8ut294=',
  },
  'batch/v1/cronjobs': {
    storageVersionHash: 'sd5LIXh4Fjs=',
  },
  'batch/v1/jobs': {
    storageVersionHash: 'mudhfqk/qZY=',
  },
  'certificates.k8s.io/v1/certificatesigningrequests': {
    storageVersionHash: '95fRKMXA+00=',
  },
  'certificates.k8s.io/v1/clustertrustbundles': {
    storageVersionHash: 'v5yhuVertL4=',
  },
  'certificates.k8s.io/v1/podcertificaterequests': {
    storageVersionHash: 'wYA9yXQH8fg=',
  },
  'networking.k8s.io/v1/ingressclasses': {
    storageVersionHash: 'l/iqIbDgFyQ=',
  },
  'networking.k8s.io/v1/ingresses': {
    storageVersionHash: '39NQlfNR+bo=',
  },
  'networking.k8s.io/v1/ipaddresses': {
    storageVersionHash: '3f/plJFChNE=',
  },
  'networking.k8s.io/v1/networkpolicies': {
    storageVersionHash: 'YpfwF18m1G8=',
  },
  'networking.k8s.io/v1/servicecidrs': {
    storageVersionHash: 'gNLvruQhW2g=',
  },
  'policy/v1/poddisruptionbudgets': {
    storageVersionHash: 'EVWiDmWqyJw=',
  },
  'rbac.authorization.k8s.io/v1/clusterrolebindings': {
    storageVersionHash: '48tpQ8gZHFc=',
  },
  'rbac.authorization.k8s.io/v1/clusterroles': {
    storageVersionHash: 'bYE5ZWDrJ44=',
  },
  'rbac.authorization.k8s.io/v1/rolebindings': {
    storageVersionHash: 'eGsCzGH6b1g=',
  },
  'rbac.authorization.k8s.io/v1/roles': {
    storageVersionHash: '7FuwZcIIItM=',
  },
  'storage.k8s.io/v1/csidrivers': {
    storageVersionHash: 'hL6j/rwBV5w=',
  },
  'storage.k8s.io/v1/csinodes': {
    storageVersionHash: 'Pe62DkZtjuo=',
  },
  'storage.k8s.io/v1/csistoragecapacities': {
    storageVersionHash: 'xeVl+2Ly1kE=',
  },
  'storage.k8s.io/v1/storageclasses': {
    storageVersionHash: 'K+m6uJwbjGY=',
  },
  'storage.k8s.io/v1/volumeattachments': {
    storageVersionHash: 'tJx/ezt6UDU=',
  },
  'storage.k8s.io/v1/volumeattributesclasses': {
    storageVersionHash: 'tIjydgKBC5w=',
  },
  'admissionregistration.k8s.io/v1/mutatingadmissionpolicies': {
    storageVersionHash: 'mHCkTKpUTrE=',
  },
  'admissionregistration.k8s.io/v1/mutatingadmissionpolicybindings': {
    storageVersionHash: 'ZKgZT1uTmZ0=',
  },
  'admissionregistration.k8s.io/v1/mutatingwebhookconfigurations': {
    storageVersionHash: 'Sqi0GUgDaX0=',
  },
  'admissionregistration.k8s.io/v1/validatingadmissionpolicies': {
    storageVersionHash: '6OxvlMmQ6is=',
  },
  'admissionregistration.k8s.io/v1/validatingadmissionpolicybindings': {
    storageVersionHash: 'v9715VZqakg=',
  },
  'admissionregistration.k8s.io/v1/validatingwebhookconfigurations': {
    storageVersionHash: 'B0wHjQmsGNk=',
  },
  'apiextensions.k8s.io/v1/customresourcedefinitions': {
    storageVersionHash: 'jfWCUB31mvA=',
  },
  'scheduling.k8s.io/v1/priorityclasses': {
    storageVersionHash: '1QwjyaZjj3Y=',
  },
  'coordination.k8s.io/v1/leases': {
    storageVersionHash: 'gqkMMb/YqFM=',
  },
  'node.k8s.io/v1/runtimeclasses': {
    storageVersionHash: 'WQTu1GL3T2Q=',
  },
  'discovery.k8s.io/v1/endpointslices': {
    storageVersionHash: 'qgS0xkrxYAI=',
  },
  'resource.k8s.io/v1/deviceclasses': {
    storageVersionHash: 'Yk2PTc1Ybxk=',
  },
  'resource.k8s.io/v1/devicetaintrules': {
    storageVersionHash: 'i+85+TcIKpA=',
  },
  'resource.k8s.io/v1/resourceclaims': {
    storageVersionHash: 'wgAZaHcZxUg=',
  },
  'resource.k8s.io/v1/resourceclaimtemplates': {
    storageVersionHash: 'TuzjC49aUfM=',
  },
  'resource.k8s.io/v1/resourceslices': {
    storageVersionHash: 'KsC072WgaEY=',
  },
  'flowcontrol.apiserver.k8s.io/v1/flowschemas': {
    storageVersionHash: 'GJVAJZSZBIw=',
  },
  'flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations': {
    storageVersionHash: 'Kir5PVfvNeI=',
  },
  'storagemigration.k8s.io/v1/storageversionmigrations': {
    storageVersionHash: 'pCjmmKOkLy4=',
  },
}
