// Command informer-faults runs client-go's shared informer of Pods against a server with faults:
//
//	informer-faults -url http://127.0.0.1:8001
//
// For each line on stdin it prints one line of JSON: the keys and resource versions in its cache, and those that a
// handler received in notifications. It exits when stdin closes, and so with its parent.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"log"
	"os"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	apiruntime "k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

// state is the printed JSON; see tests/conformance/informers/go-informer.ts.
type state struct {
	Synced bool              `json:"synced"`
	Cache  map[string]string `json:"cache"`
	Told   map[string]string `json:"received"`
}

func main() {
	log.SetFlags(0)
	url := flag.String("url", "", "the server")
	flag.Parse()
	if err := run(*url); err != nil {
		log.Fatal(err)
	}
}

func run(url string) error {
	informer, err := newInformer(url)
	if err != nil {
		return err
	}
	received := newReceived()
	registration, err := informer.AddEventHandler(received)
	if err != nil {
		return err
	}
	stop := make(chan struct{})
	defer close(stop)
	go informer.Run(stop)
	answers := json.NewEncoder(os.Stdout)
	for asked := bufio.NewScanner(os.Stdin); asked.Scan(); {
		now := state{Synced: registration.HasSynced(), Cache: cached(informer.GetStore()), Told: received.all()}
		if err := answers.Encode(now); err != nil {
			return err
		}
	}
	return nil
}

// newInformer creates an informer as client-go's generated code does, without the types of all other groups.
func newInformer(url string) (cache.SharedIndexInformer, error) {
	scheme := apiruntime.NewScheme()
	if err := corev1.AddToScheme(scheme); err != nil {
		return nil, err
	}
	metav1.AddToGroupVersion(scheme, corev1.SchemeGroupVersion)
	client, err := rest.RESTClientFor(&rest.Config{
		Host:    url,
		APIPath: "/api",
		QPS:     -1,
		ContentConfig: rest.ContentConfig{
			GroupVersion:         &corev1.SchemeGroupVersion,
			NegotiatedSerializer: serializer.NewCodecFactory(scheme).WithoutConversion(),
			ContentType:          "application/json",
			AcceptContentTypes:   "application/json",
		},
	})
	if err != nil {
		return nil, err
	}
	pods := cache.NewListWatchFromClient(client, "pods", "", fields.Everything())
	return cache.NewSharedIndexInformer(pods, &corev1.Pod{}, 0, cache.Indexers{}), nil
}

func cached(store cache.Store) map[string]string {
	versions := map[string]string{}
	for _, stored := range store.List() {
		pod := stored.(*corev1.Pod)
		versions[pod.Namespace+"/"+pod.Name] = pod.ResourceVersion
	}
	return versions
}
