// Generated from kube-apiserver v1.37.1, not to be edited: npm run generate -- resources

import type { KubernetesObject, ObjectMeta } from '../api/object.ts'
import { defineResource, type NamespacedResource } from '../api/resource.ts'
import type { ObjectReference } from './core-v1.ts'

/** discovery.k8s.io/v1 endpointslices. */
export const endpointSlices: NamespacedResource<EndpointSlice, string, never> =
  /* @__PURE__ */ defineResource({
    group: 'discovery.k8s.io',
    version: 'v1',
    plural: 'endpointslices',
    kind: 'EndpointSlice',
    namespaced: true,
  })

/** discovery/v1 Endpoint. */
export interface Endpoint {
  readonly addresses: readonly string[]
  readonly conditions?: EndpointConditions
  readonly deprecatedTopology?: { readonly [key: string]: string }
  readonly hints?: EndpointHints
  readonly hostname?: string
  readonly nodeName?: string
  readonly targetRef?: ObjectReference
  readonly zone?: string
}

/** discovery/v1 EndpointConditions. */
export interface EndpointConditions {
  readonly ready?: boolean
  readonly serving?: boolean
  readonly terminating?: boolean
}

/** discovery/v1 EndpointHints. */
export interface EndpointHints {
  readonly forNodes?: readonly ForNode[]
  readonly forZones?: readonly ForZone[]
}

/** discovery/v1 EndpointPort. */
export interface EndpointPort {
  readonly appProtocol?: string
  readonly name?: string
  readonly port?: number
  readonly protocol?: 'SCTP' | 'TCP' | 'UDP'
}

/** discovery/v1 EndpointSlice. */
export interface EndpointSlice extends KubernetesObject {
  readonly addressType: 'FQDN' | 'IPv4' | 'IPv6'
  readonly apiVersion?: 'discovery.k8s.io/v1'
  readonly endpoints?: readonly Endpoint[]
  readonly kind?: 'EndpointSlice'
  readonly metadata?: ObjectMeta
  readonly ports?: readonly EndpointPort[]
}

/** discovery/v1 ForNode. */
export interface ForNode {
  readonly name: string
}

/** discovery/v1 ForZone. */
export interface ForZone {
  readonly name: string
}
