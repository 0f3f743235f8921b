package main

import (
	"maps"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// received records the notifications of a handler as the resourceVersion of each object.
type received struct {
	mutex    sync.Mutex
	versions map[string]string
}

func newReceived() *received { return &received{versions: map[string]string{}} }

func (t *received) OnAdd(obj any, _ bool) { t.set(obj.(*corev1.Pod)) }

func (t *received) OnUpdate(_, obj any) { t.set(obj.(*corev1.Pod)) }

func (t *received) OnDelete(obj any) {
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	if err != nil {
		panic(err)
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	delete(t.versions, key)
}

func (t *received) set(pod *corev1.Pod) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.versions[pod.Namespace+"/"+pod.Name] = pod.ResourceVersion
}

func (t *received) all() map[string]string {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return maps.Clone(t.versions)
}
