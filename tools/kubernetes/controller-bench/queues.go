package main

import (
	"fmt"
	"math/rand"
	"time"

	"k8s.io/client-go/util/workqueue"
	testingclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue"
)

func keysOf(count int) []string {
	keys := make([]string, count)
	for i := range keys {
		keys[i] = fmt.Sprintf("key-%d", i)
	}
	return keys
}

var keys []string

// queue is client-go's BenchmarkQueue: each item is added, taken and done before the next one.
func queue(count int) (time.Duration, error) {
	if len(keys) != count {
		keys = keysOf(count)
	}
	q := workqueue.NewTypedWithConfig(workqueue.TypedQueueConfig[string]{})
	defer q.ShutDown()
	started := time.Now()
	for _, key := range keys {
		q.Add(key)
		got, _ := q.Get()
		if got != key {
			return 0, fmt.Errorf("got %s instead of %s", got, key)
		}
		q.Done(got)
	}
	return time.Since(started), nil
}

var priorities priorityqueue.PriorityQueue[int]

// priorityQueue is controller-runtime's BenchmarkAddGetDone: all items are added, then each is taken and done. As there, all
// rounds use one queue.
func priorityQueue(count int) (time.Duration, error) {
	if priorities == nil {
		priorities = priorityqueue.New[int]("")
	}
	sum := 0
	started := time.Now()
	for i := range count {
		priorities.Add(i)
	}
	for range count {
		item, _ := priorities.Get()
		sum += item
		priorities.Done(item)
	}
	took := time.Since(started)
	if sum != count*(count-1)/2 {
		return 0, fmt.Errorf("not each item was returned once")
	}
	return took, nil
}

// addAfter is client-go's BenchmarkDelayingQueue_AddAfter: items are added with random delays up to ten minutes, the clock
// advances, and all are taken.
func addAfter(count int) (time.Duration, error) {
	if len(keys) != count {
		keys = keysOf(count)
	}
	clock := testingclock.NewFakeClock(time.Now())
	q := workqueue.NewTypedDelayingQueueWithConfig(workqueue.TypedDelayingQueueConfig[string]{Clock: clock})
	defer q.ShutDown()
	started := time.Now()
	for _, key := range keys {
		q.AddAfter(key, time.Duration(rand.Int63n(int64(10*time.Minute))))
	}
	clock.Step(11 * time.Minute)
	for range count {
		if _, shutdown := q.Get(); shutdown {
			return 0, fmt.Errorf("the queue ended")
		}
	}
	return time.Since(started), nil
}
