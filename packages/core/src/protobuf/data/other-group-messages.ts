// Generated from the Go types of Kubernetes 1.33 to 1.37, not to be edited: npm run generate -- protobuf

/** The kinds of other groups that are listed. They are added to a table after COMMON_MESSAGES. */
export const OTHER_GROUP_MESSAGES: string = `#admissionregistration.k8s.io/v1
*MutatingAdmissionPolicy metadata!1 spec!(paramKind*(apiVersion kind) matchConstraints*(namespaceSelector*6 objectSelector*6 resourceRules*[(resourceNames*[S >(operations*[S >(apiGroups*[S apiVersions*[S resources*[S scope*))) excludeResourceRules*[7q 7=matchPolicy*) variables*[(name! expression!) mutations*[(2=patchType! applyConfiguration*(expression) jsonPatch*(expression)) failurePolicy* matchConditions*[(name! expression!) reinvocationPolicy)
*MutatingAdmissionPolicyBinding metadata!1 spec!(policyName paramRef*(name namespace selector*6 parameterNotFoundAction*) matchResources*7p)
*MutatingWebhookConfiguration metadata!1 webhooks*[(name! clientConfig!(service*(namespace! name! path* port*I) caBundle?Y url*) rules*[7r failurePolicy* namespaceSelector*6 sideEffects~ timeoutSeconds*I admissionReviewVersions~[S matchPolicy* reinvocationPolicy* objectSelector*6 matchConditions*[7x)
*ValidatingAdmissionPolicy metadata!1 spec!(paramKind*7o matchConstraints*7p validations*[(expression! message reason* messageExpression) failurePolicy* auditAnnotations*[(key! valueExpression!) matchConditions*[7x variables*[7t) status!(observedGeneration?I typeChecking*(expressionWarnings*[(2=fieldRef! warning!)) conditions*[6s)
*ValidatingAdmissionPolicyBinding metadata!1 spec!(policyName paramRef*80 matchResources*7p validationActions*[S)
*ValidatingWebhookConfiguration metadata!1 webhooks*[(name! clientConfig!83 rules*[7r failurePolicy* namespaceSelector*6 sideEffects~ timeoutSeconds*I admissionReviewVersions~[S matchPolicy* objectSelector*6 matchConditions*[7x)
#apiextensions.k8s.io/v1
*CustomResourceDefinition metadata!1 spec!(group! 3=names!(plural! singular shortNames*[S kind! listKind categories*[S) scope! 7=versions~[(name! served!B storage!B schema*(openAPIV3Schema*8w) subresources*(status*() scale*(specReplicasPath! statusReplicasPath! labelSelectorPath*)) additionalPrinterColumns*[(name! type! format description priority?I jsonPath!) deprecated?B deprecationWarning* selectableFields*[(jsonPath!)) 9=conversion*(strategy! webhook*(2=clientConfig*(service*(namespace! name! path* port*I) caBundle?Y url*) conversionReviewVersions~[S)) preserveUnknownFields?B) status!(conditions~[(type! status! lastTransitionTime!T reason message observedGeneration?I) acceptedNames!8i storedVersions~[S observedGeneration?I)
$JSONSchemaProps id $schema $ref* description type format title default*R maximum*F exclusiveMaximum?B minimum*F exclusiveMinimum?B maxLength*I minLength*I pattern maxItems*I minItems*I uniqueItems?B multipleOf*F enum*[R maxProperties*I minProperties*I required*[S items*L allOf*[8w oneOf*[8w anyOf*[8w not*8w properties*{8w additionalProperties*K patternProperties*{8w dependencies*{P additionalItems*K definitions*{8w externalDocs*(description url) example*R nullable?B x-kubernetes-preserve-unknown-fields*B x-kubernetes-embedded-resource?B x-kubernetes-int-or-string?B x-kubernetes-list-map-keys*[S x-kubernetes-list-type* x-kubernetes-map-type* x-kubernetes-validations*[(rule! message messageExpression reason* fieldPath optionalOldSelf*B)
#apiregistration.k8s.io/v1
*APIService metadata!1 spec!(service*(namespace name port*I) group version insecureSkipTLSVerify?B caBundle?Y 7=groupPriorityMinimum!I versionPriority!I) status!(conditions*[(type! status! lastTransitionTime!T reason message))
#autoscaling/v1
*HorizontalPodAutoscaler metadata!1 spec!(scaleTargetRef!(kind! name! apiVersion) minReplicas*I maxReplicas!I targetCPUUtilizationPercentage*I) status!(observedGeneration*I lastScaleTime*T currentReplicas!I desiredReplicas!I currentCPUUtilizationPercentage*I)
#autoscaling/v2
*HorizontalPodAutoscaler metadata!1 spec!(scaleTargetRef!(kind! name! apiVersion) minReplicas*I maxReplicas!I metrics*[(type! object*(describedObject!9a target!(type! value*Q averageValue*Q averageUtilization*I) metric!(name! selector*6)) pods*(metric!9e target!9d) resource*(name! target!9d) external*(metric!9e target!9d) 7=containerResource*(name! target!9d container!)) behavior*(scaleUp*(selectPolicy* policies*[(type! value!I periodSeconds!I) stabilizationWindowSeconds*I tolerance*Q) scaleDown*9k)) status!(observedGeneration*I lastScaleTime*T currentReplicas?I desiredReplicas!I currentMetrics~[(type! object*(metric!9e current!(value*Q averageValue*Q averageUtilization*I) describedObject!9a) pods*(metric!9e current!9p) resource*(name! current!9p) external*(metric!9e current!9p) 7=containerResource*(name! current!9p container!)) conditions*[(type! status! lastTransitionTime!T reason message observedGeneration*I))
#batch/v1
*CronJob metadata!1 spec!(schedule! startingDeadlineSeconds*I concurrencyPolicy suspend*B jobTemplate!(metadata!1 spec!(parallelism*I completions*I activeDeadlineSeconds*I selector*6 manualSelector*B template!8 backoffLimit*I ttlSecondsAfterFinished*I completionMode* suspend*B podFailurePolicy*(rules~[(action! onExitCodes*(containerName* operator! values~[I) onPodConditions*[(type! status!))) backoffLimitPerIndex*I maxFailedIndexes*I podReplacementPolicy* managedBy* successPolicy*(rules~[(succeededIndexes* succeededCount*I)) scheduling*(schedulingPolicy*(basic*() gang*(minCount*I)) schedulingConstraints*(topology*[(key!)) disruptionMode*(single*() all*()) resourceClaims*[(name! resourceClaimName* resourceClaimTemplateName*)))) successfulJobsHistoryLimit*I failedJobsHistoryLimit*I timeZone*) status!(active*[42 4=lastScheduleTime*T lastSuccessfulTime*T)
*Job metadata!1 spec!9y status!(conditions*[(type! status! lastProbeTime!T lastTransitionTime!T reason message) startTime*T completionTime*T active?I succeeded?I failed?I completedIndexes uncountedTerminatedPods*(succeeded*[S failed*[S) ready*I failedIndexes* terminating*I)
#certificates.k8s.io/v1
*CertificateSigningRequest metadata!1 spec!(request~Y username uid groups*[S usages*[S extra*{<S signerName! expirationSeconds*I) status!(conditions*[(type! reason message lastUpdateTime!T lastTransitionTime!T status!) certificate?Y)
*ClusterTrustBundle metadata!1 spec!(signerName trustBundle!)
*PodCertificateRequest metadata!1 spec!(signerName! podName! podUID! serviceAccountName! serviceAccountUID! nodeName! nodeUID! maxExpirationSeconds*I 11=unverifiedUserAnnotations*{S stubPKCS10Request~Y) status!(conditions*[6s certificateChain 4=notBefore*T beginRefreshAt*T notAfter*T)
#coordination.k8s.io/v1
*Lease metadata!1 spec!(holderIdentity* leaseDurationSeconds*I acquireTime*M renewTime*M leaseTransitions*I strategy* preferredHolder*)
#discovery.k8s.io/v1
*EndpointSlice metadata!1 endpoints~[(addresses~[S conditions!(ready*B serving*B terminating*B) hostname* targetRef*42 deprecatedTopology*{S nodeName* zone* hints*(forZones*[(name!) forNodes*[(name!))) ports~[(name* protocol* port*I appProtocol*) addressType!
#events.k8s.io/v1
*Event metadata!1 eventTime!M series*(count!I lastObservedTime!M) reportingController reportingInstance action reason regarding!42 related*42 note type deprecatedSource!45 deprecatedFirstTimestamp!T deprecatedLastTimestamp!T deprecatedCount?I
#flowcontrol.apiserver.k8s.io/v1
*FlowSchema metadata!1 spec!(priorityLevelConfiguration!(name!) matchingPrecedence!I distinguisherMethod*(type!) rules*[(subjects~[(kind! user*(name!) group*(name!) serviceAccount*(namespace! name!)) resourceRules*[(verbs~[S apiGroups~[S resources~[S clusterScope?B namespaces~[S) nonResourceRules*[(verbs~[S 6=nonResourceURLs~[S))) status!(conditions*[(type status lastTransitionTime!T reason message))
*PriorityLevelConfiguration metadata!1 spec!(type! limited*(nominalConcurrencyShares~I limitResponse!(type! queuing*(queues!I handSize!I queueLengthLimit!I)) lendablePercent*I borrowingLimitPercent*I) exempt*(nominalConcurrencyShares*I lendablePercent*I)) status!(conditions*[(type status lastTransitionTime!T reason message))
#networking.k8s.io/v1
*IPAddress metadata!1 spec!(parentRef*(group resource namespace name))
*Ingress metadata!1 spec!(defaultBackend*(3=resource*1k service*(name! port!(name number?I))) tls*[(hosts*[S secretName) rules*[(host >(http*(paths~[(path backend!bu pathType~)))) ingressClassName*) status!(loadBalancer!(ingress*[(ip hostname 4=ports*[(port!I protocol! error*))))
*IngressClass metadata!1 spec!(controller parameters*(apiGroup* kind! name! scope~ namespace*))
*NetworkPolicy metadata!1 spec!(podSelector!6 ingress*[(ports*[(protocol* port*O endPort*I) from*[(podSelector*6 namespaceSelector*6 ipBlock*(cidr! except*[S))) egress*[(ports*[cc to*[cd) policyTypes*[S)
*ServiceCIDR metadata!1 spec!(cidrs*[S) status!(conditions*[6s)
#node.k8s.io/v1
*RuntimeClass metadata!1 handler! overhead*(podFixed*{Q) scheduling*(nodeSelector*{S tolerations*[2w)
#policy/v1
*PodDisruptionBudget metadata!1 spec!(minAvailable*O selector*6 maxUnavailable*O unhealthyPodEvictionPolicy*) status!(observedGeneration?I disruptedPods*{T disruptionsAllowed!I currentHealthy!I desiredHealthy!I expectedPods!I conditions*[6s)
#rbac.authorization.k8s.io/v1
*ClusterRole metadata!1 rules~[(verbs~[S apiGroups*[S resources*[S resourceNames*[S nonResourceURLs*[S) aggregationRule*(clusterRoleSelectors*[6)
*ClusterRoleBinding metadata!1 subjects*[(kind! apiGroup name! namespace) roleRef!(apiGroup! kind! name!)
*Role metadata!1 rules~[cq
*RoleBinding metadata!1 subjects*[ct roleRef!cu
#resource.k8s.io/v1
*DeviceClass metadata!1 spec!(selectors*[(cel*(expression!)) config*[(>(opaque*(driver! parameters!R))) 4=extendedResourceName*)
*DeviceTaintRule metadata!1 spec!(deviceSelector*(2=driver* pool* device*) taint!(key! value effect! timeAdded*T)) status!(conditions*[6s)
*ResourceClaim metadata!1 spec!(devices!(requests~[(name! exactly*(deviceClassName! selectors*[cz allocationMode count?I adminAccess*B tolerations*[(key operator value effect tolerationSeconds*I) capacity*(requests*{Q) derivedAttributes*[(name! expression!)) firstAvailable*[(name! deviceClassName! selectors*[cz allocationMode count?I tolerations*[de capacity*df derivedAttributes*[dg)) constraints*[(requests*[S matchAttribute* distinctAttribute*) config*[(requests*[S >d2))) status!(allocation*(devices!(results*[(request! driver! pool! device! adminAccess*B tolerations*[de bindingConditions*[S bindingFailureConditions*[S shareID* consumedCapacity*{Q skipNodeOperations*[S) config*[(source! requests*[S >d2)) 3=nodeSelector*2o 5=allocationTimestamp*T) reservedFor*[(apiGroup 3=resource! name! uid!) 4=devices*[(driver! pool! device! conditions~[6s data*R networkData*(interfaceName ips*[S hardwareAddress) shareID*))
*ResourceClaimTemplate metadata!1 spec!(metadata!1 spec!da)
*ResourceSlice metadata!1 spec!(driver! pool!(name! generation!I resourceSliceCount!I) nodeName* nodeSelector*2o allNodes*B devices*[(name! attributes*{(2=int*I bool*B string* version* ints*[I bools*[B strings*[S versions*[S) capacity*{(value!Q requestPolicy*(default~Q 3=validValues*[Q validRange*(min*Q max*Q step*Q))) consumesCounters*[(counterSet! counters*{(value!Q) compatibilityGroups*[S) nodeName* nodeSelector*2o allNodes*B taints*[d7 bindsToNode*B bindingConditions*[S bindingFailureConditions*[S allowMultipleAllocations*B nodeAllocatableResourceMappings*{(capacityKey* allocationMultiplier*Q)- nodeAllocatableResources*{(3=mapping*(capacityKey* capacityMultiplier*Q deviceMultiplier*Q) overhead*(perPod*Q perContainer*Q))) perDeviceNodeSelection*B sharedCounters*[(name! counters*{e3) partitionTypeAttribute* skipNodeOperations*[S)
#scheduling.k8s.io/v1
*PriorityClass metadata!1 value!I globalDefault?B description preemptionPolicy*
#storage.k8s.io/v1
*CSIDriver metadata!1 spec!(attachRequired*B podInfoOnMount*B volumeLifecycleModes*[S storageCapacity*B fsGroupPolicy* tokenRequests*[(audience! expirationSeconds*I) requiresRepublish*B seLinuxMount*B nodeAllocatableUpdatePeriodSeconds*I serviceAccountTokenInSecrets*B preventPodSchedulingIfMissing*B)
*CSINode metadata!1 spec!(drivers~[(name! nodeID! topologyKeys~[S allocatable*(count*I))) status^(storageHealth*[(name! healthConditions*[(status! reason! message accessMode* volumeMode* lastTransitionTime!T)))
*CSIStorageCapacity metadata!1 nodeTopology*6 storageClassName! capacity*Q maximumVolumeSize*Q
*StorageClass metadata!1 provisioner! parameters*{S reclaimPolicy* mountOptions*[S allowVolumeExpansion*B volumeBindingMode* allowedTopologies*[(matchLabelExpressions*[(key! values~[S))
*VolumeAttachment metadata!1 spec!(attacher! source!(persistentVolumeName* inlineVolumeSpec*4y) nodeName!) status!(attached!B attachmentMetadata*{S attachError*(time!T message errorCode*I) detachError*es)
*VolumeAttributesClass metadata!1 driverName! parameters*{S
#storagemigration.k8s.io/v1
*StorageVersionMigration metadata!1 spec!(resource!(group! resource!)) status!(conditions*[6s resourceVersion)`
