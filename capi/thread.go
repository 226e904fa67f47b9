package main

import "C"

// forcedsplit_go_introduce does nothing but be called: a thread's first call is when the runtime gets to know it, and
// thread_guard.c wants that behind it before the host's own call begins.
//
//export forcedsplit_go_introduce
func forcedsplit_go_introduce() {}
