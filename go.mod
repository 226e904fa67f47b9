module forcedsplit

go 1.26

require (
	github.com/google/flatbuffers v25.12.19+incompatible
	github.com/mattn/go-pointer v0.0.1
	pgregory.net/rapid v1.3.0
)
