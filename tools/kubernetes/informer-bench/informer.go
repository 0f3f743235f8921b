package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"runtime"
	"strconv"
	"sync"
	"syscall"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

type task struct {
	url, mode, content    string
	count, listed, events int
}

// sample is a measurement; see bench/src/runner/bench-case.ts.
type sample struct {
	Ms              float64 `json:"ms"`
	CPUMs           float64 `json:"cpuMs"`
	EventsPerSecond float64 `json:"eventsPerSecond,omitempty"`
	KilobytesPerPod float64 `json:"kilobytesPerPod,omitempty"`
}

func (t task) run() (*sample, error) {
	before := usedMemory()
	stopwatch := startStopwatch()
	informer, err := t.newInformer()
	if err != nil {
		return nil, err
	}
	arrivals := &arrivals{wanted: t.events, all: make(chan struct{})}
	if t.mode == "watch" {
		if _, err := informer.AddEventHandler(arrivals); err != nil {
			return nil, err
		}
	}
	stop := make(chan struct{})
	defer close(stop)
	go informer.Run(stop)
	<-informer.HasSyncedChecker().Done()
	measured := stopwatch()
	switch t.mode {
	case "list":
		measured.KilobytesPerPod = (usedMemory() - before) / 1000 / float64(t.count)
	case "watch":
		arrivals.waitForInitial(t.listed)
		stopwatch = startStopwatch()
		go letGo(t.url)
		<-arrivals.all
		measured = stopwatch()
		measured.EventsPerSecond = float64(t.events) / measured.Ms * 1000
	default:
		return nil, fmt.Errorf("unknown mode %q", t.mode)
	}
	// The cache is referenced until here, so that its memory is measured.
	return measured, t.check(informer.GetIndexer())
}

// newInformer creates an informer as client-go's generated code does, without the types of all other groups.
func (t task) newInformer() (cache.SharedIndexInformer, error) {
	contentType := "application/json"
	if t.content == "protobuf" {
		contentType = "application/vnd.kubernetes.protobuf"
	}
	client, err := rest.RESTClientFor(&rest.Config{
		Host:    t.url,
		APIPath: "/api",
		QPS:     -1,
		ContentConfig: rest.ContentConfig{
			GroupVersion:         &corev1.SchemeGroupVersion,
			NegotiatedSerializer: codecs.WithoutConversion(),
			ContentType:          contentType,
			AcceptContentTypes:   contentType,
		},
	})
	if err != nil {
		return nil, err
	}
	listWatch := cache.NewListWatchFromClient(client, "pods", "", fields.Everything())
	indexers := cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc}
	return cache.NewSharedIndexInformer(listWatch, &corev1.Pod{}, 0, indexers), nil
}

// check verifies the content of the cache after a measurement.
func (t task) check(indexer cache.Indexer) error {
	indexed, newest := 0, 0
	for _, namespace := range indexer.ListIndexFuncValues(cache.NamespaceIndex) {
		pods, err := indexer.ByIndex(cache.NamespaceIndex, namespace)
		if err != nil {
			return err
		}
		indexed += len(pods)
		for _, stored := range pods {
			pod := stored.(*corev1.Pod)
			version, err := strconv.Atoi(pod.ResourceVersion)
			if err != nil || pod.Namespace != namespace || len(pod.Spec.Containers) == 0 || len(pod.ManagedFields) == 0 {
				return fmt.Errorf("%s/%s is not what was sent", pod.Namespace, pod.Name)
			}
			newest = max(newest, version)
		}
	}
	if total := len(indexer.List()); total != t.count || indexed != t.count {
		return fmt.Errorf("%d Pods, %d in the index, instead of %d", total, indexed, t.count)
	}
	if t.mode == "watch" && newest != listVersion+t.events {
		return fmt.Errorf("at version %d instead of %d", newest, listVersion+t.events)
	}
	return nil
}

// LIST_VERSION of bench/src/support/pods/wire.ts.
const listVersion = 1_000_000

// arrivals counts the notifications of a handler, which run on one goroutine.
type arrivals struct {
	wanted, arrived int
	all             chan struct{}

	mutex   sync.Mutex
	initial int
}

func (a *arrivals) OnAdd(_ any, isInInitialList bool) {
	if !isInInitialList {
		a.count()
		return
	}
	a.mutex.Lock()
	defer a.mutex.Unlock()
	a.initial++
}

func (a *arrivals) OnUpdate(_, _ any) { a.count() }

func (a *arrivals) OnDelete(any) {}

func (a *arrivals) count() {
	a.arrived++
	if a.arrived == a.wanted {
		close(a.all)
	}
}

func (a *arrivals) waitForInitial(listed int) {
	for {
		a.mutex.Lock()
		told := a.initial
		a.mutex.Unlock()
		if told == listed {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

func letGo(url string) {
	response, err := http.Get(url + "/go")
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	_, _ = io.Copy(io.Discard, response.Body)
}

// startStopwatch starts a stopwatch of wall-clock time and of CPU time on all cores.
func startStopwatch() func() *sample {
	started, cpu := time.Now(), cpuTime()
	return func() *sample {
		return &sample{Ms: milliseconds(time.Since(started)), CPUMs: milliseconds(cpuTime() - cpu)}
	}
}

func cpuTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		log.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

func milliseconds(passed time.Duration) float64 {
	return float64(passed.Microseconds()) / 1000
}

// usedMemory returns the live heap bytes after two full collections.
func usedMemory() float64 {
	runtime.GC()
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return float64(stats.HeapAlloc)
}
