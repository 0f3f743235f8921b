// Generated from the Go types of Kubernetes 1.33 to 1.37, not to be edited: scripts/generate-protobuf.ts

/** The text of a MessageTable. */
export const MESSAGES: string = `#admissionregistration.k8s.io/v1
ApplyConfiguration expression
AuditAnnotation key! valueExpression!
ExpressionWarning 2=fieldRef! warning!
JSONPatch expression
MatchCondition name! expression!
MatchResources namespaceSelector*d8 objectSelector*d8 resourceRules*[g excludeResourceRules*[g 7=matchPolicy*
*MutatingAdmissionPolicy metadata!dd spec!b
*MutatingAdmissionPolicyBinding metadata!dd spec!9
*MutatingAdmissionPolicyBindingList metadata!da items~[7
MutatingAdmissionPolicyBindingSpec policyName paramRef*i matchResources*5
*MutatingAdmissionPolicyList metadata!da items~[6
MutatingAdmissionPolicySpec paramKind*h matchConstraints*5 variables*[y mutations*[f failurePolicy* matchConditions*[4 reinvocationPolicy
MutatingWebhook name! clientConfig!z rules*[k failurePolicy* namespaceSelector*d8 sideEffects~ timeoutSeconds*I admissionReviewVersions~[S matchPolicy* reinvocationPolicy* objectSelector*d8 matchConditions*[4
*MutatingWebhookConfiguration metadata!dd webhooks*[c
*MutatingWebhookConfigurationList metadata!da items~[d
Mutation 2=patchType! applyConfiguration*0 jsonPatch*3
NamedRuleWithOperations resourceNames*[S >k
ParamKind apiVersion kind
ParamRef name namespace selector*d8 parameterNotFoundAction*
Rule apiGroups*[S apiVersions*[S resources*[S scope*
RuleWithOperations operations*[S >j
ServiceReference namespace! name! path* port*I
TypeChecking expressionWarnings*[2
*ValidatingAdmissionPolicy metadata!dd spec!s status!t
*ValidatingAdmissionPolicyBinding metadata!dd spec!q
*ValidatingAdmissionPolicyBindingList metadata!da items~[o
ValidatingAdmissionPolicyBindingSpec policyName paramRef*i matchResources*5 validationActions*[S
*ValidatingAdmissionPolicyList metadata!da items~[n
ValidatingAdmissionPolicySpec paramKind*h matchConstraints*5 validations*[x failurePolicy* auditAnnotations*[1 matchConditions*[4 variables*[y
ValidatingAdmissionPolicyStatus observedGeneration?I typeChecking*m conditions*[d1
ValidatingWebhook name! clientConfig!z rules*[k failurePolicy* namespaceSelector*d8 sideEffects~ timeoutSeconds*I admissionReviewVersions~[S matchPolicy* objectSelector*d8 matchConditions*[4
*ValidatingWebhookConfiguration metadata!dd webhooks*[u
*ValidatingWebhookConfigurationList metadata!da items~[v
Validation expression! message reason* messageExpression
Variable name! expression!
WebhookClientConfig service*l caBundle?Y url*
#apiextensions.k8s.io/v1
ConversionRequest uid! desiredAPIVersion! objects~[R
ConversionResponse uid! convertedObjects~[R result!dl
*ConversionReview request*10 response*11
CustomResourceColumnDefinition name! type! format description priority?I jsonPath!
CustomResourceConversion strategy! webhook*1m
*CustomResourceDefinition metadata!dd spec!19 status!1a
CustomResourceDefinitionCondition type! status! lastTransitionTime!T reason message observedGeneration?I
*CustomResourceDefinitionList metadata!da items~[15
CustomResourceDefinitionNames plural! singular shortNames*[S kind! listKind categories*[S
CustomResourceDefinitionSpec group! 3=names!18 scope! 7=versions~[1b 9=conversion*14 preserveUnknownFields?B
CustomResourceDefinitionStatus conditions~[16 acceptedNames!18 storedVersions~[S observedGeneration?I
CustomResourceDefinitionVersion name! served!B storage!B schema*1f subresources*1e additionalPrinterColumns*[13 deprecated?B deprecationWarning* selectableFields*[1i
CustomResourceSubresourceScale specReplicasPath! statusReplicasPath! labelSelectorPath*
CustomResourceSubresourceStatus
CustomResourceSubresources status*1d scale*1c
CustomResourceValidation openAPIV3Schema*1h
ExternalDocumentation description url
JSONSchemaProps id $schema $ref* description type format title default*R maximum*F exclusiveMaximum?B minimum*F exclusiveMinimum?B maxLength*I minLength*I pattern maxItems*I minItems*I uniqueItems?B multipleOf*F enum*[R maxProperties*I minProperties*I required*[S items*L allOf*[1h oneOf*[1h anyOf*[1h not*1h properties*{1h additionalProperties*K patternProperties*{1h dependencies*{P additionalItems*K definitions*{1h externalDocs*1g example*R nullable?B x-kubernetes-preserve-unknown-fields*B x-kubernetes-embedded-resource?B x-kubernetes-int-or-string?B x-kubernetes-list-map-keys*[S x-kubernetes-list-type* x-kubernetes-map-type* x-kubernetes-validations*[1k
SelectableField jsonPath!
ServiceReference namespace! name! path* port*I
ValidationRule rule! message messageExpression reason* fieldPath optionalOldSelf*B
WebhookClientConfig service*1j caBundle?Y url*
WebhookConversion 2=clientConfig*1l conversionReviewVersions~[S
#apiregistration.k8s.io/v1
*APIService metadata!dd spec!1q status!1r
APIServiceCondition type! status! lastTransitionTime!T reason message
*APIServiceList metadata!da items~[1n
APIServiceSpec service*1s group version insecureSkipTLSVerify?B caBundle?Y 7=groupPriorityMinimum!I versionPriority!I
APIServiceStatus conditions*[1o
ServiceReference namespace name port*I
#apps/v1
*ControllerRevision metadata!dd data!R revision!I
*ControllerRevisionList metadata!da items~[1t
*DaemonSet metadata!dd spec!1y status!1z
DaemonSetCondition type! status! lastTransitionTime!T reason message
*DaemonSetList metadata!da items~[1v
DaemonSetSpec selector~d8 template!9s updateStrategy!20 minReadySeconds?I 6=revisionHistoryLimit*I
DaemonSetStatus currentNumberScheduled!I numberMisscheduled!I desiredNumberScheduled!I numberReady!I observedGeneration?I updatedNumberScheduled?I numberAvailable?I numberUnavailable?I collisionCount*I conditions*[1w
DaemonSetUpdateStrategy type rollingUpdate*2c
*Deployment metadata!dd spec!24 status!25
DeploymentCondition type! status! 4=reason message lastUpdateTime!T lastTransitionTime!T
*DeploymentList metadata!da items~[21
DeploymentSpec replicas*I selector~d8 template!9s strategy!26 minReadySeconds?I revisionHistoryLimit*I paused?B 9=progressDeadlineSeconds*I
DeploymentStatus observedGeneration?I replicas?I updatedReplicas?I availableReplicas?I unavailableReplicas?I conditions*[22 readyReplicas?I collisionCount*I terminatingReplicas*I
DeploymentStrategy type rollingUpdate*2d
*ReplicaSet metadata!dd spec!2a status!2b
ReplicaSetCondition type! status! lastTransitionTime!T reason message
*ReplicaSetList metadata!da items~[27
ReplicaSetSpec replicas*I selector~d8 template!9s minReadySeconds?I
ReplicaSetStatus replicas!I fullyLabeledReplicas?I observedGeneration?I readyReplicas?I availableReplicas?I conditions*[28 terminatingReplicas*I
RollingUpdateDaemonSet maxUnavailable*O maxSurge*O
RollingUpdateDeployment maxUnavailable*O maxSurge*O
RollingUpdateStatefulSetStrategy partition*I maxUnavailable*O
*StatefulSet metadata!dd spec!2k status!2l
StatefulSetCondition type! status! lastTransitionTime!T reason message
*StatefulSetList metadata!da items~[2f
StatefulSetOrdinals start!I
StatefulSetPersistentVolumeClaimRetentionPolicy whenDeleted whenScaled
StatefulSetSpec replicas*I selector~d8 template!9s volumeClaimTemplates*[8o+ serviceName! podManagementPolicy updateStrategy!2m revisionHistoryLimit*I minReadySeconds?I persistentVolumeClaimRetentionPolicy*2j ordinals*2i
StatefulSetStatus observedGeneration?I replicas!I readyReplicas?I currentReplicas?I updatedReplicas?I currentRevision updateRevision 9=collisionCount*I conditions*[2g availableReplicas!I
StatefulSetUpdateStrategy type rollingUpdate*2e
#authentication.k8s.io/v1
BoundObjectReference kind apiVersion name uid
*SelfSubjectReview metadata!dd status!2p
SelfSubjectReviewStatus userInfo!2w
*TokenRequest metadata!dd spec!2r status!2s
TokenRequestSpec audiences~[S 3=boundObjectRef~2n expirationSeconds~I attestations*{(S
TokenRequestStatus token! expirationTimestamp!T
*TokenReview metadata!dd spec!2u status!2v
TokenReviewSpec token audiences*[S
TokenReviewStatus authenticated?B user!2w error audiences*[S
UserInfo username uid groups*[S extra*{(S
#authorization.k8s.io/v1
FieldSelectorAttributes rawSelector requirements*[d4
LabelSelectorAttributes rawSelector requirements*[d9
*LocalSubjectAccessReview metadata!dd spec!39 status!3a
NonResourceAttributes path verb
NonResourceRule verbs~[S nonResourceURLs*[S
ResourceAttributes namespace verb group version resource subresource name fieldSelector*2x labelSelector*2y
ResourceRule verbs~[S apiGroups*[S resources*[S resourceNames*[S
*SelfSubjectAccessReview metadata!dd spec!35 status!3a
SelfSubjectAccessReviewSpec resourceAttributes*32 nonResourceAttributes*30
*SelfSubjectRulesReview metadata!dd spec!37 status!3b
SelfSubjectRulesReviewSpec namespace
*SubjectAccessReview metadata!dd spec!39 status!3a
SubjectAccessReviewSpec resourceAttributes*32 nonResourceAttributes*30 user groups*[S extra*{(S uid
SubjectAccessReviewStatus allowed!B reason evaluationError denied?B
SubjectRulesReviewStatus resourceRules~[33 nonResourceRules~[31 incomplete!B evaluationError
#autoscaling/v1
CrossVersionObjectReference kind! name! apiVersion
*HorizontalPodAutoscaler metadata!dd spec!3f status!3g
*HorizontalPodAutoscalerList metadata!da items~[3d
HorizontalPodAutoscalerSpec scaleTargetRef!3c minReplicas*I maxReplicas!I targetCPUUtilizationPercentage*I
HorizontalPodAutoscalerStatus observedGeneration*I lastScaleTime*T currentReplicas!I desiredReplicas!I currentCPUUtilizationPercentage*I
*Scale metadata!dd spec!3i status!3j
ScaleSpec replicas?I
ScaleStatus replicas!I selector
#autoscaling/v2
ContainerResourceMetricSource name! target!40 container!
ContainerResourceMetricStatus name! current!41 container!
CrossVersionObjectReference kind! name! apiVersion
ExternalMetricSource metric!3x target!40
ExternalMetricStatus metric!3x current!41
HPAScalingPolicy type! value!I periodSeconds!I
HPAScalingRules selectPolicy* policies*[3p stabilizationWindowSeconds*I tolerance*Q
*HorizontalPodAutoscaler metadata!dd spec!3v status!3w
HorizontalPodAutoscalerBehavior scaleUp*3q scaleDown*3q
HorizontalPodAutoscalerCondition type! status! lastTransitionTime!T reason message observedGeneration*I
*HorizontalPodAutoscalerList metadata!da items~[3r
HorizontalPodAutoscalerSpec scaleTargetRef!3m minReplicas*I maxReplicas!I metrics*[3y behavior*3s
HorizontalPodAutoscalerStatus observedGeneration*I lastScaleTime*T currentReplicas?I desiredReplicas!I currentMetrics~[3z conditions*[3t
MetricIdentifier name! selector*d8
MetricSpec type! object*42 pods*44 resource*46 external*3n 7=containerResource*3k
MetricStatus type! object*43 pods*45 resource*47 external*3o 7=containerResource*3l
MetricTarget type! value*Q averageValue*Q averageUtilization*I
MetricValueStatus value*Q averageValue*Q averageUtilization*I
ObjectMetricSource describedObject!3m target!40 metric!3x
ObjectMetricStatus metric!3x current!41 describedObject!3m
PodsMetricSource metric!3x target!40
PodsMetricStatus metric!3x current!41
ResourceMetricSource name! target!40
ResourceMetricStatus name! current!41
#batch/v1
*CronJob metadata!dd spec!4a status!4b
*CronJobList metadata!da items~[48
CronJobSpec schedule! startingDeadlineSeconds*I concurrencyPolicy suspend*B jobTemplate!4i successfulJobsHistoryLimit*I failedJobsHistoryLimit*I timeZone*
CronJobStatus active*[8m 4=lastScheduleTime*T lastSuccessfulTime*T
*Job metadata!dd spec!4g status!4h
JobCondition type! status! lastProbeTime!T lastTransitionTime!T reason message
*JobList metadata!da items~[4c
JobSchedulingConfiguration schedulingPolicy*h0 schedulingConstraints*gz disruptionMode*gw resourceClaims*[gy
JobSpec parallelism*I completions*I activeDeadlineSeconds*I selector*d8 manualSelector*B template!9s backoffLimit*I ttlSecondsAfterFinished*I completionMode* suspend*B podFailurePolicy*4j backoffLimitPerIndex*I maxFailedIndexes*I podReplacementPolicy* managedBy* successPolicy*4n scheduling*4f
JobStatus conditions*[4d startTime*T completionTime*T active?I succeeded?I failed?I completedIndexes uncountedTerminatedPods*4p ready*I failedIndexes* terminating*I
JobTemplateSpec metadata!dd spec!4g
PodFailurePolicy rules~[4m
PodFailurePolicyOnExitCodesRequirement containerName* operator! values~[I
PodFailurePolicyOnPodConditionsPattern type! status!
PodFailurePolicyRule action! onExitCodes*4k onPodConditions*[4l
SuccessPolicy rules~[4o
SuccessPolicyRule succeededIndexes* succeededCount*I
UncountedTerminatedPods succeeded*[S failed*[S
#certificates.k8s.io/v1
*CertificateSigningRequest metadata!dd spec!4t status!4u
CertificateSigningRequestCondition type! reason message lastUpdateTime!T lastTransitionTime!T status!
*CertificateSigningRequestList metadata!da items~[4q
CertificateSigningRequestSpec request~Y username uid groups*[S usages*[S extra*{(S signerName! expirationSeconds*I
CertificateSigningRequestStatus conditions*[4r certificate?Y
*ClusterTrustBundle metadata!dd spec!4x
*ClusterTrustBundleList metadata!da items~[4v
ClusterTrustBundleSpec signerName trustBundle!
*PodCertificateRequest metadata!dd spec!50 status!51
*PodCertificateRequestList metadata!da items~[4y
PodCertificateRequestSpec signerName! podName! podUID! serviceAccountName! serviceAccountUID! nodeName! nodeUID! maxExpirationSeconds*I 11=unverifiedUserAnnotations*{S stubPKCS10Request~Y
PodCertificateRequestStatus conditions*[d1 certificateChain 4=notBefore*T beginRefreshAt*T notAfter*T
#coordination.k8s.io/v1
*Lease metadata!dd spec!54
*LeaseList metadata!da items~[52
LeaseSpec holderIdentity* leaseDurationSeconds*I acquireTime*M renewTime*M leaseTransitions*I strategy* preferredHolder*
#v1
AWSElasticBlockStoreVolumeSource volumeID! fsType partition?I readOnly?B
Affinity nodeAffinity*80 podAffinity*91 podAntiAffinity*93
AppArmorProfile type! localhostProfile*
AttachedVolume name! devicePath!
AzureDiskVolumeSource diskName! diskURI! cachingMode* fsType* readOnly*B kind*
AzureFilePersistentVolumeSource secretName! shareName! readOnly?B secretNamespace~
AzureFileVolumeSource secretName! shareName! readOnly?B
*Binding metadata!dd target!8m
CSIPersistentVolumeSource driver! volumeHandle! readOnly?B fsType volumeAttributes*{S controllerPublishSecretRef*at nodeStageSecretRef*at nodePublishSecretRef*at controllerExpandSecretRef*at nodeExpandSecretRef*at
CSIVolumeSource driver! readOnly*B fsType* volumeAttributes*{S nodePublishSecretRef*7p
Capabilities add*[S drop*[S
CephFSPersistentVolumeSource monitors~[S path user secretFile secretRef*at readOnly?B
CephFSVolumeSource monitors~[S path user secretFile secretRef*7p readOnly?B
CinderPersistentVolumeSource volumeID! fsType readOnly?B secretRef*at
CinderVolumeSource volumeID! fsType readOnly?B secretRef*7p
ClientIPConfig timeoutSeconds*I
ClusterTrustBundleProjection name* signerName* labelSelector*d8 path! optional*B user*I
ComponentCondition type! status! message error
*ComponentStatus metadata!dd conditions*[5m
*ComponentStatusList metadata!da items~[5n
*ConfigMap metadata!dd data*{S binaryData*{Y immutable*B
ConfigMapEnvSource >7p optional*B
ConfigMapKeySelector >7p key! optional*B
*ConfigMapList metadata!da items~[5p
ConfigMapNodeConfigSource namespace! name! uid resourceVersion kubeletConfigKey!
ConfigMapProjection >7p items*[7e 4=optional*B
ConfigMapVolumeSource >7p items*[7e defaultMode*I optional*B defaultUser*I
Container name! image command*[S args*[S workingDir ports*[5z env*[6k resources!ag volumeMounts*[bn livenessProbe*9x readinessProbe*9x lifecycle*7f terminationMessagePath imagePullPolicy securityContext*av stdin?B stdinOnce?B tty?B envFrom*[6j terminationMessagePolicy volumeDevices*[bk startupProbe*9x resizePolicy*[60 restartPolicy* restartPolicyRules*[61
ContainerExtendedResourceRequest containerName! resourceName! requestName!
ContainerImage names~[S sizeBytes?I
ContainerPort name hostPort?I containerPort!I protocol hostIP
ContainerResizePolicy resourceName! restartPolicy!
ContainerRestartRule action exitCodes*62
ContainerRestartRuleOnExitCodes operator values*[I
ContainerState waiting*66 running*64 terminated*65
ContainerStateRunning startedAt!T
ContainerStateTerminated exitCode!I signal?I reason message startedAt!T finishedAt!T containerID
ContainerStateWaiting reason message
ContainerStatus name! state!63 lastState!63 ready!B restartCount!I image! imageID! containerID started*B allocatedResources*{Q resources*ag volumeMounts*[bo user*68 allocatedResourcesStatus*[ah stopSignal*
ContainerUser linux*7l
DaemonEndpoint Port!I
DownwardAPIProjection items*[6b
DownwardAPIVolumeFile path! fieldRef*8l resourceFieldRef*aa mode*I user*I
DownwardAPIVolumeSource items*[6b defaultMode*I defaultUser*I
EmptyDirVolumeSource medium sizeLimit*Q mode*I
EndpointAddress ip! targetRef*8m hostname nodeName*
EndpointPort name port!I protocol appProtocol*
EndpointSubset addresses*[6e notReadyAddresses*[6e ports*[6f
*Endpoints metadata!dd subsets*[6g
*EndpointsList metadata!da items~[6h
EnvFromSource prefix configMapRef*5q secretRef*ap
EnvVar name! value valueFrom*6l
EnvVarSource fieldRef*8l resourceFieldRef*aa configMapKeyRef*5r secretKeyRef*aq fileKeyRef*6w
EphemeralContainer >6n targetContainerName
EphemeralContainerCommon name! image command*[S args*[S workingDir ports*[5z env*[6k resources!ag volumeMounts*[bn livenessProbe*9x readinessProbe*9x lifecycle*7f terminationMessagePath imagePullPolicy securityContext*av stdin?B stdinOnce?B tty?B envFrom*[6j terminationMessagePolicy volumeDevices*[bk startupProbe*9x resizePolicy*[60 restartPolicy* restartPolicyRules*[61
EphemeralVolumeSource volumeClaimTemplate*8t
*Event metadata!dd involvedObject!8m reason message source!6s firstTimestamp!T lastTimestamp!T count?I type eventTime!M series*6r action related*8m reportingComponent! reportingInstance!
*EventList metadata!da items~[6p
EventSeries count?I lastObservedTime!M
EventSource component host
EvictionResponder name! priority~I
ExecAction command*[S
FCVolumeSource targetWWNs*[S lun*I fsType readOnly?B wwids*[S
FileKeySelector volumeName! path! key! optional*B
FlexPersistentVolumeSource driver! fsType secretRef*at readOnly?B options*{S
FlexVolumeSource driver! fsType secretRef*7p readOnly?B options*{S
FlockerVolumeSource datasetName datasetUUID
GCEPersistentDiskVolumeSource pdName! fsType partition?I readOnly?B
GRPCAction port!I service~ mode*
GitRepoVolumeSource repository! revision directory
GlusterfsPersistentVolumeSource endpoints! path! readOnly?B endpointsNamespace*
GlusterfsVolumeSource endpoints! path! readOnly?B
HTTPGetAction path port!O host scheme httpHeaders*[76 protocol*
HTTPHeader name! value!
HostAlias ip! hostnames*[S
HostIP ip!
HostPathVolumeSource path! type*
ISCSIPersistentVolumeSource targetPortal! iqn! lun!I iscsiInterface fsType readOnly?B portals*[S chapAuthDiscovery?B 10=secretRef*at chapAuthSession?B initiatorName*
ISCSIVolumeSource targetPortal! iqn! lun!I iscsiInterface fsType readOnly?B portals*[S chapAuthDiscovery?B 10=secretRef*7p chapAuthSession?B initiatorName*
ImageVolumeSource reference pullPolicy
ImageVolumeStatus imageRef
KeyToPath key! path! mode*I user*I
Lifecycle postStart*7g preStop*7g stopSignal*
LifecycleHandler exec*6u httpGet*75 tcpSocket*bb sleep*b7
*LimitRange metadata!dd spec!7k
LimitRangeItem type! max*{Q min*{Q default*{Q defaultRequest*{Q maxLimitRequestRatio*{Q
*LimitRangeList metadata!da items~[7h
LimitRangeSpec limits~[7i
LinuxContainerUser uid!I gid!I supplementalGroups*[I
*List metadata!da items~[R
LoadBalancerIngress ip hostname ipMode* ports*[9u
LoadBalancerStatus ingress*[7n
LocalObjectReference name
LocalVolumeSource path! fsType*
ModifyVolumeStatus targetVolumeAttributesClassName status!
NFSVolumeSource server! path! readOnly?B
*Namespace metadata!dd spec!7w status!7x
NamespaceCondition type! status! 4=lastTransitionTime!T reason message
*NamespaceList metadata!da items~[7t
NamespaceSpec finalizers*[S
NamespaceStatus phase conditions*[7u
*Node metadata!dd spec!8h status!8i
NodeAddress type! address!
NodeAffinity requiredDuringSchedulingIgnoredDuringExecution*8e preferredDuringSchedulingIgnoredDuringExecution*[9w
NodeAllocatableMappedResources name! quantity~Q
NodeAllocatableOverheadResources name! perPod*Q perContainer*Q
NodeAllocatableResourceClaimStatus resourceClaimName! containers*[S resources*{Q- mapping*[81 overhead*[82
NodeCondition type! status! lastHeartbeatTime!T lastTransitionTime!T reason message
NodeConfigSource 2=configMap*5t
NodeConfigStatus assigned*85 active*85 lastKnownGood*85 error
NodeDaemonEndpoints kubeletEndpoint!69
NodeFeatures supplementalGroupsPolicy*B
*NodeList metadata!da items~[7y
NodePodPreemptionPolicy disableResizePreemption*[S
*NodeProxyOptions path
NodeRuntimeHandler name! features*8d
NodeRuntimeHandlerFeatures recursiveReadOnlyMounts*B userNamespaces*B
NodeSelector nodeSelectorTerms~[8g
NodeSelectorRequirement key! operator! values*[S
NodeSelectorTerm matchExpressions*[8f matchFields*[8f
NodeSpec podCIDR externalID providerID unschedulable?B taints*[bc configSource*85 podCIDRs*[S podPreemptionPolicy*8a
NodeStatus capacity*{Q allocatable*{Q phase conditions*[84 addresses*[7z daemonEndpoints!87 nodeInfo!8k images*[5y volumesInUse*[S volumesAttached*[58 config*86 runtimeHandlers*[8c features*88 declaredFeatures*[S
NodeSwapStatus capacity*I
NodeSystemInfo machineID! systemUUID! bootID! kernelVersion! osImage! containerRuntimeVersion! kubeletVersion! kubeProxyVersion! operatingSystem! architecture! swap*8j runningInUserNamespace*B
ObjectFieldSelector apiVersion fieldPath!
ObjectReference kind namespace name uid apiVersion resourceVersion fieldPath
*PersistentVolume metadata!dd spec!8x status!8y
*PersistentVolumeClaim metadata!dd spec!8r status!8s
PersistentVolumeClaimCondition type! status! lastProbeTime!T lastTransitionTime!T reason message
*PersistentVolumeClaimList metadata!da items~[8o
PersistentVolumeClaimSpec accessModes*[S resources!br volumeName selector*d8 storageClassName* volumeMode* dataSource*bh dataSourceRef*bi volumeAttributesClassName*
PersistentVolumeClaimStatus phase accessModes*[S capacity*{Q conditions*[8p allocatedResources*{Q 7=allocatedResourceStatuses*{S currentVolumeAttributesClassName* modifyVolumeStatus*7r healthStatus*bm
PersistentVolumeClaimTemplate metadata!dd spec!8r
PersistentVolumeClaimVolumeSource claimName! readOnly?B
*PersistentVolumeList metadata!da items~[8n
PersistentVolumeSource gcePersistentDisk*70 awsElasticBlockStore*55 hostPath*79 glusterfs*73 nfs*7s rbd*a1 iscsi*7a cinder*5i cephfs*5g fc*6v flocker*6z flexVolume*6x azureFile*5a vsphereVolume*bu quobyte*a0 azureDisk*59 photonPersistentDisk*8z portworxVolume*9v scaleIO*aj local*7q storageos*b8 csi*5d
PersistentVolumeSpec capacity*{Q >8w accessModes*[S claimRef*8m persistentVolumeReclaimPolicy storageClassName mountOptions*[S volumeMode* nodeAffinity*bp volumeAttributesClassName*
PersistentVolumeStatus phase message reason lastPhaseTransitionTime*T
PhotonPersistentDiskVolumeSource pdID! fsType
*Pod metadata!dd spec!9n status!9o
PodAffinity requiredDuringSchedulingIgnoredDuringExecution*[92 preferredDuringSchedulingIgnoredDuringExecution*[bv
PodAffinityTerm labelSelector*d8 namespaces*[S topologyKey! namespaceSelector*d8 matchLabelKeys*[S mismatchLabelKeys*[S
PodAntiAffinity requiredDuringSchedulingIgnoredDuringExecution*[92 preferredDuringSchedulingIgnoredDuringExecution*[bv
*PodAttachOptions stdin?B stdout?B stderr?B tty?B container
PodCertificateProjection signerName keyType maxExpirationSeconds*I credentialBundlePath keyPath certificateChainPath userAnnotations*{S user*I
PodCondition type! status! lastProbeTime!T lastTransitionTime!T reason message observedGeneration?I
PodDNSConfig nameservers*[S searches*[S options*[98
PodDNSConfigOption name value*
*PodExecOptions stdin?B stdout?B stderr?B tty?B container command~[S
PodExtendedResourceClaimStatus requestMappings~[5x resourceClaimName!
PodIP ip!
*PodList metadata!da items~[90
*PodLogOptions container follow?B previous?B sinceSeconds*I sinceTime*T timestamps?B tailLines*I limitBytes*I insecureSkipTLSVerifyBackend?B stream*
PodOS name!
*PodPortForwardOptions ports*[I
*PodProxyOptions path
PodReadinessGate conditionType!
PodResourceClaim name! 3=resourceClaimName* resourceClaimTemplateName*
PodResourceClaimStatus name! resourceClaimName*
PodSchedulingGate name!
PodSchedulingGroup podGroupName*
PodSecurityContext seLinuxOptions*ai runAsUser*I runAsNonRoot*B supplementalGroups*[I fsGroup*I runAsGroup*I sysctls*[ba windowsOptions*bw fsGroupChangePolicy* seccompProfile*an appArmorProfile*57 supplementalGroupsPolicy* seLinuxChangePolicy*
PodSpec volumes*[bj containers~[5w restartPolicy terminationGracePeriodSeconds*I activeDeadlineSeconds*I dnsPolicy nodeSelector*{S serviceAccountName serviceAccount nodeName hostNetwork?B hostPID?B hostIPC?B securityContext*9m imagePullSecrets*[7p hostname subdomain affinity*56 schedulerName initContainers*[5w automountServiceAccountToken*B tolerations*[bd hostAliases*[77 priorityClassName priority*I dnsConfig*97 shareProcessNamespace*B readinessGates*[9h runtimeClassName* enableServiceLinks*B preemptionPolicy* overhead*{Q topologySpreadConstraints*[bg ephemeralContainers*[6m setHostnameAsFQDN*B os*9e hostUsers*B schedulingGates*[9k resourceClaims*[9i resources*ag hostnameOverride* workloadRef*bx- schedulingGroup*9l evictionResponders*[6t
PodStatus phase conditions*[96 message reason hostIP podIP startTime*T containerStatuses*[67 qosClass initContainerStatuses*[67 nominatedNodeName podIPs*[9b ephemeralContainerStatuses*[67 resize resourceClaimStatuses*[9j hostIPs*[78 observedGeneration?I extendedResourceClaimStatus*9a allocatedResources*{Q resources*ag nodeAllocatableResourceClaimStatuses*[83 volumeHealth*[9t
*PodStatusResult metadata!dd status!9o
*PodTemplate metadata!dd template!9s
*PodTemplateList metadata!da items~[9q
PodTemplateSpec metadata!dd spec!9n
PodVolumeHealth name! healthConditions*[bl lastTransitionTime!T
PortStatus port!I protocol! error*
PortworxVolumeSource volumeID! fsType readOnly?B
PreferredSchedulingTerm weight!I preference!8g
Probe >9y initialDelaySeconds?I timeoutSeconds?I periodSeconds?I successThreshold?I failureThreshold?I terminationGracePeriodSeconds*I
ProbeHandler exec*6u httpGet*75 tcpSocket*bb grpc*71
ProjectedVolumeSource sources~[bq defaultMode*I defaultUser*I
QuobyteVolumeSource registry! volume! readOnly?B user group tenant
RBDPersistentVolumeSource monitors~[S image! fsType pool user keyring secretRef*at readOnly?B
RBDVolumeSource monitors~[S image! fsType pool user keyring secretRef*7p readOnly?B
*RangeAllocation metadata!dd range! data~Y
*ReplicationController metadata!dd spec!a7 status!a8
ReplicationControllerCondition type! status! lastTransitionTime!T reason message
*ReplicationControllerList metadata!da items~[a4
ReplicationControllerSpec replicas*I selector*{S template*9s minReadySeconds?I
ReplicationControllerStatus replicas!I fullyLabeledReplicas?I observedGeneration?I readyReplicas?I availableReplicas?I conditions*[a5
ResourceClaim name! request
ResourceFieldSelector containerName resource! divisor!Q
ResourceHealth resourceID! health 6=message*
*ResourceQuota metadata!dd spec!ae status!af
*ResourceQuotaList metadata!da items~[ac
ResourceQuotaSpec hard*{Q scopes*[S scopeSelector*al
ResourceQuotaStatus hard*{Q used*{Q
ResourceRequirements limits*{Q requests*{Q claims*[a9
ResourceStatus name! resources*[ab
SELinuxOptions user role type level
ScaleIOPersistentVolumeSource gateway! system! secretRef~at sslEnabled?B protectionDomain storagePool storageMode volumeName fsType readOnly?B
ScaleIOVolumeSource gateway! system! secretRef~7p sslEnabled?B protectionDomain storagePool storageMode volumeName fsType readOnly?B
ScopeSelector matchExpressions*[am
ScopedResourceSelectorRequirement scopeName! operator! values*[S
SeccompProfile type! localhostProfile*
*Secret metadata!dd data*{Y type stringData*{S immutable*B
SecretEnvSource >7p optional*B
SecretKeySelector >7p key! optional*B
*SecretList metadata!da items~[ao
SecretProjection >7p items*[7e 4=optional*B
SecretReference name namespace
SecretVolumeSource secretName items*[7e defaultMode*I optional*B defaultUser*I
SecurityContext capabilities*5f privileged*B seLinuxOptions*ai runAsUser*I runAsNonRoot*B readOnlyRootFilesystem*B allowPrivilegeEscalation*B runAsGroup*I procMount* windowsOptions*bw seccompProfile*an appArmorProfile*57
*SerializedReference reference!8m
*Service metadata!dd spec!b4 status!b5
*ServiceAccount metadata!dd secrets*[8m imagePullSecrets*[7p automountServiceAccountToken*B
*ServiceAccountList metadata!da items~[ay
ServiceAccountTokenProjection audience expirationSeconds*I path! user*I
*ServiceList metadata!da items~[ax
ServicePort name protocol port!I targetPort!O nodePort?I appProtocol*
*ServiceProxyOptions path
ServiceSpec ports*[b2 selector*{S clusterIP type externalIPs*[S 7=sessionAffinity loadBalancerIP loadBalancerSourceRanges*[S externalName externalTrafficPolicy healthCheckNodePort?I publishNotReadyAddresses?B sessionAffinityConfig*b6 17=ipFamilyPolicy* clusterIPs*[S ipFamilies*[S allocateLoadBalancerNodePorts*B loadBalancerClass* internalTrafficPolicy* trafficDistribution*
ServiceStatus loadBalancer!7o conditions*[d1
SessionAffinityConfig clientIP*5k
SleepAction seconds!I
StorageOSPersistentVolumeSource volumeName volumeNamespace fsType readOnly?B secretRef*8m
StorageOSVolumeSource volumeName volumeNamespace fsType readOnly?B secretRef*7p
Sysctl name! value!
TCPSocketAction port!O host
Taint key! value effect! timeAdded*T
Toleration key operator value effect tolerationSeconds*I
TopologySelectorLabelRequirement key! values~[S
TopologySelectorTerm matchLabelExpressions*[be
TopologySpreadConstraint maxSkew!I topologyKey! whenUnsatisfiable! labelSelector*d8 minDomains*I nodeAffinityPolicy* nodeTaintsPolicy* matchLabelKeys*[S
TypedLocalObjectReference apiGroup~ kind! name!
TypedObjectReference apiGroup~ kind! name! namespace*
Volume name! >bs
VolumeDevice name! devicePath!
VolumeHealthCondition status! reason! message
VolumeHealthStatus healthConditions*[bl lastTransitionTime!T
VolumeMount name! readOnly?B mountPath! subPath mountPropagation* subPathExpr recursiveReadOnly* bindMountOptions*[S
VolumeMountStatus name! mountPath! readOnly?B recursiveReadOnly* volumeStatus*bt
VolumeNodeAffinity required*8e
VolumeProjection secret*as downwardAPI*6a configMap*5u serviceAccountToken*b0 clusterTrustBundle*5l podCertificate*95
VolumeResourceRequirements limits*{Q requests*{Q
VolumeSource hostPath*79 emptyDir*6d gcePersistentDisk*70 awsElasticBlockStore*55 gitRepo*72 secret*au nfs*7s iscsi*7b glusterfs*74 persistentVolumeClaim*8u rbd*a2 flexVolume*6y cinder*5j cephfs*5h flocker*6z downwardAPI*6c fc*6v azureFile*5b configMap*5v vsphereVolume*bu quobyte*a0 azureDisk*59 photonPersistentDisk*8z portworxVolume*9v scaleIO*ak projected*9z storageos*b9 csi*5e ephemeral*6o image*7c
VolumeStatus image*7d
VsphereVirtualDiskVolumeSource volumePath! fsType storagePolicyName storagePolicyID
WeightedPodAffinityTerm weight!I podAffinityTerm!92
WindowsSecurityContextOptions gmsaCredentialSpecName* gmsaCredentialSpec* runAsUserName* hostProcess*B
WorkloadReference name! podGroup! podGroupReplicaKey
#discovery.k8s.io/v1
Endpoint addresses~[S conditions!bz hostname* targetRef*8m deprecatedTopology*{S nodeName* zone* hints*c0
EndpointConditions ready*B serving*B terminating*B
EndpointHints forZones*[c5 forNodes*[c4
EndpointPort name* protocol* port*I appProtocol*
*EndpointSlice metadata!dd endpoints~[by ports~[c1 addressType!
*EndpointSliceList metadata!da items~[c2
ForNode name!
ForZone name!
#events.k8s.io/v1
*Event metadata!dd eventTime!M series*c8 reportingController reportingInstance action reason regarding!8m related*8m note type deprecatedSource!6s deprecatedFirstTimestamp!T deprecatedLastTimestamp!T deprecatedCount?I
*EventList metadata!da items~[c6
EventSeries count!I lastObservedTime!M
#flowcontrol.apiserver.k8s.io/v1
ExemptPriorityLevelConfiguration nominalConcurrencyShares*I lendablePercent*I
FlowDistinguisherMethod type!
*FlowSchema metadata!dd spec!ce status!cf
FlowSchemaCondition type status lastTransitionTime!T reason message
*FlowSchemaList metadata!da items~[cb
FlowSchemaSpec priorityLevelConfiguration!co matchingPrecedence!I distinguisherMethod*ca rules*[ck
FlowSchemaStatus conditions*[cc
GroupSubject name!
LimitResponse type! queuing*cr
LimitedPriorityLevelConfiguration nominalConcurrencyShares~I limitResponse!ch lendablePercent*I borrowingLimitPercent*I
NonResourcePolicyRule verbs~[S 6=nonResourceURLs~[S
PolicyRulesWithSubjects subjects~[cu resourceRules*[cs nonResourceRules*[cj
*PriorityLevelConfiguration metadata!dd spec!cp status!cq
PriorityLevelConfigurationCondition type status lastTransitionTime!T reason message
*PriorityLevelConfigurationList metadata!da items~[cl
PriorityLevelConfigurationReference name!
PriorityLevelConfigurationSpec type! limited*ci exempt*c9
PriorityLevelConfigurationStatus conditions*[cm
QueuingConfiguration queues!I handSize!I queueLengthLimit!I
ResourcePolicyRule verbs~[S apiGroups~[S resources~[S clusterScope?B namespaces~[S
ServiceAccountSubject namespace! name!
Subject kind! user*cv group*cg serviceAccount*ct
UserSubject name!
#meta.k8s.io/v1
*APIGroup name! versions~[d7 preferredVersion!d7 serverAddressByClientCIDRs*[dj
*APIGroupList groups~[cw
*APIResource name! namespaced!B kind! verbs~(S shortNames*[S singularName! categories*[S group version storageVersionHash
*APIResourceList groupVersion! resources~[cy
*APIVersions versions~[S serverAddressByClientCIDRs~[dj
Condition type! status! observedGeneration?I lastTransitionTime!T reason! message!
*CreateOptions dryRun*[S 3=fieldManager fieldValidation
*DeleteOptions gracePeriodSeconds*I preconditions*di orphanDependents*B propagationPolicy* dryRun*[S ignoreStoreReadErrorWithClusterBreakingPotential*B
FieldSelectorRequirement key! operator! values*[S
*GetOptions resourceVersion
GroupResource group! resource!
GroupVersionForDiscovery groupVersion! version!
LabelSelector matchLabels*{S matchExpressions*[d9
LabelSelectorRequirement key! operator! values*[S
ListMeta selfLink resourceVersion continue remainingItemCount*I shardInfo*dk
*ListOptions labelSelector fieldSelector watch?B resourceVersion timeoutSeconds*I 7=limit?I continue allowWatchBookmarks?B resourceVersionMatch sendInitialEvents*B 15=shardSelector
ManagedFieldsEntry manager operation apiVersion time*T 6=fieldsType fieldsV1*R subresource
ObjectMeta name generateName namespace selfLink uid resourceVersion generation?I creationTimestamp?T deletionTimestamp*T deletionGracePeriodSeconds*I labels*{S annotations*{S ownerReferences*[de finalizers*[S 17=managedFields*[dc
OwnerReference kind! 3=name! uid! apiVersion! controller*B blockOwnerDeletion*B
*PartialObjectMetadata metadata!dd
*PartialObjectMetadataList metadata!da items~[df
*PatchOptions dryRun*[S force*B fieldManager fieldValidation
Preconditions uid* resourceVersion*
ServerAddressByClientCIDR clientCIDR! serverAddress!
ShardInfo selector!
*Status metadata!da status message reason details*dn code?I
StatusCause reason message field
StatusDetails name group kind causes*[dm retryAfterSeconds?I uid
*UpdateOptions dryRun*[S fieldManager fieldValidation
WatchEvent type! object!R
#networking.k8s.io/v1
HTTPIngressPath path backend!dx pathType~
HTTPIngressRuleValue paths~[dq
*IPAddress metadata!dd spec!du
*IPAddressList metadata!da items~[ds
IPAddressSpec parentRef*ej
IPBlock cidr! except*[S
*Ingress metadata!dd spec!e9 status!ea
IngressBackend 3=resource*bh service*e8
*IngressClass metadata!dd spec!e1
*IngressClassList metadata!da items~[dy
IngressClassParametersReference apiGroup* kind! name! scope~ namespace*
IngressClassSpec controller parameters*e0
*IngressList metadata!da items~[dw
IngressLoadBalancerIngress ip hostname 4=ports*[e5
IngressLoadBalancerStatus ingress*[e3
IngressPortStatus port!I protocol! error*
IngressRule host >e7
IngressRuleValue http*dr
IngressServiceBackend name! port!ek
IngressSpec defaultBackend*dx tls*[eb rules*[e6 ingressClassName*
IngressStatus loadBalancer!e4
IngressTLS hosts*[S secretName
*NetworkPolicy metadata!dd spec!ei
NetworkPolicyEgressRule ports*[eh to*[eg
NetworkPolicyIngressRule ports*[eh from*[eg
*NetworkPolicyList metadata!da items~[ec
NetworkPolicyPeer podSelector*d8 namespaceSelector*d8 ipBlock*dv
NetworkPolicyPort protocol* port*O endPort*I
NetworkPolicySpec podSelector!d8 ingress*[ee egress*[ed policyTypes*[S
ParentReference group resource namespace name
ServiceBackendPort name number?I
*ServiceCIDR metadata!dd spec!en status!eo
*ServiceCIDRList metadata!da items~[el
ServiceCIDRSpec cidrs*[S
ServiceCIDRStatus conditions*[d1
#node.k8s.io/v1
Overhead podFixed*{Q
*RuntimeClass metadata!dd handler! overhead*ep scheduling*es
*RuntimeClassList metadata!da items~[eq
Scheduling nodeSelector*{S tolerations*[bd
#policy/v1
*Eviction metadata!dd deleteOptions*d3
*PodDisruptionBudget metadata!dd spec!ew status!ex
*PodDisruptionBudgetList metadata!da items~[eu
PodDisruptionBudgetSpec minAvailable*O selector*d8 maxUnavailable*O unhealthyPodEvictionPolicy*
PodDisruptionBudgetStatus observedGeneration?I disruptedPods*{T disruptionsAllowed!I currentHealthy!I desiredHealthy!I expectedPods!I conditions*[d1
#rbac.authorization.k8s.io/v1
AggregationRule clusterRoleSelectors*[d8
*ClusterRole metadata!dd rules~[f3 aggregationRule*ey
*ClusterRoleBinding metadata!dd subjects*[f9 roleRef!f8
*ClusterRoleBindingList metadata!da items~[f0
*ClusterRoleList metadata!da items~[ez
PolicyRule verbs~[S apiGroups*[S resources*[S resourceNames*[S nonResourceURLs*[S
*Role metadata!dd rules~[f3
*RoleBinding metadata!dd subjects*[f9 roleRef!f8
*RoleBindingList metadata!da items~[f5
*RoleList metadata!da items~[f4
RoleRef apiGroup! kind! name!
Subject kind! apiGroup name! namespace
#resource.k8s.io/v1
AllocatedDeviceStatus driver! pool! device! conditions~[d1 data*R networkData*g9 shareID*
AllocationResult devices!fk 3=nodeSelector*8e 5=allocationTimestamp*T
CELDeviceSelector expression!
CapacityRequestPolicy default~Q 3=validValues*[Q validRange*fe
CapacityRequestPolicyRange min*Q max*Q step*Q
CapacityRequirements requests*{Q
Counter value!Q
CounterSet name! counters*{fg
Device name! attributes*{fl capacity*{fm consumesCounters*[fv nodeName* nodeSelector*8e allNodes*B taints*[g1 bindsToNode*B bindingConditions*[S bindingFailureConditions*[S allowMultipleAllocations*B nodeAllocatableResourceMappings*{gd- nodeAllocatableResources*{gc
DeviceAllocationConfiguration source! requests*[S >ft
DeviceAllocationResult results*[fy config*[fj
DeviceAttribute 2=int*I bool*B string* version* ints*[I bools*[B strings*[S versions*[S
DeviceCapacity value!Q requestPolicy*fd
DeviceClaim requests~[fx constraints*[fu config*[fo
DeviceClaimConfiguration requests*[S >ft
*DeviceClass metadata!dd spec!fs
DeviceClassConfiguration >ft
*DeviceClassList metadata!da items~[fp
DeviceClassSpec selectors*[fz config*[fq 4=extendedResourceName*
DeviceConfiguration opaque*ge
DeviceConstraint requests*[S matchAttribute* distinctAttribute*
DeviceCounterConsumption counterSet! counters*{fg compatibilityGroups*[S
DeviceDerivedAttribute name! expression!
DeviceRequest name! exactly*g8 firstAvailable*[g0
DeviceRequestAllocationResult request! driver! pool! device! adminAccess*B tolerations*[g7 bindingConditions*[S bindingFailureConditions*[S shareID* consumedCapacity*{Q skipNodeOperations*[S
DeviceSelector cel*fc
DeviceSubRequest name! deviceClassName! selectors*[fz allocationMode count?I tolerations*[g7 capacity*ff derivedAttributes*[fw
DeviceTaint key! value effect! timeAdded*T
*DeviceTaintRule metadata!dd spec!g4 status!g5
*DeviceTaintRuleList metadata!da items~[g2
DeviceTaintRuleSpec deviceSelector*g6 taint!g1
DeviceTaintRuleStatus conditions*[d1
DeviceTaintSelector 2=driver* pool* device*
DeviceToleration key operator value effect tolerationSeconds*I
ExactDeviceRequest deviceClassName! selectors*[fz allocationMode count?I adminAccess*B tolerations*[g7 capacity*ff derivedAttributes*[fw
NetworkDeviceData interfaceName ips*[S hardwareAddress
NodeAllocatableMapping capacityKey* capacityMultiplier*Q deviceMultiplier*Q
NodeAllocatableOverhead perPod*Q perContainer*Q
NodeAllocatableResource 3=mapping*ga overhead*gb
NodeAllocatableResourceMapping capacityKey* allocationMultiplier*Q
OpaqueDeviceConfiguration driver! parameters!R
*ResourceClaim metadata!dd spec!gi status!gj
ResourceClaimConsumerReference apiGroup 3=resource! name! uid!
*ResourceClaimList metadata!da items~[gf
ResourceClaimSpec devices!fn
ResourceClaimStatus allocation*fb reservedFor*[gg 4=devices*[fa
*ResourceClaimTemplate metadata!dd spec!gm
*ResourceClaimTemplateList metadata!da items~[gk
ResourceClaimTemplateSpec metadata!dd spec!gi
ResourcePool name! generation!I resourceSliceCount!I
*ResourceSlice metadata!dd spec!gq
*ResourceSliceList metadata!da items~[go
ResourceSliceSpec driver! pool!gn nodeName* nodeSelector*8e allNodes*B devices*[fi perDeviceNodeSelection*B sharedCounters*[fh partitionTypeAttribute* skipNodeOperations*[S
#scheduling.k8s.io/v1
*PriorityClass metadata!dd value!I globalDefault?B description preemptionPolicy*
*PriorityClassList metadata!da items~[gr
#scheduling.v1alpha3
TopologyConstraint key!
WorkloadPodGroupAllDisruptionMode
WorkloadPodGroupBasicSchedulingPolicy
WorkloadPodGroupDisruptionMode single*h1 all*gu
WorkloadPodGroupGangSchedulingPolicy minCount*I
WorkloadPodGroupResourceClaim name! resourceClaimName* resourceClaimTemplateName*
WorkloadPodGroupSchedulingConstraints topology*[gt
WorkloadPodGroupSchedulingPolicy basic*gv gang*gx
WorkloadPodGroupSingleDisruptionMode
#storage.k8s.io/v1
*CSIDriver metadata!dd spec!h4
*CSIDriverList metadata!da items~[h2
CSIDriverSpec attachRequired*B podInfoOnMount*B volumeLifecycleModes*[S storageCapacity*B fsGroupPolicy* tokenRequests*[hg requiresRepublish*B seLinuxMount*B nodeAllocatableUpdatePeriodSeconds*I serviceAccountTokenInSecrets*B preventPodSchedulingIfMissing*B
*CSINode metadata!dd spec!h8 status^h9
CSINodeDriver name! nodeID! topologyKeys~[S allocatable*hp
*CSINodeList metadata!da items~[h5
CSINodeSpec drivers~[h6
CSINodeStatus storageHealth*[he
*CSIStorageCapacity metadata!dd nodeTopology*d8 storageClassName! capacity*Q maximumVolumeSize*Q
*CSIStorageCapacityList metadata!da items~[ha
*StorageClass metadata!dd provisioner! parameters*{S reclaimPolicy* mountOptions*[S allowVolumeExpansion*B volumeBindingMode* allowedTopologies*[bf
*StorageClassList metadata!da items~[hc
StorageHealth name! healthConditions*[hf
StorageHealthCondition status! reason! message accessMode* volumeMode* lastTransitionTime!T
TokenRequest audience! expirationSeconds*I
*VolumeAttachment metadata!dd spec!hk status!hl
*VolumeAttachmentList metadata!da items~[hh
VolumeAttachmentSource persistentVolumeName* inlineVolumeSpec*8x
VolumeAttachmentSpec attacher! source!hj nodeName!
VolumeAttachmentStatus attached!B attachmentMetadata*{S attachError*ho detachError*ho
*VolumeAttributesClass metadata!dd driverName! parameters*{S
*VolumeAttributesClassList metadata!da items~[hm
VolumeError time!T message errorCode*I
VolumeNodeResources count*I
#storagemigration.k8s.io/v1
*StorageVersionMigration metadata!dd spec!hs status!ht
*StorageVersionMigrationList metadata!da items~[hq
StorageVersionMigrationSpec resource!d6
StorageVersionMigrationStatus conditions*[d1 resourceVersion`
