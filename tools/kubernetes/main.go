// Command kubernetes runs a real control plane for tests: etcd, kube-apiserver and kube-controller-manager in one binary.
//
//	kubernetes etcd [etcd flags]
//	kubernetes kube-apiserver [kube-apiserver flags]
//	kubernetes kube-controller-manager [kube-controller-manager flags]
//
// tools/kube-apiserver.ts of this repository builds it, starts them and prints how to reach them.
package main

import (
	"fmt"
	"os"

	"go.etcd.io/etcd/server/v3/etcdmain"
	"k8s.io/component-base/cli"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllers "k8s.io/kubernetes/cmd/kube-controller-manager/app"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: kubernetes etcd|kube-apiserver|kube-controller-manager [flags]")
		os.Exit(2)
	}
	component := os.Args[1]
	// Both libraries read os.Args: remove the subcommand.
	os.Args = append([]string{component}, os.Args[2:]...)
	switch component {
	case "etcd":
		etcdmain.Main(os.Args)
	case "kube-apiserver":
		os.Exit(cli.Run(apiserver.NewAPIServerCommand()))
	case "kube-controller-manager":
		os.Exit(cli.Run(controllers.NewControllerManagerCommand()))
	default:
		fmt.Fprintf(os.Stderr, "unknown component %q: want etcd, kube-apiserver or kube-controller-manager\n", component)
		os.Exit(2)
	}
}
