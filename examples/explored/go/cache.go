package main

import (
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"time"
)

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
