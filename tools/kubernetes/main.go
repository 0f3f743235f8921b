// Command kubernetes runs a real control plane for tests: etcd and kube-apiserver in one binary.
//
//	kubernetes etcd [etcd flags]
//	kubernetes kube-apiserver [kube-apiserver flags]
//
// scripts/kube-apiserver.ts of this repository builds it, starts both and prints how to reach them.
package main

import (
	"fmt"
	"os"

	"go.etcd.io/etcd/server/v3/etcdmain"
	"k8s.io/component-base/cli"
	"k8s.io/kubernetes/cmd/kube-apiserver/app"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: kubernetes etcd|kube-apiserver [flags]")
		os.Exit(2)
	}
	component := os.Args[1]
	// Both libraries read os.Args: remove the subcommand.
	os.Args = append([]string{component}, os.Args[2:]...)
	switch component {
	case "etcd":
		etcdmain.Main(os.Args)
	case "kube-apiserver":
		os.Exit(cli.Run(app.NewAPIServerCommand()))
	default:
		fmt.Fprintf(os.Stderr, "unknown component %q: want etcd or kube-apiserver\n", component)
		os.Exit(2)
	}
}
