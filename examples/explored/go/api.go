package main

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"sync"
	"time"
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

// A cache of a resource, by list and watch.
type cache struct {
	path    string
	owner   func(object) string
	synced  chan struct{}
	mutex   sync.Mutex
	objects map[string]object
}

func newCache(path string, owner func(object) string) *cache {
	return &cache{path: path, owner: owner, synced: make(chan struct{})}
}

func (c *cache) follow() {
	for {
		if err := c.listAndWatch(); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		time.Sleep(200 * time.Millisecond)
	}
}

func (c *cache) listAndWatch() error {
	var list struct {
		Metadata metadata
		Items    []object
	}
	if _, err := call("GET", c.path+"?resourceVersion=0", nil, &list); err != nil {
		return err
	}
	c.replace(list.Items)
	response, err := send("GET", c.path+"?watch=true&resourceVersion="+list.Metadata.ResourceVersion, nil)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	for decoder := json.NewDecoder(response.Body); ; {
		var event struct {
			Type   string
			Object object
		}
		if err := decoder.Decode(&event); err != nil {
			return err
		}
		if event.Type == "ERROR" {
			return fmt.Errorf("the watch of %s has expired", c.path)
		}
		c.set(event.Object, event.Type != "DELETED")
	}
}

func (c *cache) replace(items []object) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for _, each := range c.objects {
		c.enqueue(each)
	}
	isFirst := c.objects == nil
	c.objects = map[string]object{}
	for _, each := range items {
		c.objects[each.Metadata.Name] = each
		c.enqueue(each)
	}
	if isFirst {
		close(c.synced)
	}
}

func (c *cache) set(o object, isThere bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if isThere {
		c.objects[o.Metadata.Name] = o
	} else {
		delete(c.objects, o.Metadata.Name)
	}
	c.enqueue(o)
}

func (c *cache) enqueue(o object) {
	if name := c.owner(o); name != "" {
		queue <- name
	}
}

func (c *cache) get(name string) *object {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if found, ok := c.objects[name]; ok {
		return &found
	}
	return nil
}

func (c *cache) has(name string) bool { return c.get(name) != nil }

func (c *cache) of(name string) (found []object) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for _, each := range c.objects {
		if c.owner(each) == name {
			found = append(found, each)
		}
	}
	return found
}
