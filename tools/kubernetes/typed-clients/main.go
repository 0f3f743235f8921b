// Drives Go's typed, dynamic and metadata clients, which speak protobuf, against a server, and prints what they saw: one line
// for each step.
//
//	typed-clients URL NAMESPACE [TOKEN]
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	authorizationv1 "k8s.io/api/authorization/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	eventsv1 "k8s.io/api/events/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apiextensions "k8s.io/apiextensions-apiserver/pkg/client/clientset/clientset"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/rest"
)

const protobufType = "application/vnd.kubernetes.protobuf"

type run struct {
	ctx       context.Context
	namespace string
	typed     *kubernetes.Clientset
	crds      *apiextensions.Clientset
	dynamic   *dynamic.DynamicClient
	metadata  metadata.Interface
}

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "typed-clients URL NAMESPACE [TOKEN]")
		os.Exit(2)
	}
	json := &rest.Config{Host: os.Args[1], QPS: -1}
	if len(os.Args) > 3 {
		json.BearerToken = os.Args[3]
		json.TLSClientConfig.Insecure = true
	}
	config := rest.CopyConfig(json)
	config.ContentType = protobufType
	config.AcceptContentTypes = protobufType
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	r := &run{ctx: ctx, namespace: os.Args[2]}
	r.typed = must(kubernetes.NewForConfig(config))
	r.crds = must(apiextensions.NewForConfig(config))
	r.dynamic = must(dynamic.NewForConfig(json))
	// As metadata.ConfigFor: protobuf, else JSON.
	r.metadata = must(metadata.NewForConfig(metadata.ConfigFor(json)))
	_, err := r.typed.CoreV1().Namespaces().Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: r.namespace}}, metav1.CreateOptions{})
	say("namespace", ignoreExists(err))
	r.configMaps()
	r.workloads()
	r.reviews()
	r.emptyLists()
	r.customResources()
	r.metadataOnly()
	r.changedSchema()
}

func (r *run) configMaps() {
	maps := r.typed.CoreV1().ConfigMaps(r.namespace)
	watching := must(maps.Watch(r.ctx, metav1.ListOptions{}))
	defer watching.Stop()
	created, err := maps.Create(r.ctx, &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Name: "data", Labels: map[string]string{"b": "2", "a": "1"}},
		Data:       map[string]string{"text": "größe 🐳"},
		BinaryData: map[string][]byte{"raw": {0, 255}},
	}, metav1.CreateOptions{})
	say("create", err, created.Data, created.BinaryData, created.Labels, created.UID != "", !created.CreationTimestamp.IsZero())
	created.Data["more"] = "x"
	updated, err := maps.Update(r.ctx, created, metav1.UpdateOptions{})
	say("update", err, updated.Data, updated.ResourceVersion != created.ResourceVersion)
	_, err = maps.Update(r.ctx, created, metav1.UpdateOptions{})
	say("stale update", apierrors.IsConflict(err))
	patched, err := maps.Patch(r.ctx, "data", types.MergePatchType, []byte(`{"data":{"more":null}}`), metav1.PatchOptions{})
	say("patch", err, patched.Data)
	list, err := maps.List(r.ctx, metav1.ListOptions{LabelSelector: "a=1"})
	say("list", err, len(list.Items), list.Items[0].Name, list.ResourceVersion != "")
	none, err := maps.List(r.ctx, metav1.ListOptions{LabelSelector: "a=none"})
	say("empty list", err, len(none.Items))
	_, err = maps.Get(r.ctx, "nosuch", metav1.GetOptions{})
	say("missing", apierrors.IsNotFound(err), err)
	policy, seconds := metav1.DeletePropagationBackground, int64(0)
	say("delete", maps.Delete(r.ctx, "data", metav1.DeleteOptions{PropagationPolicy: &policy, GracePeriodSeconds: &seconds}))
	say("watch", next(watching, "data"), next(watching, "data"), next(watching, "data"), next(watching, "data"))
	_, err = maps.Watch(r.ctx, metav1.ListOptions{ResourceVersion: "none"})
	say("watch of no resourceVersion", err)
}

func (r *run) workloads() {
	replicas, labels := int32(0), map[string]string{"app": "web"}
	surge := intstr.FromString("25%")
	deployment, err := r.typed.AppsV1().Deployments(r.namespace).Create(r.ctx, &appsv1.Deployment{
		ObjectMeta: metav1.ObjectMeta{Name: "web"},
		Spec: appsv1.DeploymentSpec{
			Replicas: &replicas,
			Selector: &metav1.LabelSelector{MatchLabels: labels},
			Strategy: appsv1.DeploymentStrategy{RollingUpdate: &appsv1.RollingUpdateDeployment{MaxSurge: &surge}},
			Template: corev1.PodTemplateSpec{ObjectMeta: metav1.ObjectMeta{Labels: labels}, Spec: corev1.PodSpec{Containers: []corev1.Container{{
				Name: "app", Image: "app:1", ImagePullPolicy: corev1.PullIfNotPresent,
				Resources: corev1.ResourceRequirements{Requests: corev1.ResourceList{"cpu": resource.MustParse("100m")}},
			}}}},
		},
	}, metav1.CreateOptions{})
	cpu := deployment.Spec.Template.Spec.Containers[0].Resources.Requests["cpu"]
	say("deployment", err, *deployment.Spec.Replicas, deployment.Spec.Strategy.RollingUpdate.MaxSurge.String(), cpu.String(), *deployment.Spec.RevisionHistoryLimit)
	managed := deployment.ManagedFields[0]
	say("managed fields", managed.Operation, managed.FieldsType, managed.Time != nil, strings.Contains(string(managed.FieldsV1.Raw), `"f:replicas"`))
	suspend := true
	_, err = r.typed.BatchV1().Jobs(r.namespace).Create(r.ctx, &batchv1.Job{
		ObjectMeta: metav1.ObjectMeta{Name: "once"},
		Spec: batchv1.JobSpec{Suspend: &suspend, Template: corev1.PodTemplateSpec{Spec: corev1.PodSpec{
			RestartPolicy: corev1.RestartPolicyNever, Containers: []corev1.Container{{Name: "app", Image: "app:1"}},
		}}},
	}, metav1.CreateOptions{})
	say("job", err)
	policy := metav1.DeletePropagationBackground
	say("delete job", r.typed.BatchV1().Jobs(r.namespace).Delete(r.ctx, "once", metav1.DeleteOptions{PropagationPolicy: &policy}))
	_, err = r.typed.CoreV1().Pods(r.namespace).Create(r.ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: "bad"}}, metav1.CreateOptions{})
	say("invalid", apierrors.IsInvalid(err))
}

func (r *run) reviews() {
	review, err := r.typed.AuthorizationV1().SelfSubjectAccessReviews().Create(r.ctx, &authorizationv1.SelfSubjectAccessReview{
		Spec: authorizationv1.SelfSubjectAccessReviewSpec{ResourceAttributes: &authorizationv1.ResourceAttributes{Verb: "list", Resource: "pods"}},
	}, metav1.CreateOptions{})
	say("review", err, review.Status.Allowed)
}

// A list that is empty or none is null in JSON. Protobuf does not distinguish them, so only an empty one that was sent as JSON has
// an owner.
func (r *run) emptyLists() {
	for name, rules := range map[string][]rbacv1.PolicyRule{"none": nil, "empty": {}} {
		_, err := r.typed.RbacV1().Roles(r.namespace).Create(r.ctx, &rbacv1.Role{ObjectMeta: metav1.ObjectMeta{Name: name}, Rules: rules}, metav1.CreateOptions{})
		if err != nil {
			say("role", err)
		}
	}
	roles := r.dynamic.Resource(rbacv1.SchemeGroupVersion.WithResource("roles")).Namespace(r.namespace)
	for _, role := range must(roles.List(r.ctx, metav1.ListOptions{})).Items {
		say("role by protobuf", role.GetName(), role.Object["rules"], ownedBy(role.GetManagedFields()))
	}
	role := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "Role", "metadata": map[string]any{"name": "json"}, "rules": []any{},
	}}
	role, err := roles.Create(r.ctx, role, metav1.CreateOptions{})
	say("role by JSON", err, role.Object["rules"], ownedBy(role.GetManagedFields()))
	slices := r.typed.DiscoveryV1().EndpointSlices(r.namespace)
	slice, err := slices.Create(r.ctx, &discoveryv1.EndpointSlice{ObjectMeta: metav1.ObjectMeta{Name: "none"}, AddressType: "IPv4"}, metav1.CreateOptions{})
	say("endpoint slice", err, slice.Endpoints == nil, slice.Ports == nil, ownedBy(slice.ManagedFields))
	event, err := r.typed.CoreV1().Events(r.namespace).Create(r.ctx, &corev1.Event{
		ObjectMeta:     metav1.ObjectMeta{Name: "core"},
		InvolvedObject: corev1.ObjectReference{Kind: "Pod", Namespace: r.namespace, Name: "p"},
		Message:        "m",
	}, metav1.CreateOptions{})
	say("event", err, event.FirstTimestamp.IsZero(), ownedBy(event.ManagedFields))
	later, err := r.typed.EventsV1().Events(r.namespace).Create(r.ctx, &eventsv1.Event{
		ObjectMeta:          metav1.ObjectMeta{Name: "events"},
		EventTime:           metav1.NewMicroTime(time.Unix(1700000000, 0)),
		ReportingController: "example.com/controller", ReportingInstance: "one", Action: "Run", Reason: "Ran", Type: "Normal",
		Regarding: corev1.ObjectReference{Kind: "Pod", Namespace: r.namespace, Name: "p"},
	}, metav1.CreateOptions{})
	say("event of events.k8s.io", err, ownedBy(later.ManagedFields))
}

// The fields of the only manager.
func ownedBy(managers []metav1.ManagedFieldsEntry) string {
	if len(managers) != 1 {
		return fmt.Sprint(len(managers), " managers")
	}
	return string(managers[0].FieldsV1.Raw)
}

var widgets = schema.GroupVersionResource{Group: "typed.example.com", Version: "v1", Resource: "widgets"}

func (r *run) customResources() {
	yes := true
	definitions := r.crds.ApiextensionsV1().CustomResourceDefinitions()
	spec := apiextensionsv1.JSONSchemaProps{Type: "object", XPreserveUnknownFields: &yes, Properties: map[string]apiextensionsv1.JSONSchemaProps{
		"port": {XIntOrString: true},
		"tags": {Type: "array", XListType: ptr("set"), Items: &apiextensionsv1.JSONSchemaPropsOrArray{Schema: &apiextensionsv1.JSONSchemaProps{Type: "string"}}},
		"size": {Type: "number", Default: &apiextensionsv1.JSON{Raw: []byte("3")}, Minimum: ptr(0.5)},
	}}
	_, err := definitions.Create(r.ctx, &apiextensionsv1.CustomResourceDefinition{
		ObjectMeta: metav1.ObjectMeta{Name: "widgets.typed.example.com"},
		Spec: apiextensionsv1.CustomResourceDefinitionSpec{
			Group: widgets.Group, Scope: apiextensionsv1.NamespaceScoped,
			Names: apiextensionsv1.CustomResourceDefinitionNames{Plural: "widgets", Singular: "widget", Kind: "Widget", ListKind: "WidgetList"},
			Versions: []apiextensionsv1.CustomResourceDefinitionVersion{{Name: "v1", Served: true, Storage: true,
				Schema: &apiextensionsv1.CustomResourceValidation{OpenAPIV3Schema: &apiextensionsv1.JSONSchemaProps{
					Type: "object", Properties: map[string]apiextensionsv1.JSONSchemaProps{"spec": spec},
				}}}},
		},
	}, metav1.CreateOptions{})
	say("definition", ignoreExists(err))
	var read *apiextensionsv1.CustomResourceDefinition
	for read == nil || !isEstablished(read) {
		read = must(definitions.Get(r.ctx, "widgets.typed.example.com", metav1.GetOptions{}))
		time.Sleep(50 * time.Millisecond)
	}
	schema := read.Spec.Versions[0].Schema.OpenAPIV3Schema.Properties["spec"]
	say("schema", *schema.XPreserveUnknownFields, schema.Properties["port"].XIntOrString, *schema.Properties["tags"].XListType,
		schema.Properties["tags"].Items.Schema.Type, string(schema.Properties["size"].Default.Raw), *schema.Properties["size"].Minimum)
	widget := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "typed.example.com/v1", "kind": "Widget", "metadata": map[string]any{"name": "w"},
		"spec": map[string]any{"unknown": map[string]any{"kept": true}, "port": "http"},
	}}
	created := must(r.dynamic.Resource(widgets).Namespace(r.namespace).Create(r.ctx, widget, metav1.CreateOptions{}))
	say("custom resource", created.Object["spec"])
}

// Reads set the new defaults of a schema in objects that were stored before.
func (r *run) changedSchema() {
	definitions := r.crds.ApiextensionsV1().CustomResourceDefinitions()
	definition := must(definitions.Get(r.ctx, "widgets.typed.example.com", metav1.GetOptions{}))
	spec := definition.Spec.Versions[0].Schema.OpenAPIV3Schema.Properties["spec"]
	spec.Properties["added"] = apiextensionsv1.JSONSchemaProps{Type: "string", Default: &apiextensionsv1.JSON{Raw: []byte(`"new"`)}}
	definition.Spec.Versions[0].Schema.OpenAPIV3Schema.Properties["spec"] = spec
	_, err := definitions.Update(r.ctx, definition, metav1.UpdateOptions{})
	say("definition update", err)
	objects := r.dynamic.Resource(widgets).Namespace(r.namespace)
	read := func() *unstructured.Unstructured { return must(objects.Get(r.ctx, "w", metav1.GetOptions{})) }
	before := read()
	// A real server serves the new schema a moment later.
	for r.ctx.Err() == nil && specOf(read())["added"] == nil {
		time.Sleep(50 * time.Millisecond)
	}
	after := read()
	say("new default", specOf(after), after.GetResourceVersion() == before.GetResourceVersion(), after.GetGeneration())
	say("new default in a list", specOf(&must(objects.List(r.ctx, metav1.ListOptions{})).Items[0]))
	watching := must(objects.Watch(r.ctx, metav1.ListOptions{}))
	defer watching.Stop()
	say("new default in a watch", specOf((<-watching.ResultChan()).Object.(*unstructured.Unstructured)))
	patched, err := objects.Patch(r.ctx, "w", types.MergePatchType, []byte(`{}`), metav1.PatchOptions{})
	say("empty patch", err, patched.GetResourceVersion() == after.GetResourceVersion(), patched.GetGeneration())
	again, err := objects.Patch(r.ctx, "w", types.MergePatchType, []byte(`{}`), metav1.PatchOptions{})
	say("another", err, again.GetResourceVersion() == patched.GetResourceVersion())
}

func specOf(object *unstructured.Unstructured) map[string]any {
	return object.Object["spec"].(map[string]any)
}

func (r *run) metadataOnly() {
	objects := r.metadata.Resource(widgets).Namespace(r.namespace)
	list, err := objects.List(r.ctx, metav1.ListOptions{})
	say("metadata of custom resources", err, len(list.Items), list.Items[0].Name)
	initial := must(objects.Watch(r.ctx, metav1.ListOptions{ResourceVersion: list.ResourceVersion}))
	defer initial.Stop()
	_, err = objects.Patch(r.ctx, "w", types.MergePatchType, []byte(`{"metadata":{"labels":{"a":"b"}}}`), metav1.PatchOptions{})
	say("metadata watch", err, next(initial, "w"))
	deployments, err := r.metadata.Resource(appsv1.SchemeGroupVersion.WithResource("deployments")).Namespace(r.namespace).List(r.ctx, metav1.ListOptions{})
	say("metadata of deployments", err, len(deployments.Items), deployments.Items[0].Name)
	sends := true
	all, err := objects.Watch(r.ctx, metav1.ListOptions{SendInitialEvents: &sends, AllowWatchBookmarks: true, ResourceVersionMatch: metav1.ResourceVersionMatchNotOlderThan})
	if err != nil {
		say("metadata watch-list", err)
		return
	}
	defer all.Stop()
	say("metadata watch-list", next(all, "w"), (<-all.ResultChan()).Type)
}

// The type of the next event of an object: other controllers write their own.
func next(watching watch.Interface, name string) string {
	for event := range watching.ResultChan() {
		if object, ok := event.Object.(metav1.Object); ok && object.GetName() == name {
			return string(event.Type)
		}
		if status, ok := event.Object.(*metav1.Status); ok {
			return status.Message
		}
	}
	return "ended"
}

func isEstablished(definition *apiextensionsv1.CustomResourceDefinition) bool {
	return slices.ContainsFunc(definition.Status.Conditions, func(each apiextensionsv1.CustomResourceDefinitionCondition) bool {
		return each.Type == apiextensionsv1.Established && each.Status == apiextensionsv1.ConditionTrue
	})
}

func ignoreExists(err error) error {
	if apierrors.IsAlreadyExists(err) {
		return nil
	}
	return err
}

func say(step string, values ...any) {
	for index, value := range values {
		if err, ok := value.(error); ok {
			values[index] = err.Error()
		}
	}
	fmt.Printf("%s: %s\n", step, must(json.Marshal(values)))
}

func ptr[T any](value T) *T { return &value }

func must[T any](value T, err error) T {
	if err != nil {
		fmt.Println("failed:", err)
		os.Exit(1)
	}
	return value
}
