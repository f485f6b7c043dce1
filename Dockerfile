# docker build -t lockviz . && docker run --rm --read-only --tmpfs /tmp -p 127.0.0.1:8080:8080 lockviz

FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
# What the page and /metrics say: --build-arg VERSION=v1.2.3.
ARG VERSION=
# Static, and without the builder's paths: the same source gives the same file.
RUN CGO_ENABLED=0 go build -trimpath -ldflags "-s -w -X main.version=$VERSION" -o /lockviz ./cmd/lockviz
RUN mkdir -p -m 1777 /root-of-image/tmp

FROM scratch
COPY --from=build /lockviz /lockviz
# The one directory that is written to: etcd keeps its data in it, as long as the
# program runs. With --etcd-data-dir it is another.
COPY --from=build --chown=65532:65532 /root-of-image/ /
# A number, so that an orchestrator can see that it is not root.
USER 65532:65532
EXPOSE 8080
ENTRYPOINT ["/lockviz"]
# Inside a container, loopback cannot be reached from outside, so it listens on
# every address. Who may connect is decided by what -p publishes, and by the
# Host allow-list.
CMD ["--addr", "0.0.0.0:8080", "--lan"]
