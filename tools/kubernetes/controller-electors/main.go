// Command controller-electors runs one of client-go's leader electors on a Lease, again and again until it is stopped:
//
//	ELECTOR='{"url": "https://127.0.0.1:6443", "token": "…", "ca": "…", "namespace": "default", "name": "l",
//	  "identity": "a", "leaseDurationMs": 15000, "renewDeadlineMs": 10000, "retryPeriodMs": 2000}' controller-electors
//
// It prints one line of JSON when it starts to lead, every 50 ms while it leads, and when it ends. It stops when stdin closes,
// and so with its parent, or with a SIGTERM.
package main

import (
	"context"
	"encoding/json"
	"io"
	"log"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	coordinationv1 "k8s.io/client-go/kubernetes/typed/coordination/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

// settings are those of tests/conformance/kubernetes/electors/elector-settings.ts.
type settings struct {
	URL             string `json:"url"`
	Token           string `json:"token"`
	CA              string `json:"ca"`
	Namespace       string `json:"namespace"`
	Name            string `json:"name"`
	Identity        string `json:"identity"`
	LeaseDurationMs int64  `json:"leaseDurationMs"`
	RenewDeadlineMs int64  `json:"renewDeadlineMs"`
	RetryPeriodMs   int64  `json:"retryPeriodMs"`
}

// report is a printed line.
type report struct {
	// Milliseconds since the Unix epoch.
	At    float64 `json:"at"`
	Event string  `json:"event"`
}

func main() {
	log.SetFlags(0)
	var given settings
	if err := json.Unmarshal([]byte(os.Getenv("ELECTOR")), &given); err != nil {
		log.Fatal(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	if err := run(ctx, given); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, given settings) error {
	client, err := coordinationv1.NewForConfig(&rest.Config{
		Host:            given.URL,
		BearerToken:     given.Token,
		TLSClientConfig: rest.TLSClientConfig{CAData: []byte(given.CA)},
		QPS:             -1,
		// The rule of resourcelock.NewFromKubeconfig.
		Timeout: max(time.Second, milliseconds(given.RenewDeadlineMs)/2),
	})
	if err != nil {
		return err
	}
	for ctx.Err() == nil {
		elector, err := leaderelection.NewLeaderElector(leaderelection.LeaderElectionConfig{
			Lock: &resourcelock.LeaseLock{
				LeaseMeta:  metav1.ObjectMeta{Namespace: given.Namespace, Name: given.Name},
				Client:     client,
				LockConfig: resourcelock.ResourceLockConfig{Identity: given.Identity},
			},
			LeaseDuration: milliseconds(given.LeaseDurationMs),
			RenewDeadline: milliseconds(given.RenewDeadlineMs),
			RetryPeriod:   milliseconds(given.RetryPeriodMs),
			Callbacks: leaderelection.LeaderCallbacks{
				OnStartedLeading: lead,
				OnStoppedLeading: func() {},
			},
			Name: given.Name,
		})
		if err != nil {
			return err
		}
		elector.Run(ctx)
		// The next election starts when this leadership has ended.
		leading.Wait()
	}
	return nil
}

var leading sync.WaitGroup

// lead reports until its context ends.
func lead(ctx context.Context) {
	leading.Add(1)
	defer leading.Done()
	print("started")
	defer print("ended")
	ticks := time.NewTicker(50 * time.Millisecond)
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
			if ctx.Err() == nil {
				print("working")
			}
		}
	}
}

var output sync.Mutex

func print(event string) {
	output.Lock()
	defer output.Unlock()
	at := float64(time.Now().UnixMicro()) / 1000
	if err := json.NewEncoder(os.Stdout).Encode(report{At: at, Event: event}); err != nil {
		os.Exit(1)
	}
}

func milliseconds(count int64) time.Duration { return time.Duration(count) * time.Millisecond }
