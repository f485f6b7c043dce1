// Package browser drives a headless Chromium for the browser tests, the
// benchmarks and the screenshots. A Page waits for conditions, never for time,
// and remembers everything that the browser complained about.
package browser

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"

	"github.com/chromedp/chromedp"
)

// ErrMissing says that no Chromium was found on this machine.
var ErrMissing = errors.New("no Chromium found: install Debian's package chromium, or run make setup")

// Browser is one running Chromium with a profile of its own.
type Browser struct {
	ctx   context.Context
	close func()
}

// Find returns the path of the machine's Chromium.
func Find() (string, error) {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", ErrMissing
}

// Start runs Chromium. Close ends it and removes its profile.
func Start() (*Browser, error) {
	path, err := Find()
	if err != nil {
		return nil, err
	}
	profile, err := os.MkdirTemp("", "lockviz-chromium-")
	if err != nil {
		return nil, err
	}
	alloc, stop := chromedp.NewExecAllocator(context.Background(), options(path, profile)...)
	ctx, cancel := chromedp.NewContext(alloc)
	b := &Browser{ctx: ctx, close: func() { cancel(); stop(); _ = os.RemoveAll(profile) }}
	if err := chromedp.Do(ctx); err != nil {
		b.close()
		return nil, fmt.Errorf("starting %s: %w", path, err)
	}
	return b, nil
}

// options keep Chromium off the network, except for the pages under test, and
// alike on every machine.
func options(path, profile string) []chromedp.ExecAllocatorOption {
	return append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.UserDataDir(profile),
		chromedp.NoSandbox, // tests may run as root, in a container
		chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("no-proxy-server", true),
		chromedp.Flag("hide-scrollbars", true),
		chromedp.Flag("font-render-hinting", "none"),
		chromedp.Flag("lang", "en-US"),
	)
}

// Close ends Chromium.
func (b *Browser) Close() { b.close() }
