// Prints how Go writes each built-in kind as protobuf and as JSON, from the struct tags of its types: one JSON object per
// type. The .proto files lack `omitempty`, and OpenAPI lacks field numbers.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/client-go/kubernetes/scheme"
	aggregator "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
)

// A member of a message.
type member struct {
	Number int    `json:"number"`
	Name   string `json:"name"`
	// A scalar, a special type, the name of a message, or one of these in `list<>`, `map<>` or `wrapped<>`: a list that is
	// a message with a single member.
	Type string `json:"type"`
	// What JSON has for a value that is zero or absent: `omit`, `keep`, `absent` (keeps a zero), `null`, or `omitzero`;
	// `inline` for a message whose members JSON has in its place.
	Rule string `json:"rule"`
}

type message struct {
	Name string `json:"name"`
	// The group and version of a kind.
	GroupVersions []string `json:"groupVersions,omitempty"`
	Members       []member `json:"members"`
}

// The types whose JSON form is not an object.
var special = map[reflect.Type]string{
	reflect.TypeFor[metav1.Time]():                                "time",
	reflect.TypeFor[metav1.MicroTime]():                           "microtime",
	reflect.TypeFor[metav1.Duration]():                            "duration",
	reflect.TypeFor[metav1.FieldsV1]():                            "raw",
	reflect.TypeFor[resource.Quantity]():                          "quantity",
	reflect.TypeFor[intstr.IntOrString]():                         "intorstring",
	reflect.TypeFor[runtime.RawExtension]():                       "raw",
	reflect.TypeFor[apiextensions.JSON]():                         "raw",
	reflect.TypeFor[apiextensions.JSONSchemaPropsOrArray]():       "schemaorlist",
	reflect.TypeFor[apiextensions.JSONSchemaPropsOrBool]():        "schemaorbool",
	reflect.TypeFor[apiextensions.JSONSchemaPropsOrStringArray](): "schemaorstrings",
}

type table struct {
	messages map[string]*message
	problems []string
}

func main() {
	all := runtime.NewScheme()
	must(scheme.AddToScheme(all))
	must(apiextensions.AddToScheme(all))
	must(aggregator.AddToScheme(all))
	t := &table{messages: map[string]*message{}}
	// `meta.k8s.io/v1` has the types that every group has, as well.
	shared := map[reflect.Type]bool{}
	for _, object := range []any{
		metav1.Status{}, metav1.DeleteOptions{}, metav1.CreateOptions{}, metav1.UpdateOptions{}, metav1.PatchOptions{},
		metav1.GetOptions{}, metav1.ListOptions{}, metav1.WatchEvent{}, metav1.PartialObjectMetadata{},
		metav1.PartialObjectMetadataList{}, metav1.APIGroup{}, metav1.APIGroupList{}, metav1.APIResourceList{},
		metav1.APIVersions{},
	} {
		shared[reflect.TypeOf(object)] = true
		t.add(reflect.TypeOf(object))
	}
	for kind, goType := range all.AllKnownTypes() {
		if shared[goType] || kind.Version == runtime.APIVersionInternal || !isStable(kind) {
			continue
		}
		entry := t.add(goType)
		entry.GroupVersions = append(entry.GroupVersions, kind.GroupVersion().String())
	}
	t.print()
}

// Kinds of other versions are read as JSON.
func isStable(kind schema.GroupVersionKind) bool {
	return !strings.Contains(kind.Version, "alpha") && !strings.Contains(kind.Version, "beta")
}

func (t *table) print() {
	if len(t.problems) > 0 {
		fmt.Fprintln(os.Stderr, strings.Join(t.problems, "\n"))
		os.Exit(1)
	}
	names := make([]string, 0, len(t.messages))
	for name := range t.messages {
		names = append(names, name)
	}
	slices.Sort(names)
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	for _, name := range names {
		slices.Sort(t.messages[name].GroupVersions)
		must(encoder.Encode(t.messages[name]))
	}
}

func (t *table) add(goType reflect.Type) *message {
	name := nameOf(goType)
	if known := t.messages[name]; known != nil {
		return known
	}
	added := &message{Name: name, Members: []member{}}
	t.messages[name] = added
	for index := range goType.NumField() {
		if found, ok := t.memberOf(name, goType.Field(index)); ok {
			added.Members = append(added.Members, found)
		}
	}
	slices.SortFunc(added.Members, func(a, b member) int { return a.Number - b.Number })
	return added
}

// `core.v1.Pod` for k8s.io/api/core/v1.Pod.
func nameOf(goType reflect.Type) string {
	parts := strings.Split(goType.PkgPath(), "/")
	return strings.Join(append(parts[max(0, len(parts)-2):], goType.Name()), ".")
}

func (t *table) memberOf(owner string, field reflect.StructField) (member, bool) {
	tag := strings.Split(field.Tag.Get("protobuf"), ",")
	jsonTag := strings.Split(field.Tag.Get("json"), ",")
	if len(tag) < 2 {
		// The envelope has kind and apiVersion.
		if !field.Anonymous && jsonTag[0] != "-" {
			t.problems = append(t.problems, owner+"."+field.Name+" has no protobuf tag")
		}
		return member{}, false
	}
	var number int
	if _, err := fmt.Sscan(tag[1], &number); err != nil {
		t.problems = append(t.problems, owner+"."+field.Name+": "+err.Error())
	}
	found := member{Number: number, Name: jsonTag[0], Type: t.typeOf(field.Type), Rule: ruleOf(field.Type, jsonTag[1:])}
	if field.Anonymous && found.Name == "" {
		found.Rule = "inline"
	}
	return found, true
}

// A list with a name of its own, such as ExtraValue, is a message.
type marshaler interface{ Marshal() ([]byte, error) }

func (t *table) typeOf(goType reflect.Type) string {
	if name := special[goType]; name != "" {
		return name
	}
	switch goType.Kind() {
	case reflect.Pointer:
		return t.typeOf(goType.Elem())
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "bool"
	case reflect.Int32, reflect.Int64, reflect.Uint8, reflect.Uint32, reflect.Uint64:
		return "int"
	case reflect.Float64:
		return "double"
	case reflect.Slice:
		if goType.Elem().Kind() == reflect.Uint8 {
			return "bytes"
		}
		if goType.Implements(reflect.TypeFor[marshaler]()) {
			return "wrapped<" + t.typeOf(goType.Elem()) + ">"
		}
		return "list<" + t.typeOf(goType.Elem()) + ">"
	case reflect.Map:
		return "map<" + t.typeOf(goType.Elem()) + ">"
	case reflect.Struct:
		t.add(goType)
		return nameOf(goType)
	}
	t.problems = append(t.problems, goType.String()+" has an unknown type")
	return ""
}

func ruleOf(goType reflect.Type, options []string) string {
	omits := slices.Contains(options, "omitempty")
	switch goType.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		if slices.Contains(options, "omitzero") || omits {
			if goType.Kind() == reflect.Slice && goType.Elem().Kind() == reflect.Uint8 {
				return "omit"
			}
			return "absent"
		}
		return "null"
	case reflect.Struct:
		if slices.Contains(options, "omitzero") {
			return "omitzero"
		}
		return "keep"
	}
	if omits {
		return "omit"
	}
	return "keep"
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
