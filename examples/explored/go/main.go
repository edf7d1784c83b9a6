// An operator in miniature: a Box of size n has n members (ConfigMaps), each with a claim (Secret). Made small, it loses
// the last ones; draining, all its claims.
//
//	boxes [stale | unseen | intermediate]    with a mistake of that sort, or none
package main

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

var mistake = strings.Join(os.Args[1:], " ")

var (
	boxes   = newCache("/apis/example.com/v1/namespaces/default/boxes", func(o object) string { return o.Metadata.Name })
	members = newCache("/api/v1/namespaces/default/configmaps", ownerOf)
	claims  = newCache("/api/v1/namespaces/default/secrets", ownerOf)
	queue   = make(chan string, 10_000)
)

func ownerOf(o object) string { return o.Metadata.Labels["box"] }

func indexOf(o object) int {
	index, _ := strconv.Atoi(o.Metadata.Name[strings.LastIndex(o.Metadata.Name, "-")+1:])
	return index
}

func reconcile(name string) error {
	// What is made or deleted is decided by the Box as it is; a cache can be old.
	box, err := read(name)
	if err != nil {
		return err
	}
	var size int
	var draining bool
	if box != nil {
		size, draining = box.Spec.Size, box.Spec.Draining
	}
	for i := range size {
		place := fmt.Sprintf("%s-%d", name, i)
		if !draining && !claims.has(place) {
			err = create(claims, place, name)
		}
		if err == nil && !members.has(place) {
			err = create(members, place, name)
		}
		if err != nil {
			return err
		}
	}
	var going []string
	for _, each := range members.of(name) {
		if indexOf(each) >= size {
			going = append(going, each.Metadata.Name)
			if err := remove(members, each); err != nil {
				return err
			}
		}
	}
	for _, each := range claims.of(name) {
		if indexOf(each) < size && !draining {
			continue
		}
		// Only those of members that go now; who is killed in between never comes back to the others.
		if mistake == "intermediate" && !draining && !slices.Contains(going, each.Metadata.Name) {
			continue
		}
		// It has been drained before; so it was seen, was it not?
		if mistake == "unseen" && box == nil {
			continue
		}
		if err := remove(claims, each); err != nil {
			return err
		}
	}
	return nil
}

func read(name string) (*object, error) {
	if mistake == "stale" {
		return boxes.get(name), nil
	}
	box := new(object)
	code, err := call("GET", boxes.path+"/"+name, nil, box)
	if code == 404 {
		return nil, nil
	}
	return box, err
}

func create(c *cache, name, box string) error {
	body := object{Metadata: metadata{Name: name, Labels: map[string]string{"box": box}}}
	code, err := call("POST", c.path, body, nil)
	if code == 409 {
		return nil
	}
	return err
}

func remove(c *cache, o object) error {
	code, err := call("DELETE", c.path+"/"+o.Metadata.Name, nil, nil)
	if code == 404 {
		return nil
	}
	return err
}

func main() {
	for _, each := range []*cache{boxes, members, claims} {
		go each.follow()
		<-each.synced
	}
	for name := range queue {
		if err := reconcile(name); err != nil {
			fmt.Fprintln(os.Stderr, err)
			time.AfterFunc(200*time.Millisecond, func() { queue <- name })
		}
	}
}
