package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// outcome is a line of what is printed.
type outcome struct {
	Step string `json:"step"`
	Ok   bool   `json:"ok"`
	Why  string `json:"why,omitempty"`
}

// step takes a step and prints what came of it.
func step(name string, act func() error) {
	line := outcome{Step: name, Ok: true}
	if err := act(); err != nil {
		line = outcome{Step: name, Why: err.Error()}
	}
	text, err := json.Marshal(line)
	if err != nil {
		panic(err)
	}
	fmt.Println(string(text))
}

// until asks again until a check holds, for half a minute.
func until(check func() error) error {
	deadline := time.Now().Add(30 * time.Second)
	for {
		err := check()
		if err == nil || time.Now().After(deadline) {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// refused checks that an error is there and says something.
func refused(err error, text string) error {
	if err == nil {
		return fmt.Errorf("it was not refused; %q was expected", text)
	}
	if !strings.Contains(err.Error(), text) {
		return fmt.Errorf("%q does not say %q", err.Error(), text)
	}
	return nil
}
