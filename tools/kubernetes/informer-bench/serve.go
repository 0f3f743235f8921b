package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"sync"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	apiruntime "k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/watch"
)

const protobufType = "application/vnd.kubernetes.protobuf"

// The maximum size of one read from a socket.
const writeBytes = 64 * 1024

var codecs = newCodecs()

func newCodecs() serializer.CodecFactory {
	scheme := apiruntime.NewScheme()
	if err := corev1.AddToScheme(scheme); err != nil {
		panic(err)
	}
	metav1.AddToGroupVersion(scheme, corev1.SchemeGroupVersion)
	return serializer.NewCodecFactory(scheme)
}

// serve re-encodes the responses of the server at url and serves them. It exits with its parent, when stdin closes.
func serve(url string) error {
	encoded, err := encode(url)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	gate := newGate()
	http.HandleFunc("/go", func(http.ResponseWriter, *http.Request) { gate.open() })
	http.HandleFunc("/version", func(response http.ResponseWriter, _ *http.Request) {
		response.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(response, `{"major":"1","minor":"37"}`)
	})
	http.HandleFunc("/events", func(response http.ResponseWriter, _ *http.Request) {
		answer(response, protobufType+";stream=watch", encoded.events)
	})
	http.HandleFunc("/api/v1/pods", func(response http.ResponseWriter, request *http.Request) {
		if watches, _ := strconv.ParseBool(request.URL.Query().Get("watch")); watches {
			encoded.answerWatch(response, request, gate)
			return
		}
		answer(response, protobufType, encoded.list)
	})
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	say(map[string]string{"url": "http://" + listener.Addr().String()})
	return http.Serve(listener, nil)
}

func answer(response http.ResponseWriter, contentType string, body []byte) {
	response.Header().Set("Content-Type", contentType)
	response.Header().Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = response.Write(body)
}

// encodedPods holds the responses, encoded in advance: only the reader is measured.
type encodedPods struct {
	list, initialEvents, events []byte
}

func (e *encodedPods) answerWatch(response http.ResponseWriter, request *http.Request, gate *gate) {
	response.Header().Set("Content-Type", protobufType+";stream=watch")
	if request.URL.Query().Get("sendInitialEvents") == "true" {
		write(response, e.initialEvents)
	}
	_ = http.NewResponseController(response).Flush()
	if gate.pass(request.Context().Done()) {
		write(response, e.events)
		_ = http.NewResponseController(response).Flush()
	}
	<-request.Context().Done()
}

func write(response io.Writer, all []byte) {
	for len(all) > 0 {
		next := min(len(all), writeBytes)
		if _, err := response.Write(all[:next]); err != nil {
			return
		}
		all = all[next:]
	}
}

// gate pairs a reader's watch with its request to start, in either order.
type gate struct{ tickets chan struct{} }

func newGate() *gate { return &gate{tickets: make(chan struct{}, 1)} }

func (g *gate) open() { g.tickets <- struct{}{} }

func (g *gate) pass(gone <-chan struct{}) bool {
	select {
	case <-g.tickets:
		return true
	case <-gone:
		return false
	}
}

func encode(url string) (*encodedPods, error) {
	var list corev1.PodList
	body, err := get(url + "/api/v1/pods")
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(body, &list); err != nil {
		return nil, err
	}
	var encoded encodedPods
	list.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("PodList"))
	if encoded.list, err = protobuf(&list); err != nil {
		return nil, err
	}
	if encoded.initialEvents, err = encodeInitialEvents(&list); err != nil {
		return nil, err
	}
	if body, err = get(url + "/events"); err != nil {
		return nil, err
	}
	encoded.events, err = encodeFrames(body)
	return &encoded, err
}

func get(url string) ([]byte, error) {
	response, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", url, response.Status)
	}
	return io.ReadAll(response.Body)
}

func encodeInitialEvents(list *corev1.PodList) ([]byte, error) {
	var frames []byte
	for i := range list.Items {
		frame, err := encodeFrame(watch.Added, &list.Items[i])
		if err != nil {
			return nil, err
		}
		frames = append(frames, frame...)
	}
	end := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{
		ResourceVersion: list.ResourceVersion,
		Annotations:     map[string]string{metav1.InitialEventsAnnotationKey: "true"},
	}}
	frame, err := encodeFrame(watch.Bookmark, end)
	return append(frames, frame...), err
}

// encodeFrames re-encodes the lines of a watch on all cores: they can be a hundred megabytes of JSON.
func encodeFrames(lines []byte) ([]byte, error) {
	var split [][]byte
	scanner := bufio.NewScanner(bytes.NewReader(lines))
	scanner.Buffer(nil, 1<<20)
	for scanner.Scan() {
		split = append(split, bytes.Clone(scanner.Bytes()))
	}
	frames, failures := make([][]byte, len(split)), make([]error, len(split))
	var group sync.WaitGroup
	for first := range runtime.NumCPU() {
		group.Go(func() {
			for i := first; i < len(split); i += runtime.NumCPU() {
				frames[i], failures[i] = encodeLine(split[i])
			}
		})
	}
	group.Wait()
	return bytes.Join(frames, nil), errors.Join(append(failures, scanner.Err())...)
}

func encodeLine(line []byte) ([]byte, error) {
	var event struct {
		Type   watch.EventType
		Object corev1.Pod
	}
	if err := json.Unmarshal(line, &event); err != nil {
		return nil, err
	}
	return encodeFrame(event.Type, &event.Object)
}

// encodeFrame encodes one frame of a watch as an apiserver does: the object in an event, with a length prefix.
func encodeFrame(kind watch.EventType, pod *corev1.Pod) ([]byte, error) {
	pod.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Pod"))
	object, err := protobuf(pod)
	if err != nil {
		return nil, err
	}
	event := &metav1.WatchEvent{Type: string(kind), Object: apiruntime.RawExtension{Raw: object}}
	stream := protobufInfo().StreamSerializer
	raw, err := apiruntime.Encode(stream.Serializer, event)
	if err != nil {
		return nil, err
	}
	var frame bytes.Buffer
	_, err = stream.Framer.NewFrameWriter(&frame).Write(raw)
	return frame.Bytes(), err
}

func protobuf(object apiruntime.Object) ([]byte, error) {
	return apiruntime.Encode(protobufInfo().Serializer, object)
}

func protobufInfo() apiruntime.SerializerInfo {
	info, ok := apiruntime.SerializerInfoForMediaType(codecs.SupportedMediaTypes(), protobufType)
	if !ok {
		panic("client-go cannot write protobuf")
	}
	return info
}
