// Command controller-bench runs the queues of client-go and controller-runtime for this repository's benchmarks:
//
//	controller-bench -mode queue|priority-queue|add-after -count N -rounds N
//
// It prints one line of JSON: the mean time of a round in microseconds. The modes are upstream's own benchmarks; see
// bench/src/work-queue/case.ts.
package main

import (
	"encoding/json"
	"flag"
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
	mode := flag.String("mode", "queue", "queue, priority-queue or add-after")
	count := flag.Int("count", 100, "items of a round")
	rounds := flag.Int("rounds", 1000, "measured rounds; as many run before them")
	flag.Parse()
	run, ok := modes[*mode]
	if !ok {
		log.Fatalf("unknown mode %q", *mode)
	}
	var total time.Duration
	for round := range 2 * *rounds {
		took, err := run(*count)
		if err != nil {
			log.Fatal(err)
		}
		if round >= *rounds {
			total += took
		}
	}
	sample := map[string]float64{"microseconds": float64(total.Nanoseconds()) / 1e3 / float64(*rounds)}
	if err := json.NewEncoder(os.Stdout).Encode(sample); err != nil {
		log.Fatal(err)
	}
}
