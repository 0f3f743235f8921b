// Generated from the .proto files of Kubernetes, not to be edited: scripts/generate-protobuf.ts

/**
 * Each line is a type and its members in the order of their field numbers. A number that is omitted is one more than
 * the previous one, starting at 1 (`name=7` sets it). `>` precedes the message whose members JSON inlines.
 */
export const FIELD_NUMBERS: string = `.admissionregistration.v1.ApplyConfiguration expression
.admissionregistration.v1.AuditAnnotation key valueExpression
.admissionregistration.v1.ExpressionWarning fieldRef=2 warning
.admissionregistration.v1.JSONPatch expression
.admissionregistration.v1.MatchCondition name expression
.admissionregistration.v1.MatchResources namespaceSelector objectSelector resourceRules excludeResourceRules matchPolicy=7
.admissionregistration.v1.MutatingAdmissionPolicy metadata spec
.admissionregistration.v1.MutatingAdmissionPolicyBinding metadata spec
.admissionregistration.v1.MutatingAdmissionPolicyBindingList metadata items
.admissionregistration.v1.MutatingAdmissionPolicyBindingSpec policyName paramRef matchResources
.admissionregistration.v1.MutatingAdmissionPolicyList metadata items
.admissionregistration.v1.MutatingAdmissionPolicySpec paramKind matchConstraints variables mutations failurePolicy matchConditions reinvocationPolicy
.admissionregistration.v1.MutatingWebhook name clientConfig rules failurePolicy namespaceSelector sideEffects timeoutSeconds admissionReviewVersions matchPolicy reinvocationPolicy objectSelector matchConditions
.admissionregistration.v1.MutatingWebhookConfiguration metadata webhooks
.admissionregistration.v1.MutatingWebhookConfigurationList metadata items
.admissionregistration.v1.Mutation patchType=2 applyConfiguration jsonPatch
.admissionregistration.v1.NamedRuleWithOperations resourceNames ruleWithOperations>.admissionregistration.v1.RuleWithOperations
.admissionregistration.v1.ParamKind apiVersion kind
.admissionregistration.v1.ParamRef name namespace selector parameterNotFoundAction
.admissionregistration.v1.Rule apiGroups apiVersions resources scope
.admissionregistration.v1.RuleWithOperations operations rule>.admissionregistration.v1.Rule
.admissionregistration.v1.ServiceReference namespace name path port
.admissionregistration.v1.TypeChecking expressionWarnings
.admissionregistration.v1.ValidatingAdmissionPolicy metadata spec status
.admissionregistration.v1.ValidatingAdmissionPolicyBinding metadata spec
.admissionregistration.v1.ValidatingAdmissionPolicyBindingList metadata items
.admissionregistration.v1.ValidatingAdmissionPolicyBindingSpec policyName paramRef matchResources validationActions
.admissionregistration.v1.ValidatingAdmissionPolicyList metadata items
.admissionregistration.v1.ValidatingAdmissionPolicySpec paramKind matchConstraints validations failurePolicy auditAnnotations matchConditions variables
.admissionregistration.v1.ValidatingAdmissionPolicyStatus observedGeneration typeChecking conditions
.admissionregistration.v1.ValidatingWebhook name clientConfig rules failurePolicy namespaceSelector sideEffects timeoutSeconds admissionReviewVersions matchPolicy objectSelector matchConditions
.admissionregistration.v1.ValidatingWebhookConfiguration metadata webhooks
.admissionregistration.v1.ValidatingWebhookConfigurationList metadata items
.admissionregistration.v1.Validation expression message reason messageExpression
.admissionregistration.v1.Variable name expression
.admissionregistration.v1.WebhookClientConfig service caBundle url
.apps.v1.ControllerRevision metadata data revision
.apps.v1.ControllerRevisionList metadata items
.apps.v1.DaemonSet metadata spec status
.apps.v1.DaemonSetCondition type status lastTransitionTime reason message
.apps.v1.DaemonSetList metadata items
.apps.v1.DaemonSetSpec selector template updateStrategy minReadySeconds revisionHistoryLimit=6
.apps.v1.DaemonSetStatus currentNumberScheduled numberMisscheduled desiredNumberScheduled numberReady observedGeneration updatedNumberScheduled numberAvailable numberUnavailable collisionCount conditions
.apps.v1.DaemonSetUpdateStrategy type rollingUpdate
.apps.v1.Deployment metadata spec status
.apps.v1.DeploymentCondition type status reason=4 message lastUpdateTime lastTransitionTime
.apps.v1.DeploymentList metadata items
.apps.v1.DeploymentSpec replicas selector template strategy minReadySeconds revisionHistoryLimit paused progressDeadlineSeconds=9
.apps.v1.DeploymentStatus observedGeneration replicas updatedReplicas availableReplicas unavailableReplicas conditions readyReplicas collisionCount terminatingReplicas
.apps.v1.DeploymentStrategy type rollingUpdate
.apps.v1.ReplicaSet metadata spec status
.apps.v1.ReplicaSetCondition type status lastTransitionTime reason message
.apps.v1.ReplicaSetList metadata items
.apps.v1.ReplicaSetSpec replicas selector template minReadySeconds
.apps.v1.ReplicaSetStatus replicas fullyLabeledReplicas observedGeneration readyReplicas availableReplicas conditions terminatingReplicas
.apps.v1.RollingUpdateDaemonSet maxUnavailable maxSurge
.apps.v1.RollingUpdateDeployment maxUnavailable maxSurge
.apps.v1.RollingUpdateStatefulSetStrategy partition maxUnavailable
.apps.v1.StatefulSet metadata spec status
.apps.v1.StatefulSetCondition type status lastTransitionTime reason message
.apps.v1.StatefulSetList metadata items
.apps.v1.StatefulSetOrdinals start
.apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy whenDeleted whenScaled
.apps.v1.StatefulSetSpec replicas selector template volumeClaimTemplates serviceName podManagementPolicy updateStrategy revisionHistoryLimit minReadySeconds persistentVolumeClaimRetentionPolicy ordinals
.apps.v1.StatefulSetStatus observedGeneration replicas readyReplicas currentReplicas updatedReplicas currentRevision updateRevision collisionCount=9 conditions availableReplicas
.apps.v1.StatefulSetUpdateStrategy type rollingUpdate
.authentication.v1.BoundObjectReference kind apiVersion name uID
.authentication.v1.SelfSubjectReview metadata status
.authentication.v1.SelfSubjectReviewStatus userInfo
.authentication.v1.TokenRequest metadata spec status
.authentication.v1.TokenRequestSpec audiences boundObjectRef=3 expirationSeconds attestations
.authentication.v1.TokenRequestStatus token expirationTimestamp
.authentication.v1.TokenReview metadata spec status
.authentication.v1.TokenReviewSpec token audiences
.authentication.v1.TokenReviewStatus authenticated user error audiences
.authentication.v1.UserInfo username uid groups extra
.authorization.v1.FieldSelectorAttributes rawSelector requirements
.authorization.v1.LabelSelectorAttributes rawSelector requirements
.authorization.v1.LocalSubjectAccessReview metadata spec status
.authorization.v1.NonResourceAttributes path verb
.authorization.v1.NonResourceRule verbs nonResourceURLs
.authorization.v1.ResourceAttributes namespace verb group version resource subresource name fieldSelector labelSelector
.authorization.v1.ResourceRule verbs apiGroups resources resourceNames
.authorization.v1.SelfSubjectAccessReview metadata spec status
.authorization.v1.SelfSubjectAccessReviewSpec resourceAttributes nonResourceAttributes
.authorization.v1.SelfSubjectRulesReview metadata spec status
.authorization.v1.SelfSubjectRulesReviewSpec namespace
.authorization.v1.SubjectAccessReview metadata spec status
.authorization.v1.SubjectAccessReviewSpec resourceAttributes nonResourceAttributes user groups extra uid
.authorization.v1.SubjectAccessReviewStatus allowed reason evaluationError denied
.authorization.v1.SubjectRulesReviewStatus resourceRules nonResourceRules incomplete evaluationError
.autoscaling.v1.CrossVersionObjectReference kind name apiVersion
.autoscaling.v1.HorizontalPodAutoscaler metadata spec status
.autoscaling.v1.HorizontalPodAutoscalerList metadata items
.autoscaling.v1.HorizontalPodAutoscalerSpec scaleTargetRef minReplicas maxReplicas targetCPUUtilizationPercentage
.autoscaling.v1.HorizontalPodAutoscalerStatus observedGeneration lastScaleTime currentReplicas desiredReplicas currentCPUUtilizationPercentage
.autoscaling.v1.Scale metadata spec status
.autoscaling.v1.ScaleSpec replicas
.autoscaling.v1.ScaleStatus replicas selector
.autoscaling.v2.ContainerResourceMetricSource name target container
.autoscaling.v2.ContainerResourceMetricStatus name current container
.autoscaling.v2.CrossVersionObjectReference kind name apiVersion
.autoscaling.v2.ExternalMetricSource metric target
.autoscaling.v2.ExternalMetricStatus metric current
.autoscaling.v2.HPAScalingPolicy type value periodSeconds
.autoscaling.v2.HPAScalingRules selectPolicy policies stabilizationWindowSeconds tolerance
.autoscaling.v2.HorizontalPodAutoscaler metadata spec status
.autoscaling.v2.HorizontalPodAutoscalerBehavior scaleUp scaleDown
.autoscaling.v2.HorizontalPodAutoscalerCondition type status lastTransitionTime reason message observedGeneration
.autoscaling.v2.HorizontalPodAutoscalerList metadata items
.autoscaling.v2.HorizontalPodAutoscalerSpec scaleTargetRef minReplicas maxReplicas metrics behavior
.autoscaling.v2.HorizontalPodAutoscalerStatus observedGeneration lastScaleTime currentReplicas desiredReplicas currentMetrics conditions
.autoscaling.v2.MetricIdentifier name selector
.autoscaling.v2.MetricSpec type object pods resource external containerResource=7
.autoscaling.v2.MetricStatus type object pods resource external containerResource=7
.autoscaling.v2.MetricTarget type value averageValue averageUtilization
.autoscaling.v2.MetricValueStatus value averageValue averageUtilization
.autoscaling.v2.ObjectMetricSource describedObject target metric
.autoscaling.v2.ObjectMetricStatus metric current describedObject
.autoscaling.v2.PodsMetricSource metric target
.autoscaling.v2.PodsMetricStatus metric current
.autoscaling.v2.ResourceMetricSource name target
.autoscaling.v2.ResourceMetricStatus name current
.batch.v1.CronJob metadata spec status
.batch.v1.CronJobList metadata items
.batch.v1.CronJobSpec schedule startingDeadlineSeconds concurrencyPolicy suspend jobTemplate successfulJobsHistoryLimit failedJobsHistoryLimit timeZone
.batch.v1.CronJobStatus active lastScheduleTime=4 lastSuccessfulTime
.batch.v1.Job metadata spec status
.batch.v1.JobCondition type status lastProbeTime lastTransitionTime reason message
.batch.v1.JobList metadata items
.batch.v1.JobSchedulingConfiguration schedulingPolicy schedulingConstraints disruptionMode resourceClaims
.batch.v1.JobSpec parallelism completions activeDeadlineSeconds selector manualSelector template backoffLimit ttlSecondsAfterFinished completionMode suspend podFailurePolicy backoffLimitPerIndex maxFailedIndexes podReplacementPolicy managedBy successPolicy scheduling
.batch.v1.JobStatus conditions startTime completionTime active succeeded failed completedIndexes uncountedTerminatedPods ready failedIndexes terminating
.batch.v1.JobTemplateSpec metadata spec
.batch.v1.PodFailurePolicy rules
.batch.v1.PodFailurePolicyOnExitCodesRequirement containerName operator values
.batch.v1.PodFailurePolicyOnPodConditionsPattern type status
.batch.v1.PodFailurePolicyRule action onExitCodes onPodConditions
.batch.v1.SuccessPolicy rules
.batch.v1.SuccessPolicyRule succeededIndexes succeededCount
.batch.v1.UncountedTerminatedPods succeeded failed
.certificates.v1.CertificateSigningRequest metadata spec status
.certificates.v1.CertificateSigningRequestCondition type reason message lastUpdateTime lastTransitionTime status
.certificates.v1.CertificateSigningRequestList metadata items
.certificates.v1.CertificateSigningRequestSpec request username uid groups usages extra signerName expirationSeconds
.certificates.v1.CertificateSigningRequestStatus conditions certificate
.certificates.v1.ClusterTrustBundle metadata spec
.certificates.v1.ClusterTrustBundleList metadata items
.certificates.v1.ClusterTrustBundleSpec signerName trustBundle
.certificates.v1.PodCertificateRequest metadata spec status
.certificates.v1.PodCertificateRequestList metadata items
.certificates.v1.PodCertificateRequestSpec signerName podName podUID serviceAccountName serviceAccountUID nodeName nodeUID maxExpirationSeconds unverifiedUserAnnotations=11 stubPKCS10Request
.certificates.v1.PodCertificateRequestStatus conditions certificateChain notBefore=4 beginRefreshAt notAfter
.coordination.v1.Lease metadata spec
.coordination.v1.LeaseList metadata items
.coordination.v1.LeaseSpec holderIdentity leaseDurationSeconds acquireTime renewTime leaseTransitions strategy preferredHolder
.core.v1.AWSElasticBlockStoreVolumeSource volumeID fsType partition readOnly
.core.v1.Affinity nodeAffinity podAffinity podAntiAffinity
.core.v1.AppArmorProfile type localhostProfile
.core.v1.AttachedVolume name devicePath
.core.v1.AzureDiskVolumeSource diskName diskURI cachingMode fsType readOnly kind
.core.v1.AzureFilePersistentVolumeSource secretName shareName readOnly secretNamespace
.core.v1.AzureFileVolumeSource secretName shareName readOnly
.core.v1.Binding metadata target
.core.v1.CSIPersistentVolumeSource driver volumeHandle readOnly fsType volumeAttributes controllerPublishSecretRef nodeStageSecretRef nodePublishSecretRef controllerExpandSecretRef nodeExpandSecretRef
.core.v1.CSIVolumeSource driver readOnly fsType volumeAttributes nodePublishSecretRef
.core.v1.Capabilities add drop
.core.v1.CephFSPersistentVolumeSource monitors path user secretFile secretRef readOnly
.core.v1.CephFSVolumeSource monitors path user secretFile secretRef readOnly
.core.v1.CinderPersistentVolumeSource volumeID fsType readOnly secretRef
.core.v1.CinderVolumeSource volumeID fsType readOnly secretRef
.core.v1.ClientIPConfig timeoutSeconds
.core.v1.ClusterTrustBundleProjection name signerName labelSelector path optional user
.core.v1.ComponentCondition type status message error
.core.v1.ComponentStatus metadata conditions
.core.v1.ComponentStatusList metadata items
.core.v1.ConfigMap metadata data binaryData immutable
.core.v1.ConfigMapEnvSource localObjectReference>.core.v1.LocalObjectReference optional
.core.v1.ConfigMapKeySelector localObjectReference>.core.v1.LocalObjectReference key optional
.core.v1.ConfigMapList metadata items
.core.v1.ConfigMapNodeConfigSource namespace name uid resourceVersion kubeletConfigKey
.core.v1.ConfigMapProjection localObjectReference>.core.v1.LocalObjectReference items optional=4
.core.v1.ConfigMapVolumeSource localObjectReference>.core.v1.LocalObjectReference items defaultMode optional defaultUser
.core.v1.Container name image command args workingDir ports env resources volumeMounts livenessProbe readinessProbe lifecycle terminationMessagePath imagePullPolicy securityContext stdin stdinOnce tty envFrom terminationMessagePolicy volumeDevices startupProbe resizePolicy restartPolicy restartPolicyRules
.core.v1.ContainerExtendedResourceRequest containerName resourceName requestName
.core.v1.ContainerImage names sizeBytes
.core.v1.ContainerPort name hostPort containerPort protocol hostIP
.core.v1.ContainerResizePolicy resourceName restartPolicy
.core.v1.ContainerRestartRule action exitCodes
.core.v1.ContainerRestartRuleOnExitCodes operator values
.core.v1.ContainerState waiting running terminated
.core.v1.ContainerStateRunning startedAt
.core.v1.ContainerStateTerminated exitCode signal reason message startedAt finishedAt containerID
.core.v1.ContainerStateWaiting reason message
.core.v1.ContainerStatus name state lastState ready restartCount image imageID containerID started allocatedResources resources volumeMounts user allocatedResourcesStatus stopSignal
.core.v1.ContainerUser linux
.core.v1.DaemonEndpoint Port
.core.v1.DownwardAPIProjection items
.core.v1.DownwardAPIVolumeFile path fieldRef resourceFieldRef mode user
.core.v1.DownwardAPIVolumeSource items defaultMode defaultUser
.core.v1.EmptyDirVolumeSource medium sizeLimit mode
.core.v1.EndpointAddress ip targetRef hostname nodeName
.core.v1.EndpointPort name port protocol appProtocol
.core.v1.EndpointSubset addresses notReadyAddresses ports
.core.v1.Endpoints metadata subsets
.core.v1.EndpointsList metadata items
.core.v1.EnvFromSource prefix configMapRef secretRef
.core.v1.EnvVar name value valueFrom
.core.v1.EnvVarSource fieldRef resourceFieldRef configMapKeyRef secretKeyRef fileKeyRef
.core.v1.EphemeralContainer ephemeralContainerCommon>.core.v1.EphemeralContainerCommon targetContainerName
.core.v1.EphemeralContainerCommon name image command args workingDir ports env resources volumeMounts livenessProbe readinessProbe lifecycle terminationMessagePath imagePullPolicy securityContext stdin stdinOnce tty envFrom terminationMessagePolicy volumeDevices startupProbe resizePolicy restartPolicy restartPolicyRules
.core.v1.EphemeralVolumeSource volumeClaimTemplate
.core.v1.Event metadata involvedObject reason message source firstTimestamp lastTimestamp count type eventTime series action related reportingComponent reportingInstance
.core.v1.EventList metadata items
.core.v1.EventSeries count lastObservedTime
.core.v1.EventSource component host
.core.v1.EvictionResponder name priority
.core.v1.ExecAction command
.core.v1.FCVolumeSource targetWWNs lun fsType readOnly wwids
.core.v1.FileKeySelector volumeName path key optional
.core.v1.FlexPersistentVolumeSource driver fsType secretRef readOnly options
.core.v1.FlexVolumeSource driver fsType secretRef readOnly options
.core.v1.FlockerVolumeSource datasetName datasetUUID
.core.v1.GCEPersistentDiskVolumeSource pdName fsType partition readOnly
.core.v1.GRPCAction port service mode
.core.v1.GitRepoVolumeSource repository revision directory
.core.v1.GlusterfsPersistentVolumeSource endpoints path readOnly endpointsNamespace
.core.v1.GlusterfsVolumeSource endpoints path readOnly
.core.v1.HTTPGetAction path port host scheme httpHeaders protocol
.core.v1.HTTPHeader name value
.core.v1.HostAlias ip hostnames
.core.v1.HostIP ip
.core.v1.HostPathVolumeSource path type
.core.v1.ISCSIPersistentVolumeSource targetPortal iqn lun iscsiInterface fsType readOnly portals chapAuthDiscovery secretRef=10 chapAuthSession initiatorName
.core.v1.ISCSIVolumeSource targetPortal iqn lun iscsiInterface fsType readOnly portals chapAuthDiscovery secretRef=10 chapAuthSession initiatorName
.core.v1.ImageVolumeSource reference pullPolicy
.core.v1.ImageVolumeStatus imageRef
.core.v1.KeyToPath key path mode user
.core.v1.Lifecycle postStart preStop stopSignal
.core.v1.LifecycleHandler exec httpGet tcpSocket sleep
.core.v1.LimitRange metadata spec
.core.v1.LimitRangeItem type max min default defaultRequest maxLimitRequestRatio
.core.v1.LimitRangeList metadata items
.core.v1.LimitRangeSpec limits
.core.v1.LinuxContainerUser uid gid supplementalGroups
.core.v1.LoadBalancerIngress ip hostname ipMode ports
.core.v1.LoadBalancerStatus ingress
.core.v1.LocalObjectReference name
.core.v1.LocalVolumeSource path fsType
.core.v1.ModifyVolumeStatus targetVolumeAttributesClassName status
.core.v1.NFSVolumeSource server path readOnly
.core.v1.Namespace metadata spec status
.core.v1.NamespaceCondition type status lastTransitionTime=4 reason message
.core.v1.NamespaceList metadata items
.core.v1.NamespaceSpec finalizers
.core.v1.NamespaceStatus phase conditions
.core.v1.Node metadata spec status
.core.v1.NodeAddress type address
.core.v1.NodeAffinity requiredDuringSchedulingIgnoredDuringExecution preferredDuringSchedulingIgnoredDuringExecution
.core.v1.NodeAllocatableMappedResources name quantity
.core.v1.NodeAllocatableOverheadResources name perPod perContainer
.core.v1.NodeAllocatableResourceClaimStatus resourceClaimName containers mapping=4 overhead
.core.v1.NodeCondition type status lastHeartbeatTime lastTransitionTime reason message
.core.v1.NodeConfigSource configMap=2
.core.v1.NodeConfigStatus assigned active lastKnownGood error
.core.v1.NodeDaemonEndpoints kubeletEndpoint
.core.v1.NodeFeatures supplementalGroupsPolicy
.core.v1.NodeList metadata items
.core.v1.NodePodPreemptionPolicy disableResizePreemption
.core.v1.NodeRuntimeHandler name features
.core.v1.NodeRuntimeHandlerFeatures recursiveReadOnlyMounts userNamespaces
.core.v1.NodeSelector nodeSelectorTerms
.core.v1.NodeSelectorRequirement key operator values
.core.v1.NodeSelectorTerm matchExpressions matchFields
.core.v1.NodeSpec podCIDR externalID providerID unschedulable taints configSource podCIDRs podPreemptionPolicy
.core.v1.NodeStatus capacity allocatable phase conditions addresses daemonEndpoints nodeInfo images volumesInUse volumesAttached config runtimeHandlers features declaredFeatures
.core.v1.NodeSwapStatus capacity
.core.v1.NodeSystemInfo machineID systemUUID bootID kernelVersion osImage containerRuntimeVersion kubeletVersion kubeProxyVersion operatingSystem architecture swap runningInUserNamespace
.core.v1.ObjectFieldSelector apiVersion fieldPath
.core.v1.ObjectReference kind namespace name uid apiVersion resourceVersion fieldPath
.core.v1.PersistentVolume metadata spec status
.core.v1.PersistentVolumeClaim metadata spec status
.core.v1.PersistentVolumeClaimCondition type status lastProbeTime lastTransitionTime reason message
.core.v1.PersistentVolumeClaimList metadata items
.core.v1.PersistentVolumeClaimSpec accessModes resources volumeName selector storageClassName volumeMode dataSource dataSourceRef volumeAttributesClassName
.core.v1.PersistentVolumeClaimStatus phase accessModes capacity conditions allocatedResources allocatedResourceStatuses=7 currentVolumeAttributesClassName modifyVolumeStatus healthStatus
.core.v1.PersistentVolumeClaimTemplate metadata spec
.core.v1.PersistentVolumeClaimVolumeSource claimName readOnly
.core.v1.PersistentVolumeList metadata items
.core.v1.PersistentVolumeSource gcePersistentDisk awsElasticBlockStore hostPath glusterfs nfs rbd iscsi cinder cephfs fc flocker flexVolume azureFile vsphereVolume quobyte azureDisk photonPersistentDisk portworxVolume scaleIO local storageos csi
.core.v1.PersistentVolumeSpec capacity persistentVolumeSource>.core.v1.PersistentVolumeSource accessModes claimRef persistentVolumeReclaimPolicy storageClassName mountOptions volumeMode nodeAffinity volumeAttributesClassName
.core.v1.PersistentVolumeStatus phase message reason lastPhaseTransitionTime
.core.v1.PhotonPersistentDiskVolumeSource pdID fsType
.core.v1.Pod metadata spec status
.core.v1.PodAffinity requiredDuringSchedulingIgnoredDuringExecution preferredDuringSchedulingIgnoredDuringExecution
.core.v1.PodAffinityTerm labelSelector namespaces topologyKey namespaceSelector matchLabelKeys mismatchLabelKeys
.core.v1.PodAntiAffinity requiredDuringSchedulingIgnoredDuringExecution preferredDuringSchedulingIgnoredDuringExecution
.core.v1.PodCertificateProjection signerName keyType maxExpirationSeconds credentialBundlePath keyPath certificateChainPath userAnnotations user
.core.v1.PodCondition type status lastProbeTime lastTransitionTime reason message observedGeneration
.core.v1.PodDNSConfig nameservers searches options
.core.v1.PodDNSConfigOption name value
.core.v1.PodExtendedResourceClaimStatus requestMappings resourceClaimName
.core.v1.PodIP ip
.core.v1.PodList metadata items
.core.v1.PodOS name
.core.v1.PodReadinessGate conditionType
.core.v1.PodResourceClaim name resourceClaimName=3 resourceClaimTemplateName
.core.v1.PodResourceClaimStatus name resourceClaimName
.core.v1.PodSchedulingGate name
.core.v1.PodSchedulingGroup podGroupName
.core.v1.PodSecurityContext seLinuxOptions runAsUser runAsNonRoot supplementalGroups fsGroup runAsGroup sysctls windowsOptions fsGroupChangePolicy seccompProfile appArmorProfile supplementalGroupsPolicy seLinuxChangePolicy
.core.v1.PodSpec volumes containers restartPolicy terminationGracePeriodSeconds activeDeadlineSeconds dnsPolicy nodeSelector serviceAccountName serviceAccount nodeName hostNetwork hostPID hostIPC securityContext imagePullSecrets hostname subdomain affinity schedulerName initContainers automountServiceAccountToken tolerations hostAliases priorityClassName priority dnsConfig shareProcessNamespace readinessGates runtimeClassName enableServiceLinks preemptionPolicy overhead topologySpreadConstraints ephemeralContainers setHostnameAsFQDN os hostUsers schedulingGates resourceClaims resources hostnameOverride schedulingGroup=43 evictionResponders
.core.v1.PodStatus phase conditions message reason hostIP podIP startTime containerStatuses qosClass initContainerStatuses nominatedNodeName podIPs ephemeralContainerStatuses resize resourceClaimStatuses hostIPs observedGeneration extendedResourceClaimStatus allocatedResources resources nodeAllocatableResourceClaimStatuses volumeHealth
.core.v1.PodTemplate metadata template
.core.v1.PodTemplateList metadata items
.core.v1.PodTemplateSpec metadata spec
.core.v1.PodVolumeHealth name healthConditions lastTransitionTime
.core.v1.PortStatus port protocol error
.core.v1.PortworxVolumeSource volumeID fsType readOnly
.core.v1.PreferredSchedulingTerm weight preference
.core.v1.Probe handler>.core.v1.ProbeHandler initialDelaySeconds timeoutSeconds periodSeconds successThreshold failureThreshold terminationGracePeriodSeconds
.core.v1.ProbeHandler exec httpGet tcpSocket grpc
.core.v1.ProjectedVolumeSource sources defaultMode defaultUser
.core.v1.QuobyteVolumeSource registry volume readOnly user group tenant
.core.v1.RBDPersistentVolumeSource monitors image fsType pool user keyring secretRef readOnly
.core.v1.RBDVolumeSource monitors image fsType pool user keyring secretRef readOnly
.core.v1.ReplicationController metadata spec status
.core.v1.ReplicationControllerCondition type status lastTransitionTime reason message
.core.v1.ReplicationControllerList metadata items
.core.v1.ReplicationControllerSpec replicas selector template minReadySeconds
.core.v1.ReplicationControllerStatus replicas fullyLabeledReplicas observedGeneration readyReplicas availableReplicas conditions
.core.v1.ResourceClaim name request
.core.v1.ResourceFieldSelector containerName resource divisor
.core.v1.ResourceHealth resourceID health message=6
.core.v1.ResourceQuota metadata spec status
.core.v1.ResourceQuotaList metadata items
.core.v1.ResourceQuotaSpec hard scopes scopeSelector
.core.v1.ResourceQuotaStatus hard used
.core.v1.ResourceRequirements limits requests claims
.core.v1.ResourceStatus name resources
.core.v1.SELinuxOptions user role type level
.core.v1.ScaleIOPersistentVolumeSource gateway system secretRef sslEnabled protectionDomain storagePool storageMode volumeName fsType readOnly
.core.v1.ScaleIOVolumeSource gateway system secretRef sslEnabled protectionDomain storagePool storageMode volumeName fsType readOnly
.core.v1.ScopeSelector matchExpressions
.core.v1.ScopedResourceSelectorRequirement scopeName operator values
.core.v1.SeccompProfile type localhostProfile
.core.v1.Secret metadata data type stringData immutable
.core.v1.SecretEnvSource localObjectReference>.core.v1.LocalObjectReference optional
.core.v1.SecretKeySelector localObjectReference>.core.v1.LocalObjectReference key optional
.core.v1.SecretList metadata items
.core.v1.SecretProjection localObjectReference>.core.v1.LocalObjectReference items optional=4
.core.v1.SecretReference name namespace
.core.v1.SecretVolumeSource secretName items defaultMode optional defaultUser
.core.v1.SecurityContext capabilities privileged seLinuxOptions runAsUser runAsNonRoot readOnlyRootFilesystem allowPrivilegeEscalation runAsGroup procMount windowsOptions seccompProfile appArmorProfile
.core.v1.Service metadata spec status
.core.v1.ServiceAccount metadata secrets imagePullSecrets automountServiceAccountToken
.core.v1.ServiceAccountList metadata items
.core.v1.ServiceAccountTokenProjection audience expirationSeconds path user
.core.v1.ServiceList metadata items
.core.v1.ServicePort name protocol port targetPort nodePort appProtocol
.core.v1.ServiceSpec ports selector clusterIP type externalIPs sessionAffinity=7 loadBalancerIP loadBalancerSourceRanges externalName externalTrafficPolicy healthCheckNodePort publishNotReadyAddresses sessionAffinityConfig ipFamilyPolicy=17 clusterIPs ipFamilies allocateLoadBalancerNodePorts loadBalancerClass internalTrafficPolicy trafficDistribution
.core.v1.ServiceStatus loadBalancer conditions
.core.v1.SessionAffinityConfig clientIP
.core.v1.SleepAction seconds
.core.v1.StorageOSPersistentVolumeSource volumeName volumeNamespace fsType readOnly secretRef
.core.v1.StorageOSVolumeSource volumeName volumeNamespace fsType readOnly secretRef
.core.v1.Sysctl name value
.core.v1.TCPSocketAction port host
.core.v1.Taint key value effect timeAdded
.core.v1.Toleration key operator value effect tolerationSeconds
.core.v1.TopologySelectorLabelRequirement key values
.core.v1.TopologySelectorTerm matchLabelExpressions
.core.v1.TopologySpreadConstraint maxSkew topologyKey whenUnsatisfiable labelSelector minDomains nodeAffinityPolicy nodeTaintsPolicy matchLabelKeys
.core.v1.TypedLocalObjectReference apiGroup kind name
.core.v1.TypedObjectReference apiGroup kind name namespace
.core.v1.Volume name volumeSource>.core.v1.VolumeSource
.core.v1.VolumeDevice name devicePath
.core.v1.VolumeHealthCondition status reason message
.core.v1.VolumeHealthStatus healthConditions lastTransitionTime
.core.v1.VolumeMount name readOnly mountPath subPath mountPropagation subPathExpr recursiveReadOnly bindMountOptions
.core.v1.VolumeMountStatus name mountPath readOnly recursiveReadOnly volumeStatus
.core.v1.VolumeNodeAffinity required
.core.v1.VolumeProjection secret downwardAPI configMap serviceAccountToken clusterTrustBundle podCertificate
.core.v1.VolumeResourceRequirements limits requests
.core.v1.VolumeSource hostPath emptyDir gcePersistentDisk awsElasticBlockStore gitRepo secret nfs iscsi glusterfs persistentVolumeClaim rbd flexVolume cinder cephfs flocker downwardAPI fc azureFile configMap vsphereVolume quobyte azureDisk photonPersistentDisk portworxVolume scaleIO projected storageos csi ephemeral image
.core.v1.VolumeStatus image
.core.v1.VsphereVirtualDiskVolumeSource volumePath fsType storagePolicyName storagePolicyID
.core.v1.WeightedPodAffinityTerm weight podAffinityTerm
.core.v1.WindowsSecurityContextOptions gmsaCredentialSpecName gmsaCredentialSpec runAsUserName hostProcess
.discovery.v1.Endpoint addresses conditions hostname targetRef deprecatedTopology nodeName zone hints
.discovery.v1.EndpointConditions ready serving terminating
.discovery.v1.EndpointHints forZones forNodes
.discovery.v1.EndpointPort name protocol port appProtocol
.discovery.v1.EndpointSlice metadata endpoints ports addressType
.discovery.v1.EndpointSliceList metadata items
.discovery.v1.ForNode name
.discovery.v1.ForZone name
.events.v1.Event metadata eventTime series reportingController reportingInstance action reason regarding related note type deprecatedSource deprecatedFirstTimestamp deprecatedLastTimestamp deprecatedCount
.events.v1.EventList metadata items
.events.v1.EventSeries count lastObservedTime
.flowcontrol.v1.ExemptPriorityLevelConfiguration nominalConcurrencyShares lendablePercent
.flowcontrol.v1.FlowDistinguisherMethod type
.flowcontrol.v1.FlowSchema metadata spec status
.flowcontrol.v1.FlowSchemaCondition type status lastTransitionTime reason message
.flowcontrol.v1.FlowSchemaList metadata items
.flowcontrol.v1.FlowSchemaSpec priorityLevelConfiguration matchingPrecedence distinguisherMethod rules
.flowcontrol.v1.FlowSchemaStatus conditions
.flowcontrol.v1.GroupSubject name
.flowcontrol.v1.LimitResponse type queuing
.flowcontrol.v1.LimitedPriorityLevelConfiguration nominalConcurrencyShares limitResponse lendablePercent borrowingLimitPercent
.flowcontrol.v1.NonResourcePolicyRule verbs nonResourceURLs=6
.flowcontrol.v1.PolicyRulesWithSubjects subjects resourceRules nonResourceRules
.flowcontrol.v1.PriorityLevelConfiguration metadata spec status
.flowcontrol.v1.PriorityLevelConfigurationCondition type status lastTransitionTime reason message
.flowcontrol.v1.PriorityLevelConfigurationList metadata items
.flowcontrol.v1.PriorityLevelConfigurationReference name
.flowcontrol.v1.PriorityLevelConfigurationSpec type limited exempt
.flowcontrol.v1.PriorityLevelConfigurationStatus conditions
.flowcontrol.v1.QueuingConfiguration queues handSize queueLengthLimit
.flowcontrol.v1.ResourcePolicyRule verbs apiGroups resources clusterScope namespaces
.flowcontrol.v1.ServiceAccountSubject namespace name
.flowcontrol.v1.Subject kind user group serviceAccount
.flowcontrol.v1.UserSubject name
.networking.v1.HTTPIngressPath path backend pathType
.networking.v1.HTTPIngressRuleValue paths
.networking.v1.IPAddress metadata spec
.networking.v1.IPAddressList metadata items
.networking.v1.IPAddressSpec parentRef
.networking.v1.IPBlock cidr except
.networking.v1.Ingress metadata spec status
.networking.v1.IngressBackend resource=3 service
.networking.v1.IngressClass metadata spec
.networking.v1.IngressClassList metadata items
.networking.v1.IngressClassParametersReference aPIGroup kind name scope namespace
.networking.v1.IngressClassSpec controller parameters
.networking.v1.IngressList metadata items
.networking.v1.IngressLoadBalancerIngress ip hostname ports=4
.networking.v1.IngressLoadBalancerStatus ingress
.networking.v1.IngressPortStatus port protocol error
.networking.v1.IngressRule host ingressRuleValue>.networking.v1.IngressRuleValue
.networking.v1.IngressRuleValue http
.networking.v1.IngressServiceBackend name port
.networking.v1.IngressSpec defaultBackend tls rules ingressClassName
.networking.v1.IngressStatus loadBalancer
.networking.v1.IngressTLS hosts secretName
.networking.v1.NetworkPolicy metadata spec
.networking.v1.NetworkPolicyEgressRule ports to
.networking.v1.NetworkPolicyIngressRule ports from
.networking.v1.NetworkPolicyList metadata items
.networking.v1.NetworkPolicyPeer podSelector namespaceSelector ipBlock
.networking.v1.NetworkPolicyPort protocol port endPort
.networking.v1.NetworkPolicySpec podSelector ingress egress policyTypes
.networking.v1.ParentReference group resource namespace name
.networking.v1.ServiceBackendPort name number
.networking.v1.ServiceCIDR metadata spec status
.networking.v1.ServiceCIDRList metadata items
.networking.v1.ServiceCIDRSpec cidrs
.networking.v1.ServiceCIDRStatus conditions
.node.v1.Overhead podFixed
.node.v1.RuntimeClass metadata handler overhead scheduling
.node.v1.RuntimeClassList metadata items
.node.v1.Scheduling nodeSelector tolerations
.policy.v1.Eviction metadata deleteOptions
.policy.v1.PodDisruptionBudget metadata spec status
.policy.v1.PodDisruptionBudgetList metadata items
.policy.v1.PodDisruptionBudgetSpec minAvailable selector maxUnavailable unhealthyPodEvictionPolicy
.policy.v1.PodDisruptionBudgetStatus observedGeneration disruptedPods disruptionsAllowed currentHealthy desiredHealthy expectedPods conditions
.rbac.v1.AggregationRule clusterRoleSelectors
.rbac.v1.ClusterRole metadata rules aggregationRule
.rbac.v1.ClusterRoleBinding metadata subjects roleRef
.rbac.v1.ClusterRoleBindingList metadata items
.rbac.v1.ClusterRoleList metadata items
.rbac.v1.PolicyRule verbs apiGroups resources resourceNames nonResourceURLs
.rbac.v1.Role metadata rules
.rbac.v1.RoleBinding metadata subjects roleRef
.rbac.v1.RoleBindingList metadata items
.rbac.v1.RoleList metadata items
.rbac.v1.RoleRef apiGroup kind name
.rbac.v1.Subject kind apiGroup name namespace
.resource.v1.AllocatedDeviceStatus driver pool device conditions data networkData shareID
.resource.v1.AllocationResult devices nodeSelector=3 allocationTimestamp=5
.resource.v1.CELDeviceSelector expression
.resource.v1.CapacityRequestPolicy default validValues=3 validRange
.resource.v1.CapacityRequestPolicyRange min max step
.resource.v1.CapacityRequirements requests
.resource.v1.Counter value
.resource.v1.CounterSet name counters
.resource.v1.Device name attributes capacity consumesCounters nodeName nodeSelector allNodes taints bindsToNode bindingConditions bindingFailureConditions allowMultipleAllocations nodeAllocatableResources=14
.resource.v1.DeviceAllocationConfiguration source requests deviceConfiguration>.resource.v1.DeviceConfiguration
.resource.v1.DeviceAllocationResult results config
.resource.v1.DeviceAttribute int=2 bool string version ints bools strings versions
.resource.v1.DeviceCapacity value requestPolicy
.resource.v1.DeviceClaim requests constraints config
.resource.v1.DeviceClaimConfiguration requests deviceConfiguration>.resource.v1.DeviceConfiguration
.resource.v1.DeviceClass metadata spec
.resource.v1.DeviceClassConfiguration deviceConfiguration>.resource.v1.DeviceConfiguration
.resource.v1.DeviceClassList metadata items
.resource.v1.DeviceClassSpec selectors config extendedResourceName=4
.resource.v1.DeviceConfiguration opaque
.resource.v1.DeviceConstraint requests matchAttribute distinctAttribute
.resource.v1.DeviceCounterConsumption counterSet counters compatibilityGroups
.resource.v1.DeviceDerivedAttribute name expression
.resource.v1.DeviceRequest name exactly firstAvailable
.resource.v1.DeviceRequestAllocationResult request driver pool device adminAccess tolerations bindingConditions bindingFailureConditions shareID consumedCapacity skipNodeOperations
.resource.v1.DeviceSelector cel
.resource.v1.DeviceSubRequest name deviceClassName selectors allocationMode count tolerations capacity derivedAttributes
.resource.v1.DeviceTaint key value effect timeAdded
.resource.v1.DeviceTaintRule metadata spec status
.resource.v1.DeviceTaintRuleList metadata items
.resource.v1.DeviceTaintRuleSpec deviceSelector taint
.resource.v1.DeviceTaintRuleStatus conditions
.resource.v1.DeviceTaintSelector driver=2 pool device
.resource.v1.DeviceToleration key operator value effect tolerationSeconds
.resource.v1.ExactDeviceRequest deviceClassName selectors allocationMode count adminAccess tolerations capacity derivedAttributes
.resource.v1.NetworkDeviceData interfaceName ips hardwareAddress
.resource.v1.NodeAllocatableMapping capacityKey capacityMultiplier deviceMultiplier
.resource.v1.NodeAllocatableOverhead perPod perContainer
.resource.v1.NodeAllocatableResource mapping=3 overhead
.resource.v1.OpaqueDeviceConfiguration driver parameters
.resource.v1.ResourceClaim metadata spec status
.resource.v1.ResourceClaimConsumerReference apiGroup resource=3 name uid
.resource.v1.ResourceClaimList metadata items
.resource.v1.ResourceClaimSpec devices
.resource.v1.ResourceClaimStatus allocation reservedFor devices=4
.resource.v1.ResourceClaimTemplate metadata spec
.resource.v1.ResourceClaimTemplateList metadata items
.resource.v1.ResourceClaimTemplateSpec metadata spec
.resource.v1.ResourcePool name generation resourceSliceCount
.resource.v1.ResourceSlice metadata spec
.resource.v1.ResourceSliceList metadata items
.resource.v1.ResourceSliceSpec driver pool nodeName nodeSelector allNodes devices perDeviceNodeSelection sharedCounters partitionTypeAttribute skipNodeOperations
.scheduling.v1.PriorityClass metadata value globalDefault description preemptionPolicy
.scheduling.v1.PriorityClassList metadata items
.scheduling.v1alpha3.TopologyConstraint key
.scheduling.v1alpha3.WorkloadPodGroupAllDisruptionMode
.scheduling.v1alpha3.WorkloadPodGroupBasicSchedulingPolicy
.scheduling.v1alpha3.WorkloadPodGroupDisruptionMode single all
.scheduling.v1alpha3.WorkloadPodGroupGangSchedulingPolicy minCount
.scheduling.v1alpha3.WorkloadPodGroupResourceClaim name resourceClaimName resourceClaimTemplateName
.scheduling.v1alpha3.WorkloadPodGroupSchedulingConstraints topology
.scheduling.v1alpha3.WorkloadPodGroupSchedulingPolicy basic gang
.scheduling.v1alpha3.WorkloadPodGroupSingleDisruptionMode
.storage.v1.CSIDriver metadata spec
.storage.v1.CSIDriverList metadata items
.storage.v1.CSIDriverSpec attachRequired podInfoOnMount volumeLifecycleModes storageCapacity fsGroupPolicy tokenRequests requiresRepublish seLinuxMount nodeAllocatableUpdatePeriodSeconds serviceAccountTokenInSecrets preventPodSchedulingIfMissing
.storage.v1.CSINode metadata spec status
.storage.v1.CSINodeDriver name nodeID topologyKeys allocatable
.storage.v1.CSINodeList metadata items
.storage.v1.CSINodeSpec drivers
.storage.v1.CSINodeStatus storageHealth
.storage.v1.CSIStorageCapacity metadata nodeTopology storageClassName capacity maximumVolumeSize
.storage.v1.CSIStorageCapacityList metadata items
.storage.v1.StorageClass metadata provisioner parameters reclaimPolicy mountOptions allowVolumeExpansion volumeBindingMode allowedTopologies
.storage.v1.StorageClassList metadata items
.storage.v1.StorageHealth name healthConditions
.storage.v1.StorageHealthCondition status reason message accessMode volumeMode lastTransitionTime
.storage.v1.TokenRequest audience expirationSeconds
.storage.v1.VolumeAttachment metadata spec status
.storage.v1.VolumeAttachmentList metadata items
.storage.v1.VolumeAttachmentSource persistentVolumeName inlineVolumeSpec
.storage.v1.VolumeAttachmentSpec attacher source nodeName
.storage.v1.VolumeAttachmentStatus attached attachmentMetadata attachError detachError
.storage.v1.VolumeAttributesClass metadata driverName parameters
.storage.v1.VolumeAttributesClassList metadata items
.storage.v1.VolumeError time message errorCode
.storage.v1.VolumeNodeResources count
.storagemigration.v1.StorageVersionMigration metadata spec status
.storagemigration.v1.StorageVersionMigrationList metadata items
.storagemigration.v1.StorageVersionMigrationSpec resource
.storagemigration.v1.StorageVersionMigrationStatus conditions resourceVersion
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceColumnDefinition name type format description priority jsonPath
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceConversion strategy webhook
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition metadata spec status
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionCondition type status lastTransitionTime reason message observedGeneration
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionList metadata items
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionNames plural singular shortNames kind listKind categories
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionSpec group names=3 scope versions=7 conversion=9 preserveUnknownFields
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionStatus conditions acceptedNames storedVersions observedGeneration
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionVersion name served storage schema subresources additionalPrinterColumns deprecated deprecationWarning selectableFields
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresourceScale specReplicasPath statusReplicasPath labelSelectorPath
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresourceStatus
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresources status scale
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceValidation openAPIV3Schema
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ExternalDocumentation description url
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON raw
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps id schema ref description type format title default maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems multipleOf enum maxProperties minProperties required items allOf oneOf anyOf not properties additionalProperties patternProperties dependencies additionalItems definitions externalDocs example nullable xKubernetesPreserveUnknownFields xKubernetesEmbeddedResource xKubernetesIntOrString xKubernetesListMapKeys xKubernetesListType xKubernetesMapType xKubernetesValidations>io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ValidationRule
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrArray schema jSONSchemas
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrBool allows schema
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrStringArray schema property
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.SelectableField jsonPath
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ServiceReference namespace name path port
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ValidationRule rule message messageExpression reason fieldPath optionalOldSelf
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.WebhookClientConfig service caBundle url
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.WebhookConversion clientConfig=2 conversionReviewVersions
io.k8s.apimachinery.pkg.api.resource.Quantity string
io.k8s.apimachinery.pkg.runtime.RawExtension raw
io.k8s.apimachinery.pkg.util.intstr.IntOrString type intVal strVal
io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIService metadata spec status
io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIServiceCondition type status lastTransitionTime reason message
io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIServiceList metadata items
io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIServiceSpec service group version insecureSkipTLSVerify caBundle groupPriorityMinimum=7 versionPriority
io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIServiceStatus conditions
io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.ServiceReference namespace name port
~APIResource name namespaced kind verbs shortNames singularName categories group version storageVersionHash
~APIResourceList groupVersion resources
~Condition type status observedGeneration lastTransitionTime reason message
~DeleteOptions gracePeriodSeconds preconditions orphanDependents propagationPolicy dryRun ignoreStoreReadErrorWithClusterBreakingPotential
~FieldSelectorRequirement key operator values
~FieldsV1 Raw
~GroupResource group resource
~LabelSelector matchLabels matchExpressions
~LabelSelectorRequirement key operator values
~ListMeta selfLink resourceVersion continue remainingItemCount shardInfo
~ManagedFieldsEntry manager operation apiVersion time fieldsType=6 fieldsV1 subresource
~MicroTime seconds nanos
~ObjectMeta name generateName namespace selfLink uid resourceVersion generation creationTimestamp deletionTimestamp deletionGracePeriodSeconds labels annotations ownerReferences finalizers managedFields=17
~OwnerReference kind name=3 uid apiVersion controller blockOwnerDeletion
~Patch
~Preconditions uid resourceVersion
~ShardInfo selector
~Status metadata status message reason details code
~StatusCause reason message field
~StatusDetails name group kind causes retryAfterSeconds uid
~Time seconds nanos
~WatchEvent type object`
