package main

import (
	"net/http"
	"strings"
	"sync"
)

// requestLog keeps what clients ask for.
type requestLog struct {
	lock sync.Mutex
	seen []string
}

type loggedTransport struct {
	log  *requestLog
	next http.RoundTripper
}

func (r *requestLog) wrap(next http.RoundTripper) http.RoundTripper {
	return loggedTransport{log: r, next: next}
}

// RoundTrip notes a request's path and parameters and sends it.
func (t loggedTransport) RoundTrip(request *http.Request) (*http.Response, error) {
	t.log.lock.Lock()
	t.log.seen = append(t.log.seen, request.URL.Path+"?"+request.URL.RawQuery)
	t.log.lock.Unlock()
	return t.next.RoundTrip(request)
}

// has tells whether a request for a resource had a parameter.
func (r *requestLog) has(resource, parameter string) bool {
	r.lock.Lock()
	defer r.lock.Unlock()
	for _, line := range r.seen {
		path, query, _ := strings.Cut(line, "?")
		if strings.HasSuffix(path, "/"+resource) && strings.Contains(query, parameter) {
			return true
		}
	}
	return false
}
