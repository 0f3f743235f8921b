package main

import (
	"maps"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// told keeps what a handler is told of, the way a handler would.
type told struct {
	mutex    sync.Mutex
	versions map[string]string
}

func newTold() *told { return &told{versions: map[string]string{}} }

func (t *told) OnAdd(obj any, _ bool) { t.set(obj.(*corev1.Pod)) }

func (t *told) OnUpdate(_, obj any) { t.set(obj.(*corev1.Pod)) }

func (t *told) OnDelete(obj any) {
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	if err != nil {
		panic(err)
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	delete(t.versions, key)
}

func (t *told) set(pod *corev1.Pod) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.versions[pod.Namespace+"/"+pod.Name] = pod.ResourceVersion
}

func (t *told) all() map[string]string {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return maps.Clone(t.versions)
}
