// Package orrery gives tests a Kubernetes control plane: orrery.Start(t). Virtual time stands still until the test
// advances it. It needs the command orrery (npm install --global kube-orrery), or its path in $ORRERY.
package orrery

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"k8s.io/client-go/rest"
)

// Server is a running cluster. Config is for client-go; Kubeconfig is the path of a file for other programs.
type Server struct {
	Config     *rest.Config
	Kubeconfig string
	t          testing.TB
	client     *http.Client
}

// Object is JSON: a step or a condition of the scenario language, or a manifest.
type Object = map[string]any

const patience = 30 * time.Second

// Start runs a server until the end of the test. Options are those of `orrery serve`, such as "--nodes", "3".
func Start(t testing.TB, options ...string) *Server {
	t.Helper()
	folder := t.TempDir()
	ready, kubeconfig := filepath.Join(folder, "ready.json"), filepath.Join(folder, "kubeconfig")
	name := os.Getenv("ORRERY")
	if name == "" {
		name = "orrery"
	}
	arguments := []string{"serve", "--port", "0", "--clock", "manual", "--ready-file", ready, "--kubeconfig", kubeconfig}
	command := exec.Command(name, append(arguments, options...)...)
	command.Stderr = os.Stderr
	if err := command.Start(); err != nil {
		t.Fatalf("orrery: %v", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	t.Cleanup(func() {
		_ = command.Process.Signal(os.Interrupt)
		<-ended
	})
	var access struct{ URL, Token, Certificate string }
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		if text, err := os.ReadFile(ready); err == nil {
			if err := json.Unmarshal(text, &access); err != nil {
				t.Fatalf("orrery: %v", err)
			}
			break
		}
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("orrery ended: %v", err)
		default:
		}
		if time.Now().After(deadline) {
			t.Fatalf("orrery was not ready after %v", patience)
		}
	}
	config := &rest.Config{Host: access.URL, BearerToken: access.Token}
	config.CAData = []byte(access.Certificate)
	client, err := rest.HTTPClientFor(config)
	if err != nil {
		t.Fatalf("orrery: %v", err)
	}
	return &Server{Config: config, Kubeconfig: kubeconfig, t: t, client: client}
}

// Control sends a request to the control API, such as "POST", "/reset". Its result is the answer.
func (s *Server) Control(method, path string, body Object) (Object, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequest(method, s.Config.Host+"/orrery/v1"+path, bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	response, err := s.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	answered, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	answer := Object{}
	if err := json.Unmarshal(answered, &answer); err != nil {
		return nil, fmt.Errorf("%s: %w", response.Status, err)
	}
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %v", response.Status, answer["message"])
	}
	return answer, nil
}

// Advance lets virtual time pass, with all that happens in it.
func (s *Server) Advance(by time.Duration) {
	s.t.Helper()
	s.must("POST", "/clock/advance", Object{"by": by.Seconds()}, "")
}

// Until lets virtual time pass until a condition holds, and no longer.
func (s *Server) Until(condition Object, within time.Duration) {
	s.t.Helper()
	s.must("POST", "/clock/advance", Object{"until": condition, "within": within.Seconds()}, "holds")
}

// Step plays a step: Object{"drain": Object{"node": "node-1"}}.
func (s *Server) Step(step Object) {
	s.t.Helper()
	s.must("POST", "/steps", step, "passed")
}

// Reset starts a fresh cluster at the same address. The same seed gives the same names and uids.
func (s *Server) Reset(seed int) {
	s.t.Helper()
	s.must("POST", "/reset", Object{"seed": seed}, "")
}

func (s *Server) must(method, path string, body Object, verdict string) {
	s.t.Helper()
	answer, err := s.Control(method, path, body)
	if err != nil {
		s.t.Fatalf("%s %s: %v", method, path, err)
	}
	if verdict != "" && answer[verdict] != true {
		s.t.Fatalf("expected %v; found %v", answer["expected"], answer["found"])
	}
}
