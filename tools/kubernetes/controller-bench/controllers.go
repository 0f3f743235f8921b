package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"sort"
	"sync/atomic"
	"time"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	apiruntime "k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"
)

// A controllerTask measures a controller of the Pods that a server has; see bench/src/cases/first-reconcile.ts.
type controllerTask struct {
	url           string
	count, events int
}

type sample map[string]float64

// controllerModes are the measurements of controllers.
var controllerModes = map[string]func(controllerTask) (sample, error){
	"first-reconcile":    firstReconcile,
	"event-to-reconcile": eventToReconcile,
}

// firstReconcile measures from the start of a controller, whose cache has synced, until each Pod is reconciled.
func firstReconcile(task controllerTask) (sample, error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	pods, err := syncedCache(ctx, task, nil)
	if err != nil {
		return nil, err
	}
	reconciled := map[reconcile.Request]bool{}
	done := make(chan struct{})
	calls := 0
	var firstCall time.Time
	runtime.GC()
	started := time.Now()
	failed := startController(ctx, pods, func(_ context.Context, request reconcile.Request) (reconcile.Result, error) {
		// As in the other contenders, the set is the check of the result.
		reconciled[request] = true
		if calls++; calls == 1 {
			firstCall = time.Now()
		}
		if calls == task.count {
			close(done)
		}
		return reconcile.Result{}, nil
	})
	if err := waitFor(done, failed); err != nil {
		return nil, err
	}
	ended := time.Now()
	if len(reconciled) != task.count {
		return nil, fmt.Errorf("%d Pods were reconciled instead of %d", len(reconciled), task.count)
	}
	return sample{
		"ms":     milliseconds(ended.Sub(started)),
		"workMs": milliseconds(ended.Sub(firstCall)),
	}, nil
}

// eventToReconcile measures from the transform of the cache, which sees an event before it is stored, to the reconciler.
func eventToReconcile(task controllerTask) (sample, error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var arrived atomic.Pointer[time.Time]
	pods, err := syncedCache(ctx, task, func(object any) (any, error) {
		now := time.Now()
		arrived.Store(&now)
		return object, nil
	})
	if err != nil {
		return nil, err
	}
	called := make(chan time.Duration, task.count)
	failed := startController(ctx, pods, func(context.Context, reconcile.Request) (reconcile.Result, error) {
		called <- time.Since(*arrived.Load())
		return reconcile.Result{}, nil
	})
	if _, err := receive(called, failed, task.count); err != nil {
		return nil, err
	}
	latencies := make([]time.Duration, 0, task.events)
	for range task.events {
		if err := requestEvent(task.url); err != nil {
			return nil, err
		}
		latency, err := receive(called, failed, 1)
		if err != nil {
			return nil, err
		}
		latencies = append(latencies, latency)
	}
	sort.Slice(latencies, func(i, j int) bool { return latencies[i] < latencies[j] })
	// As percentileOf of bench/src/cases/event-to-reconcile.ts.
	percentile := func(p int) float64 { return milliseconds(latencies[(len(latencies)-1)*p/100]) }
	return sample{"p99Ms": percentile(99), "p50Ms": percentile(50), "maxMs": percentile(100)}, nil
}

// syncedCache returns a cache whose informer of Pods has synced. The transform is optional.
func syncedCache(ctx context.Context, task controllerTask, transform func(any) (any, error)) (cache.Cache, error) {
	log.SetLogger(logr.Discard())
	scheme := apiruntime.NewScheme()
	if err := corev1.AddToScheme(scheme); err != nil {
		return nil, err
	}
	// The server has no discovery.
	mapper := meta.NewDefaultRESTMapper(nil)
	mapper.Add(corev1.SchemeGroupVersion.WithKind("Pod"), meta.RESTScopeNamespace)
	config := &rest.Config{Host: task.url, QPS: -1, ContentConfig: rest.ContentConfig{ContentType: apiruntime.ContentTypeJSON}}
	pods, err := cache.New(config, cache.Options{Scheme: scheme, Mapper: mapper, DefaultTransform: transform})
	if err != nil {
		return nil, err
	}
	go func() { _ = pods.Start(ctx) }()
	if _, err := pods.GetInformer(ctx, &corev1.Pod{}); err != nil {
		return nil, err
	}
	if !pods.WaitForCacheSync(ctx) {
		return nil, fmt.Errorf("the cache has not synced")
	}
	return pods, nil
}

// startController starts a controller with controller-runtime's defaults, and returns where its error arrives.
func startController(ctx context.Context, pods cache.Cache, reconciler reconcile.Func) <-chan error {
	failed := make(chan error, 1)
	created, err := controller.NewUnmanaged("pods", controller.Options{Reconciler: reconciler, Logger: logr.Discard()})
	if err == nil {
		err = created.Watch(source.Kind(pods, &corev1.Pod{}, &handler.TypedEnqueueRequestForObject[*corev1.Pod]{}))
	}
	if err != nil {
		failed <- err
		return failed
	}
	go func() { failed <- created.Start(ctx) }()
	return failed
}

func waitFor(done <-chan struct{}, failed <-chan error) error {
	select {
	case <-done:
		return nil
	case err := <-failed:
		return fmt.Errorf("the controller ended: %w", err)
	}
}

// receive takes a number of latencies, and returns the last one.
func receive(called <-chan time.Duration, failed <-chan error, count int) (latency time.Duration, err error) {
	for range count {
		select {
		case latency = <-called:
		case err := <-failed:
			return 0, fmt.Errorf("the controller ended: %w", err)
		}
	}
	return latency, nil
}

// requestEvent makes the server send one event.
func requestEvent(url string) error {
	response, err := http.Get(url + "/next")
	if err != nil {
		return err
	}
	defer response.Body.Close()
	_, err = io.Copy(io.Discard, response.Body)
	return err
}

func milliseconds(passed time.Duration) float64 {
	return float64(passed.Nanoseconds()) / 1e6
}
