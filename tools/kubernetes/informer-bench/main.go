// Command informer-bench runs client-go's shared informer for this repository's benchmarks:
//
//	informer-bench -url http://127.0.0.1:8001 -mode list|watch -content json|protobuf -count N [-listed N] [-events N]
//	informer-bench -serve -url http://127.0.0.1:8001
//
// It prints one line of JSON: the measurement, or with -serve the URL that serves the same Pods in protobuf. The
// server and the modes are described in bench/src/support/pods/server.ts.
package main

import (
	"encoding/json"
	"flag"
	"log"
	"os"
)

func main() {
	log.SetFlags(0)
	var task task
	flag.StringVar(&task.url, "url", "", "the server")
	flag.StringVar(&task.mode, "mode", "list", "list: until the cache is synced; watch: from there until all events have arrived")
	flag.StringVar(&task.content, "content", "json", "json or protobuf")
	flag.IntVar(&task.count, "count", 10_000, "Pods there are in the end")
	flag.IntVar(&task.listed, "listed", 0, "Pods in the list, if not all of them")
	flag.IntVar(&task.events, "events", 0, "events of the watch")
	serves := flag.Bool("serve", false, "serve what the server at -url serves, in protobuf, until stdin ends")
	flag.Parse()
	if task.listed == 0 {
		task.listed = task.count
	}
	if *serves {
		if err := serve(task.url); err != nil {
			log.Fatal(err)
		}
		return
	}
	sample, err := task.run()
	if err != nil {
		log.Fatal(err)
	}
	say(sample)
}

func say(answer any) {
	if err := json.NewEncoder(os.Stdout).Encode(answer); err != nil {
		log.Fatal(err)
	}
}
