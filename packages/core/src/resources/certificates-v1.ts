// Generated from kube-apiserver v1.37.1, not to be edited: npm run generate -- resources

import type { KubernetesObject, ObjectMeta } from '../api/object.ts'
import { type ClusterResource, defineResource, type NamespacedResource } from '../api/resource.ts'
import type { Condition } from './meta-v1.ts'

/** certificates.k8s.io/v1 certificatesigningrequests, cluster-scoped. */
export const certificateSigningRequests: ClusterResource<
  CertificateSigningRequest,
  string,
  'approval' | 'status'
> = /* @__PURE__ */ defineResource({
  group: 'certificates.k8s.io',
  version: 'v1',
  plural: 'certificatesigningrequests',
  kind: 'CertificateSigningRequest',
  namespaced: false,
})

/** certificates.k8s.io/v1 clustertrustbundles, cluster-scoped. */
export const clusterTrustBundles: ClusterResource<ClusterTrustBundle, string, never> =
  /* @__PURE__ */ defineResource({
    group: 'certificates.k8s.io',
    version: 'v1',
    plural: 'clustertrustbundles',
    kind: 'ClusterTrustBundle',
    namespaced: false,
  })

/** certificates.k8s.io/v1 podcertificaterequests. */
export const podCertificateRequests: NamespacedResource<PodCertificateRequest, string, 'status'> =
  /* @__PURE__ */ defineResource({
    group: 'certificates.k8s.io',
    version: 'v1',
    plural: 'podcertificaterequests',
    kind: 'PodCertificateRequest',
    namespaced: true,
  })

/** certificates/v1 CertificateSigningRequest. */
export interface CertificateSigningRequest extends KubernetesObject {
  readonly apiVersion?: 'certificates.k8s.io/v1'
  readonly kind?: 'CertificateSigningRequest'
  readonly metadata?: ObjectMeta
  readonly spec: CertificateSigningRequestSpec
  readonly status?: CertificateSigningRequestStatus
}

/** certificates/v1 CertificateSigningRequestCondition. */
export interface CertificateSigningRequestCondition {
  readonly lastTransitionTime?: string
  readonly lastUpdateTime?: string
  readonly message?: string
  readonly reason?: string
  readonly status: string
  readonly type: string
}

/** certificates/v1 CertificateSigningRequestSpec. */
export interface CertificateSigningRequestSpec {
  readonly expirationSeconds?: number
  readonly extra?: { readonly [key: string]: readonly string[] }
  readonly groups?: readonly string[]
  readonly request: string
  readonly signerName: string
  readonly uid?: string
  readonly usages?: readonly (
    | 'any'
    | 'cert sign'
    | 'client auth'
    | 'code signing'
    | 'content commitment'
    | 'crl sign'
    | 'data encipherment'
    | 'decipher only'
    | 'digital signature'
    | 'email protection'
    | 'encipher only'
    | 'ipsec end system'
    | 'ipsec tunnel'
    | 'ipsec user'
    | 'key agreement'
    | 'key encipherment'
    | 'microsoft sgc'
    | 'netscape sgc'
    | 'ocsp signing'
    | 's/mime'
    | 'server auth'
    | 'signing'
    | 'timestamping'
  )[]
  readonly username?: string
}

/** certificates/v1 CertificateSigningRequestStatus. */
export interface CertificateSigningRequestStatus {
  readonly certificate?: string
  readonly conditions?: readonly CertificateSigningRequestCondition[]
}

/** certificates/v1 ClusterTrustBundle. */
export interface ClusterTrustBundle extends KubernetesObject {
  readonly apiVersion?: 'certificates.k8s.io/v1'
  readonly kind?: 'ClusterTrustBundle'
  readonly metadata?: ObjectMeta
  readonly spec: ClusterTrustBundleSpec
}

/** certificates/v1 ClusterTrustBundleSpec. */
export interface ClusterTrustBundleSpec {
  readonly signerName?: string
  readonly trustBundle: string
}

/** certificates/v1 PodCertificateRequest. */
export interface PodCertificateRequest extends KubernetesObject {
  readonly apiVersion?: 'certificates.k8s.io/v1'
  readonly kind?: 'PodCertificateRequest'
  readonly metadata?: ObjectMeta
  readonly spec: PodCertificateRequestSpec
  readonly status?: PodCertificateRequestStatus
}

/** certificates/v1 PodCertificateRequestSpec. */
export interface PodCertificateRequestSpec {
  readonly maxExpirationSeconds?: number
  readonly nodeName: string
  readonly nodeUID: string
  readonly podName: string
  readonly podUID: string
  readonly serviceAccountName: string
  readonly serviceAccountUID: string
  readonly signerName: string
  readonly stubPKCS10Request: string
  readonly unverifiedUserAnnotations?: { readonly [key: string]: string }
}

/** certificates/v1 PodCertificateRequestStatus. */
export interface PodCertificateRequestStatus {
  readonly beginRefreshAt?: string
  readonly certificateChain?: string
  readonly conditions?: readonly Condition[]
  readonly notAfter?: string
  readonly notBefore?: string
}
