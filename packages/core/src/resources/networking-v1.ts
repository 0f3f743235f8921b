// Generated from kube-apiserver v1.37.1, not to be edited: npm run generate -- resources

import type { LabelSelector } from '../api/label-selector.ts'
import type { KubernetesObject, ObjectMeta } from '../api/object.ts'
import { type ClusterResource, defineResource, type NamespacedResource } from '../api/resource.ts'
import type { TypedLocalObjectReference } from './core-v1.ts'
import type { Condition } from './meta-v1.ts'

/** networking.k8s.io/v1 ingressclasses, cluster-scoped. */
export const ingressClasses: ClusterResource<IngressClass, string, never> = /* @__PURE__ */ defineResource({
  group: 'networking.k8s.io',
  version: 'v1',
  plural: 'ingressclasses',
  kind: 'IngressClass',
  namespaced: false,
})

/** networking.k8s.io/v1 ingresses. */
export const ingresses: NamespacedResource<Ingress, string, 'status'> = /* @__PURE__ */ defineResource({
  group: 'networking.k8s.io',
  version: 'v1',
  plural: 'ingresses',
  kind: 'Ingress',
  namespaced: true,
})

/** networking.k8s.io/v1 ipaddresses, cluster-scoped. */
export const ipAddresses: ClusterResource<IPAddress, string, never> = /* @__PURE__ */ defineResource({
  group: 'networking.k8s.io',
  version: 'v1',
  plural: 'ipaddresses',
  kind: 'IPAddress',
  namespaced: false,
})

/** networking.k8s.io/v1 networkpolicies. */
export const networkPolicies: NamespacedResource<NetworkPolicy, string, never> =
  /* @__PURE__ */ defineResource({
    group: 'networking.k8s.io',
    version: 'v1',
    plural: 'networkpolicies',
    kind: 'NetworkPolicy',
    namespaced: true,
  })

/** networking.k8s.io/v1 servicecidrs, cluster-scoped. */
export const serviceCIDRs: ClusterResource<ServiceCIDR, string, 'status'> = /* @__PURE__ */ defineResource({
  group: 'networking.k8s.io',
  version: 'v1',
  plural: 'servicecidrs',
  kind: 'ServiceCIDR',
  namespaced: false,
})

/** networking/v1 HTTPIngressPath. */
export interface HTTPIngressPath {
  readonly backend: IngressBackend
  readonly path?: string
  readonly pathType: 'Exact' | 'ImplementationSpecific' | 'Prefix'
}

/** networking/v1 HTTPIngressRuleValue. */
export interface HTTPIngressRuleValue {
  readonly paths: readonly HTTPIngressPath[]
}

/** networking/v1 IPAddress. */
export interface IPAddress extends KubernetesObject {
  readonly apiVersion?: 'networking.k8s.io/v1'
  readonly kind?: 'IPAddress'
  readonly metadata?: ObjectMeta
  readonly spec: IPAddressSpec
}

/** networking/v1 IPAddressSpec. */
export interface IPAddressSpec {
  readonly parentRef: ParentReference
}

/** networking/v1 IPBlock. */
export interface IPBlock {
  readonly cidr: string
  readonly except?: readonly string[]
}

/** networking/v1 Ingress. */
export interface Ingress extends KubernetesObject {
  readonly apiVersion?: 'networking.k8s.io/v1'
  readonly kind?: 'Ingress'
  readonly metadata?: ObjectMeta
  readonly spec?: IngressSpec
  readonly status?: IngressStatus
}

/** networking/v1 IngressBackend. */
export interface IngressBackend {
  readonly resource?: TypedLocalObjectReference
  readonly service?: IngressServiceBackend
}

/** networking/v1 IngressClass. */
export interface IngressClass extends KubernetesObject {
  readonly apiVersion?: 'networking.k8s.io/v1'
  readonly kind?: 'IngressClass'
  readonly metadata?: ObjectMeta
  readonly spec?: IngressClassSpec
}

/** networking/v1 IngressClassParametersReference. */
export interface IngressClassParametersReference {
  readonly apiGroup?: string
  readonly kind: string
  readonly name: string
  readonly namespace?: string
  readonly scope?: string
}

/** networking/v1 IngressClassSpec. */
export interface IngressClassSpec {
  readonly controller?: string
  readonly parameters?: IngressClassParametersReference
}

/** networking/v1 IngressLoadBalancerIngress. */
export interface IngressLoadBalancerIngress {
  readonly hostname?: string
  readonly ip?: string
  readonly ports?: readonly IngressPortStatus[]
}

/** networking/v1 IngressLoadBalancerStatus. */
export interface IngressLoadBalancerStatus {
  readonly ingress?: readonly IngressLoadBalancerIngress[]
}

/** networking/v1 IngressPortStatus. */
export interface IngressPortStatus {
  readonly error?: string
  readonly port: number
  readonly protocol: 'SCTP' | 'TCP' | 'UDP'
}

/** networking/v1 IngressRule. */
export interface IngressRule {
  readonly host?: string
  readonly http?: HTTPIngressRuleValue
}

/** networking/v1 IngressServiceBackend. */
export interface IngressServiceBackend {
  readonly name: string
  readonly port?: ServiceBackendPort
}

/** networking/v1 IngressSpec. */
export interface IngressSpec {
  readonly defaultBackend?: IngressBackend
  readonly ingressClassName?: string
  readonly rules?: readonly IngressRule[]
  readonly tls?: readonly IngressTLS[]
}

/** networking/v1 IngressStatus. */
export interface IngressStatus {
  readonly loadBalancer?: IngressLoadBalancerStatus
}

/** networking/v1 IngressTLS. */
export interface IngressTLS {
  readonly hosts?: readonly string[]
  readonly secretName?: string
}

/** networking/v1 NetworkPolicy. */
export interface NetworkPolicy extends KubernetesObject {
  readonly apiVersion?: 'networking.k8s.io/v1'
  readonly kind?: 'NetworkPolicy'
  readonly metadata?: ObjectMeta
  readonly spec?: NetworkPolicySpec
}

/** networking/v1 NetworkPolicyEgressRule. */
export interface NetworkPolicyEgressRule {
  readonly ports?: readonly NetworkPolicyPort[]
  readonly to?: readonly NetworkPolicyPeer[]
}

/** networking/v1 NetworkPolicyIngressRule. */
export interface NetworkPolicyIngressRule {
  readonly from?: readonly NetworkPolicyPeer[]
  readonly ports?: readonly NetworkPolicyPort[]
}

/** networking/v1 NetworkPolicyPeer. */
export interface NetworkPolicyPeer {
  readonly ipBlock?: IPBlock
  readonly namespaceSelector?: LabelSelector
  readonly podSelector?: LabelSelector
}

/** networking/v1 NetworkPolicyPort. */
export interface NetworkPolicyPort {
  readonly endPort?: number
  readonly port?: number | string
  readonly protocol?: 'SCTP' | 'TCP' | 'UDP'
}

/** networking/v1 NetworkPolicySpec. */
export interface NetworkPolicySpec {
  readonly egress?: readonly NetworkPolicyEgressRule[]
  readonly ingress?: readonly NetworkPolicyIngressRule[]
  readonly podSelector?: LabelSelector
  readonly policyTypes?: readonly ('Egress' | 'Ingress')[]
}

/** networking/v1 ParentReference. */
export interface ParentReference {
  readonly group?: string
  readonly name: string
  readonly namespace?: string
  readonly resource: string
}

/** networking/v1 ServiceBackendPort. */
export interface ServiceBackendPort {
  readonly name?: string
  readonly number?: number
}

/** networking/v1 ServiceCIDR. */
export interface ServiceCIDR extends KubernetesObject {
  readonly apiVersion?: 'networking.k8s.io/v1'
  readonly kind?: 'ServiceCIDR'
  readonly metadata?: ObjectMeta
  readonly spec?: ServiceCIDRSpec
  readonly status?: ServiceCIDRStatus
}

/** networking/v1 ServiceCIDRSpec. */
export interface ServiceCIDRSpec {
  readonly cidrs?: readonly string[]
}

/** networking/v1 ServiceCIDRStatus. */
export interface ServiceCIDRStatus {
  readonly conditions?: readonly Condition[]
}
