// Prints objects of every built-in kind as protobuf and as JSON, as a server writes them: one JSON object per line.
//
//	protobuf-pairs [RANDOM]
//
// RANDOM is the number of random objects of each kind, besides those that are absent, empty, full and extreme, and those with times
// at the epoch and empty lists in maps.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	kubejson "k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/client-go/kubernetes/scheme"
	aggregator "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
)

type pair struct {
	Kind     string          `json:"kind"`
	Form     string          `json:"form"`
	Protobuf []byte          `json:"protobuf"`
	JSON     json.RawMessage `json:"json"`
}

// How much of an object there is.
type form string

const (
	absent  form = "absent"
	empty   form = "empty"
	full    form = "full"
	extreme form = "extreme"
	epoch   form = "epoch"
	random  form = "random"
)

func main() {
	rounds := 0
	if len(os.Args) > 1 {
		_, err := fmt.Sscan(os.Args[1], &rounds)
		must(err)
	}
	all := runtime.NewScheme()
	must(scheme.AddToScheme(all))
	must(apiextensions.AddToScheme(all))
	must(aggregator.AddToScheme(all))
	kinds := []schema.GroupVersionKind{}
	for kind, goType := range all.AllKnownTypes() {
		// Every group version has the options of meta/v1: those of one are enough.
		isShared := strings.HasSuffix(goType.PkgPath(), "meta/v1") && kind.Group+"/"+kind.Version != "apps/v1"
		if kind.Version == runtime.APIVersionInternal || isShared || strings.ContainsAny(kind.Version, "ab") {
			continue
		}
		if kind.Kind != "WatchEvent" {
			kinds = append(kinds, kind)
		}
	}
	slices.SortFunc(kinds, func(a, b schema.GroupVersionKind) int { return strings.Compare(a.String(), b.String()) })
	forms := append([]form{absent, empty, full, extreme, epoch}, slices.Repeat([]form{random}, rounds)...)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	lines := json.NewEncoder(out)
	lines.SetEscapeHTML(false)
	for _, kind := range kinds {
		for index, each := range forms {
			must(lines.Encode(pairOf(all, kind, each, uint64(index))))
		}
	}
}

func pairOf(all *runtime.Scheme, kind schema.GroupVersionKind, as form, seed uint64) pair {
	object, err := all.New(kind)
	must(err)
	f := &filler{form: as, random: rand.New(rand.NewPCG(seed, uint64(len(kind.String()))))}
	if as != absent {
		f.fill(reflect.ValueOf(object).Elem(), 0)
	}
	asServed(object)
	object.GetObjectKind().SetGroupVersionKind(kind)
	var encoded, text bytes.Buffer
	must(protobuf.NewSerializer(all, all).Encode(object, &encoded))
	must(kubejson.NewSerializerWithOptions(kubejson.DefaultMetaFactory, all, all, kubejson.SerializerOptions{}).Encode(object, &text))
	return pair{Kind: kind.GroupVersion().String() + " " + kind.Kind, Form: string(as), Protobuf: encoded.Bytes(), JSON: text.Bytes()}
}

// Sets what a server sets in every object that it sends.
func asServed(object runtime.Object) {
	if meta.IsListType(object) {
		items, err := meta.GetItemsPtr(object)
		must(err)
		if list := reflect.ValueOf(items).Elem(); list.IsNil() {
			list.Set(reflect.MakeSlice(list.Type(), 0, 0))
		}
	}
	switch typed := object.(type) {
	case *appsv1.StatefulSet:
		setClaimTypes(typed)
	case *appsv1.StatefulSetList:
		for index := range typed.Items {
			setClaimTypes(&typed.Items[index])
		}
	}
}

func setClaimTypes(set *appsv1.StatefulSet) {
	for index := range set.Spec.VolumeClaimTemplates {
		set.Spec.VolumeClaimTemplates[index].TypeMeta = metav1.TypeMeta{Kind: "PersistentVolumeClaim", APIVersion: "v1"}
	}
}

type filler struct {
	form   form
	random *rand.Rand
}

const maxDepth = 9

func (f *filler) fill(value reflect.Value, depth int) {
	if f.form == random && depth > 1 && f.random.IntN(3) == 0 {
		return
	}
	if f.special(value) {
		return
	}
	switch value.Kind() {
	case reflect.Pointer:
		if depth < maxDepth {
			value.Set(reflect.New(value.Type().Elem()))
			f.fill(value.Elem(), depth+1)
		}
	case reflect.Slice:
		f.slice(value, depth)
	case reflect.Map:
		f.entries(value, depth)
	case reflect.Struct:
		for index := range value.NumField() {
			if value.Type().Field(index).Name != "TypeMeta" {
				f.fill(value.Field(index), depth+1)
			}
		}
	default:
		f.scalar(value)
	}
}

func (f *filler) slice(value reflect.Value, depth int) {
	if value.Type().Elem().Kind() == reflect.Uint8 {
		if f.form == empty {
			value.SetBytes([]byte{})
		} else {
			value.SetBytes([]byte{0, 1, 254, 255}[:1+f.random.IntN(4)])
		}
		return
	}
	if depth >= maxDepth {
		return
	}
	count := 1
	if f.form != empty {
		count += f.random.IntN(2)
	}
	list := reflect.MakeSlice(value.Type(), count, count)
	for index := range count {
		f.fill(list.Index(index), depth+1)
	}
	value.Set(list)
}

func (f *filler) entries(value reflect.Value, depth int) {
	if depth >= maxDepth {
		return
	}
	entries := reflect.MakeMap(value.Type())
	keys := []string{"a", "b/c"}
	if f.form == empty {
		keys = []string{""}
	} else if f.form == extreme {
		keys = []string{"__proto__", "constructor", "10", "schlüssel", "\u2028<&>"}
	}
	for _, key := range keys {
		item := reflect.New(value.Type().Elem()).Elem()
		f.fill(item, depth+1)
		if item.Kind() == reflect.Slice && (item.IsNil() || f.form == epoch) {
			// A server reads absent lists and bytes of a map as empty ones.
			item.Set(reflect.MakeSlice(item.Type(), 0, 0))
		}
		entries.SetMapIndex(reflect.ValueOf(key).Convert(value.Type().Key()), item)
	}
	value.Set(entries)
}

func (f *filler) scalar(value reflect.Value) {
	if f.form == empty {
		return
	}
	isExtreme := f.form == extreme
	switch value.Kind() {
	case reflect.String:
		if isExtreme {
			value.SetString("größe 🐳 \u2028 <&> \"\\\n\x00 \ufffd")
		} else {
			value.SetString(fmt.Sprintf("text-%d", f.random.IntN(100)))
		}
	case reflect.Bool:
		value.SetBool(isExtreme || f.random.IntN(2) == 0)
	case reflect.Int32:
		value.SetInt(choose(isExtreme, []int64{math.MinInt32, math.MaxInt32, -1}, f.random))
	case reflect.Int64:
		value.SetInt(choose(isExtreme, []int64{math.MinInt64, math.MaxInt64, -1, 1<<53 + 1}, f.random))
	case reflect.Float64:
		value.SetFloat([]float64{0.1, 1e21, -1e-7, math.MaxFloat64, 3}[f.random.IntN(5)])
	default:
		panic("cannot fill a " + value.Type().String())
	}
}

func choose(isExtreme bool, extremes []int64, random *rand.Rand) int64 {
	if isExtreme {
		return extremes[random.IntN(len(extremes))]
	}
	return random.Int64N(70_000)
}

// Fills a value whose JSON form is not that of its Go type.
func (f *filler) special(value reflect.Value) bool {
	if !value.CanAddr() {
		return false
	}
	isEmpty := f.form == empty
	pick := f.random.IntN(3)
	switch typed := value.Addr().Interface().(type) {
	case *metav1.Time:
		if f.form == epoch {
			*typed = metav1.NewTime(time.Unix(0, 0))
		} else if !isEmpty {
			*typed = metav1.NewTime([]time.Time{time.Unix(1_700_000_000, 0), time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC), time.Date(1969, 7, 20, 20, 17, 40, 0, time.UTC)}[f.pick(pick)])
		}
	case *metav1.MicroTime:
		if f.form == epoch {
			*typed = metav1.NewMicroTime(time.Unix(0, 0))
		} else if !isEmpty {
			*typed = metav1.NewMicroTime([]time.Time{time.Unix(1_700_000_000, 0), time.Unix(1_700_000_000, 123_456_000), time.Unix(1_700_000_000, 1_000)}[pick])
		}
	case *metav1.Duration:
		if !isEmpty {
			typed.Duration = []time.Duration{90 * time.Second, 1500 * time.Microsecond, -25 * time.Hour}[pick]
		}
	case *resource.Quantity:
		if !isEmpty {
			*typed = resource.MustParse([]string{"100m", "1536Mi", "123456789012345678901"}[f.pick(pick)])
		}
	case *intstr.IntOrString:
		if !isEmpty {
			*typed = []intstr.IntOrString{intstr.FromInt32(8080), intstr.FromString("http"), intstr.FromInt32(-1)}[pick]
		}
	case *runtime.RawExtension:
		if !isEmpty {
			typed.Raw = []byte(`{"apiVersion":"example.com/v1","kind":"Raw","n":[1,null,{"__proto__":2}]}`)
		}
	case *metav1.FieldsV1:
		raw := `{"f:metadata":{"f:labels":{".":{}}}}`
		if isEmpty {
			raw = `{}`
		}
		*typed = *metav1.NewFieldsV1(raw)
	case *apiextensions.JSON:
		if !isEmpty {
			typed.Raw = []byte([]string{`{"a":[1]}`, `"text"`, `false`}[pick])
		}
	case *apiextensions.JSONSchemaPropsOrArray:
		schemas := []apiextensions.JSONSchemaProps{{Type: "string"}, {Type: "integer"}}
		if f.random.IntN(2) == 0 {
			typed.JSONSchemas = schemas
		} else {
			typed.Schema = &schemas[0]
		}
	case *apiextensions.JSONSchemaPropsOrBool:
		typed.Allows = !isEmpty
		if f.random.IntN(2) == 0 {
			typed.Allows, typed.Schema = true, &apiextensions.JSONSchemaProps{Type: "string"}
		}
	case *apiextensions.JSONSchemaPropsOrStringArray:
		if f.random.IntN(2) == 0 {
			typed.Property = []string{"a", "b"}
		} else {
			typed.Schema = &apiextensions.JSONSchemaProps{Type: "string"}
		}
	default:
		return false
	}
	return true
}

func (f *filler) pick(any int) int {
	if f.form == extreme {
		return any
	}
	return 0
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
