package web

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// Whatever route is added: its answers carry the headers, and its pages have nothing
// in them that the policy would have to stop.
func TestEveryRouteIsSecured(t *testing.T) {
	for _, base := range []string{"/", "/some/path/"} {
		s := newSite(t, func(c *Config) { c.Dev, c.BasePath = true, base })
		for _, path := range append(paths(s), "/", strings.TrimSuffix(base, "/"), base+"assets/none", base+"lab/none", "/..%2f", base+"which-lock?goal=x") {
			for _, method := range []string{"GET", "HEAD", "POST", "OPTIONS"} {
				req, err := http.NewRequest(method, "http://"+s.host+path, nil)
				if err != nil {
					t.Fatal(err)
				}
				req.Header.Set("Accept", "text/html")
				res, body := s.do(req)
				wantSecure(t, res)
				if res.StatusCode >= 500 || res.StatusCode < 300 && res.Header.Get("Content-Type") == "" {
					t.Errorf("%s %s: status %d, Content-Type %q", method, path, res.StatusCode, res.Header.Get("Content-Type"))
				}
				if strings.HasPrefix(res.Header.Get("Content-Type"), "text/html") {
					wantOnlyMarkup(t, path, body)
				}
				wantCookies(t, res)
			}
		}
	}
}

func wantCookies(t *testing.T, res *http.Response) {
	t.Helper()
	for _, c := range res.Cookies() {
		if !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Domain != "" {
			t.Errorf("%s sets %s", res.Request.URL.Path, c)
		}
	}
}

// own are the elements that load something, and the attribute that says what.
var own = map[string]string{"script": "src", "link": "href", "img": "src", "iframe": "src", "form": "action", "source": "src", "object": "data", "embed": "src"}

// wantOnlyMarkup wants no script in a page, no style, and nothing of another site, but
// for links that a person may follow.
func wantOnlyMarkup(t *testing.T, path, page string) {
	t.Helper()
	for tag := range tags(page) {
		if tag.Data == "script" && attr(tag, "src") == "" && !isData(attr(tag, "type")) {
			t.Errorf("%s: an inline script", path)
		}
		if name := own[tag.Data]; name != "" && !isHere(attr(tag, name)) {
			t.Errorf("%s: <%s> loads %s", path, tag.Data, attr(tag, name))
		}
		if slices.Contains([]string{"iframe", "object", "embed", "base", "applet", "meta"}, tag.Data) && !isMeta(tag) || tag.Data == "style" {
			t.Errorf("%s: %s", path, tag)
		}
		for _, a := range tag.Attr {
			scheme, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(a.Val)), ":")
			switch {
			case strings.HasPrefix(a.Key, "on"), a.Key == "style", a.Key == "srcdoc":
				t.Errorf("%s: attribute %s of %s", path, a.Key, tag)
			case slices.Contains([]string{"href", "src", "action", "formaction", "xlink:href"}, a.Key) && slices.Contains([]string{"javascript", "vbscript", "data"}, scheme):
				t.Errorf("%s: %s", path, tag)
			}
		}
	}
}

// tags are the start tags of a page, as a browser reads them.
func tags(page string) func(yield func(html.Token) bool) {
	return func(yield func(html.Token) bool) {
		for tokens := html.NewTokenizer(bytes.NewReader([]byte(page))); ; {
			switch tokens.Next() {
			case html.ErrorToken:
				return
			case html.StartTagToken, html.SelfClosingTagToken:
				if !yield(tokens.Token()) {
					return
				}
			}
		}
	}
}

func attr(tag html.Token, name string) string {
	for _, a := range tag.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// isData: such a script is read by others and run by nobody.
func isData(kind string) bool { return kind == "application/json" }

func isMeta(tag html.Token) bool {
	return tag.Data == "meta" && attr(tag, "http-equiv") == ""
}

func isHere(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Host == "" && u.Scheme == ""
}

// What the policy itself says.
func TestThePolicyIsStrict(t *testing.T) {
	says := map[string]string{}
	for _, directive := range strings.Split(policy, "; ") {
		name, value, _ := strings.Cut(directive, " ")
		if _, twice := says[name]; twice {
			t.Errorf("%s is there twice: the second is ignored", name)
		}
		says[name] = value
	}
	for name, want := range map[string]string{
		"default-src": "'none'", "script-src": "'self'", "style-src": "'self'", "connect-src": "'self'", "font-src": "'self'",
		"frame-ancestors": "'none'", "base-uri": "'none'", "form-action": "'self'",
	} {
		if says[name] != want {
			t.Errorf("%s is %q, want %q", name, says[name], want)
		}
	}
	for name, value := range says {
		if strings.Contains(value, "unsafe") || strings.Contains(value, "*") || strings.Contains(value, "http") {
			t.Errorf("%s %s", name, value)
		}
	}
}

// No address sends a browser to another site.
func TestRedirectsStayHere(t *testing.T) {
	for _, base := range []string{"/", "/some/path/"} {
		s := newSite(t, func(c *Config) { c.BasePath = base })
		for _, path := range []string{"//evil.example", "//evil.example/", "//evil.example/..", "///evil.example/%2e%2e", "/.//evil.example", "/%5cevil.example", "/./%5cevil.example",
			"/some//evil.example", "/some/path//evil.example/..", "/some/path//evil.example", "/%2f/evil.example", "/;//evil.example/.."} {
			answer := s.sendRaw("GET " + path + " HTTP/1.1\r\nHost: " + s.host + "\r\nConnection: close\r\n\r\n")
			for line := range strings.Lines(answer) {
				to, isLocation := strings.CutPrefix(line, "Location: ")
				if isLocation && (!strings.HasPrefix(to, "/") || strings.HasPrefix(to, "//") || strings.HasPrefix(to, `/\`)) {
					t.Errorf("%s leads to %s", path, to)
				}
			}
		}
	}
}

// Only one place listens, and it puts everything behind the gate. A handler that
// registers itself with the process (net/http/pprof does) would not be.
func TestOneServerListens(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	more, err := filepath.Glob("../../cmd/lockviz/*.go")
	if err != nil || len(more) == 0 {
		t.Fatal(more, err)
	}
	servers := 0
	for _, name := range append(files, more...) {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		for _, word := range namesIn(t, name) {
			switch word {
			case "http.Server":
				servers++
			case "net/http/pprof", "expvar", "http.Handle", "http.HandleFunc", "http.DefaultServeMux", "http.ListenAndServe", "http.Serve":
				t.Errorf("%s uses %s: it would answer past the gate", name, word)
			}
		}
	}
	if servers != 2 { // its type and its value
		t.Errorf("http.Server is named %d times, want 2, both in serve.go", servers)
	}
}

// namesIn are the imports of a file and its selectors, "package.Name".
func namesIn(t *testing.T, name string) (all []string) {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, imp := range file.Imports {
		path, err := strconv.Unquote(imp.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, path)
	}
	return append(all, selectors(file)...)
}

func selectors(file *ast.File) (all []string) {
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if pkg, ok := s.X.(*ast.Ident); ok {
				all = append(all, pkg.Name+"."+s.Sel.Name)
			}
		}
		return true
	})
	return all
}
