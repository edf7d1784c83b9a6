package main

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
)

type metadata struct {
	Name            string            `json:"name,omitempty"`
	ResourceVersion string            `json:"resourceVersion,omitempty"`
	Labels          map[string]string `json:"labels,omitempty"`
}

type object struct {
	Metadata metadata `json:"metadata"`
	Spec     struct {
		Size     int  `json:"size"`
		Draining bool `json:"draining"`
	} `json:"spec,omitzero"`
}

var server, token, client = connect()

func connect() (string, string, *http.Client) {
	var config struct {
		Clusters []struct {
			Cluster struct {
				Server    string
				Authority []byte `json:"certificate-authority-data"`
			}
		}
		Users []struct{ User struct{ Token string } }
	}
	text, err := os.ReadFile(os.Getenv("KUBECONFIG"))
	if err == nil {
		err = json.Unmarshal(text, &config)
	}
	if err != nil {
		panic(err)
	}
	trust := x509.NewCertPool()
	trust.AppendCertsFromPEM(config.Clusters[0].Cluster.Authority)
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trust}}
	return config.Clusters[0].Cluster.Server, config.Users[0].User.Token, &http.Client{Transport: transport}
}

func send(method, path string, body any) (*http.Response, error) {
	var text bytes.Buffer
	if body != nil {
		if err := json.NewEncoder(&text).Encode(body); err != nil {
			return nil, err
		}
	}
	request, err := http.NewRequest(method, server+path, &text)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", "application/json")
	return client.Do(request)
}

// The status code, and an error for any but 2xx.
func call(method, path string, body, into any) (int, error) {
	response, err := send(method, path, body)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	if response.StatusCode >= 300 {
		return response.StatusCode, fmt.Errorf("%s %s: %d", method, path, response.StatusCode)
	}
	if into == nil {
		into = new(json.RawMessage)
	}
	return response.StatusCode, json.NewDecoder(response.Body).Decode(into)
}
