// Command controller-bench runs the queues of client-go and controller-runtime, and a controller, for this repository's
// benchmarks:
//
//	controller-bench -mode queue|priority-queue|add-after -count N -rounds N
//	controller-bench -mode first-reconcile|event-to-reconcile -url http://127.0.0.1:8001 -count N [-events N]
//
// It prints one line of JSON. Of a queue, this is the mean time of a round in microseconds; these modes are upstream's own
// benchmarks, see bench/src/cases/work-queue.ts.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"time"
)

// A mode runs one round with a number of items, and returns the time that it took.
var modes = map[string]func(count int) (time.Duration, error){
	"queue":          queue,
	"priority-queue": priorityQueue,
	"add-after":      addAfter,
}

func main() {
	log.SetFlags(0)
	mode := flag.String("mode", "queue", "what to measure")
	count := flag.Int("count", 100, "items of a round, or Pods of the server")
	rounds := flag.Int("rounds", 1000, "measured rounds; as many run before them")
	url := flag.String("url", "", "the server of Pods; see bench/src/support/pods/server.ts")
	events := flag.Int("events", 0, "events of the watch")
	flag.Parse()
	measured, err := measure(*mode, *rounds, controllerTask{url: *url, count: *count, events: *events})
	if err != nil {
		log.Fatal(err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(measured); err != nil {
		log.Fatal(err)
	}
}

func measure(mode string, rounds int, task controllerTask) (sample, error) {
	if run, ok := modes[mode]; ok {
		return meanOf(rounds, func() (time.Duration, error) { return run(task.count) })
	}
	if run, ok := controllerModes[mode]; ok {
		return run(task)
	}
	return nil, fmt.Errorf("unknown mode %q", mode)
}

func meanOf(rounds int, run func() (time.Duration, error)) (sample, error) {
	var total time.Duration
	for round := range 2 * rounds {
		took, err := run()
		if err != nil {
			return nil, err
		}
		if round >= rounds {
			total += took
		}
	}
	return sample{"microseconds": float64(total.Nanoseconds()) / 1e3 / float64(rounds)}, nil
}
