package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"

	"github.com/lockviz/lockviz/static"
)

// assets are the static files, held in memory under a prefix that names their
// content: a new program's page can never meet an old program's script.
type assets struct {
	version string
	files   map[string]asset
}

type asset struct {
	kind    string
	raw     []byte
	squeeze []byte // gzip; nil when it gains nothing
}

// kinds are the files that are served; the machine's own tables are not asked,
// because they differ.
var kinds = map[string]string{
	".css":   "text/css; charset=utf-8",
	".js":    "text/javascript; charset=utf-8",
	".json":  "application/json",
	".svg":   "image/svg+xml",
	".png":   "image/png",
	".woff2": "font/woff2",
	".txt":   "text/plain; charset=utf-8",
}

// builtIn are the program's own static files, which never change.
var builtIn = sync.OnceValues(func() (*assets, error) { return loadAssets(static.FS) })

func loadAssets(files fs.FS) (*assets, error) {
	a := &assets{files: map[string]asset{}}
	sum := sha256.New()
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !served(name) {
			return err
		}
		raw, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		fmt.Fprintf(sum, "%s %d\n", name, len(raw))
		sum.Write(raw)
		a.files[name] = asset{kinds[path.Ext(name)], raw, squeeze(name, raw)}
		return nil
	})
	a.version = hex.EncodeToString(sum.Sum(nil))[:12]
	return a, err
}

func served(name string) bool {
	return kinds[path.Ext(name)] != "" && !strings.HasSuffix(name, ".test.js")
}

// squeeze compresses once, for a class on one Wi-Fi. Fonts and pictures are
// compressed already.
func squeeze(name string, raw []byte) []byte {
	if ext := path.Ext(name); ext == ".woff2" || ext == ".png" {
		return nil
	}
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level is a valid one
	z.Write(raw)                                          // to memory: cannot fail
	z.Close()
	if b.Len() >= len(raw) {
		return nil
	}
	return b.Bytes()
}

// prefix is where the files are, below the site's base path.
func (a *assets) prefix(base string) string { return base + "assets/" + a.version + "/" }

// asset serves one static file. The address holds the version, so a browser
// keeps it for ever.
func (s *Server) asset(w http.ResponseWriter, r *http.Request) {
	file, ok := s.assets.files[r.PathValue("path")]
	if !ok || r.PathValue("version") != s.assets.version {
		w.Header().Set("Cache-Control", "no-store")
		s.notFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", file.kind)
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("Vary", "Accept-Encoding")
	body := file.raw
	if file.squeeze != nil && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		body = file.squeeze
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.Write(body)
}
