package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/lockviz/lockviz/e2e/browser"
)

const sandboxPath = "/sandbox"

// sandbox is the page on which a visitor writes a scenario beside its lab.
type sandbox struct{ lab }

func openSandbox(t testing.TB, path string) sandbox {
	t.Helper()
	s := sandbox{openLab(t, 1366, 768, path)}
	s.says("The lab runs this scenario.")
	return s
}

// says waits until the editor says how the scenario stands.
func (s sandbox) says(text string) {
	s.t.Helper()
	check(s.t, s.UntilText("[data-sandbox-says]", text))
}

// text waits until the text view contains a part.
func (s sandbox) text(part string) {
	s.t.Helper()
	s.see(part+" in the text", `document.querySelector("[data-text]").value.includes(`+browser.Quote(part)+`)`)
}

// write puts a value into a field, as typing does.
func (s sandbox) write(selector, value string) {
	s.t.Helper()
	check(s.t, s.Do(browser.Script(`const field = document.querySelector(`+browser.Quote(selector)+`);
		field.focus(); field.select();`)))
	check(s.t, s.Press(value))
}

func (s sandbox) choose(selector, value string) {
	s.t.Helper()
	check(s.t, s.Choose(selector, value))
}

// clients waits until the figure has these clients and servers.
func (s sandbox) lanes(names ...string) {
	s.t.Helper()
	s.see(fmt.Sprint("the lanes ", names), `[...document.querySelectorAll(".row--lane")].map(row => row.dataset.lane).join(" ") === `+browser.Quote(strings.Join(names, " ")))
}

func TestAScenarioIsBuiltByMouse(t *testing.T) {
	s := openSandbox(t, sandboxPath)
	s.choose(`[data-path="lock.kind"]`, "redlock")
	s.text("timeout: 50ms")
	s.write(`[data-path="lock.nodes"]`, "3")
	s.text("nodes: 3")
	s.click(`[data-add="clients"]`)
	s.text("C: {steps: [acquire, read, work 2s, write, release]}")
	s.click(`[data-row="clients.2.steps.1"] [data-act="remove"]`)
	s.click(`[data-row="clients.2.steps.0"] [data-act="down"]`)
	s.text("C: {steps: [work 2s, acquire, write, release]}")
	s.click(`[data-row="clients.2"] [data-add="steps"]`)
	s.choose(`[data-row="clients.2.steps.4"] [data-key="do"]`, "write")
	s.write(`[data-row="clients.2.steps.4"] [data-key="with"]`, `say "hi"`)
	s.text(`write "say \"hi\""`)
	s.click(`[data-add="script"]`)
	s.choose(`[data-row="script.0"] [data-key="do"]`, "crash")
	s.text("- {when: A acquired, do: crash redis-1 lose-data}")
	s.write(`[data-row="clients.0"] [data-key="name"]`, kb.Backspace+"web")
	s.text("- {when: web acquired, do: crash redis-1 lose-data}")
	s.click(`[data-formpart] summary:has(+ * [data-mistakes-of="lock.mistakes"])`)
	s.click(`[data-mistakes-of="lock.mistakes"] [value="no-cleanup"]`)
	s.text("mistakes: [no-cleanup]")
	s.says("The lab runs another scenario.")

	s.click("[data-sandbox-run]")
	s.says("The lab runs this scenario.")
	s.lanes("web", "B", "C", "redis-1", "redis-2", "redis-3", "store")
	check(t, s.UntilText("[data-file-pick]", "redlock.go"))
	s.runTo("acquired")
	s.told("redis-1", "crashes and loses its data")
	keep(t, s.Page, "sandbox built")

	s.click("[data-sandbox-undo]")
	s.see("no mistake", `!document.querySelector("[data-text]").value.includes("mistakes")`)
	s.says("The lab runs another scenario.")
	s.click("[data-sandbox-take]")
	s.text("mistakes: [no-cleanup]")
	s.says("The lab runs this scenario.")
}

// An impossible value says what is allowed, beside its field, and nothing is lost.
func TestAFormThatIsWrong(t *testing.T) {
	s := openSandbox(t, sandboxPath)
	s.write(`[data-path="lock.ttl"]`, "soon")
	s.see("the complaint", `document.querySelector('[data-says="lock.ttl"]').textContent.includes("is not a duration; write a number with a unit")`)
	s.choose(`[data-row="clients.0.steps.0"] [data-key="do"]`, "work")
	s.write(`[data-row="clients.0.steps.0"] [data-key="with"]`, "2")
	s.see("two complaints", `document.querySelector('[data-row="clients.0.steps.0"] [data-says]').textContent.includes('"2" is not a duration')`)
	s.says("2 things are wrong.")
	axe(t, s.Page)
	s.text("ttl: 10s") // the text is of the last form without
	s.click("#tab-text")
	check(t, s.UntilText("[data-sandbox-note]", "Something in the form is wrong."))
	s.click("[data-sandbox-run]")
	s.see("the first of them in focus", `document.activeElement.dataset.path === "lock.ttl"`)

	check(t, s.Open(site.URL+sandboxPath)) // it is there after a reload, too
	s.live()
	s.says("2 things are wrong.")
	s.see("what was typed", `document.querySelector('[data-path="lock.ttl"]').value === "soon"`)
	s.choose(`[data-path="lock.kind"]`, "mutex")
	s.says("One thing is wrong.") // a mutex has no time to live
	s.see("no such field", `document.querySelector('[data-field="lock.ttl"]').hidden`)
	s.write(`[data-row="clients.0.steps.0"] [data-key="with"]`, "2s")
	s.says("The lab runs another scenario.")
}

// Every scenario that comes with lockviz says the same after the form has had it.
func TestTheFormKeepsEveryScenario(t *testing.T) {
	s := openSandbox(t, sandboxPath)
	lost, err := browser.Eval[[]string](s.Page, `(async () => {
		const {write} = await import(document.querySelector("script[type=module]").src.replace("lab.js", "model/scenariofile.js"));
		const socket = new WebSocket(new URL(document.body.dataset.socket, location.href.replace("http", "ws")));
		const waiting = new Map();
		let id = 0;
		const ask = (what, fields) => new Promise(done => { waiting.set(++id, done); socket.send(JSON.stringify({id, do: what, ...fields})); });
		socket.onmessage = ({data}) => { const frame = JSON.parse(data); if (frame.type === "checked") waiting.get(frame.id)(frame); };
		await new Promise(done => socket.onopen = done);
		ask("hello", {});
		const names = [...document.querySelectorAll("#sandbox-from option")].map(o => o.value).filter(v => v.startsWith("scenario/")).map(v => v.slice(9));
		const lost = names.length > 50 ? [] : ["only " + names.length + " scenarios"];
		for (const name of names) {
			const once = await ask("check", {text: await (await fetch("scenarios/" + name + ".yaml")).text()});
			const twice = await ask("check", {text: write(once.form).text});
			if (twice.text !== once.text) lost.push(name + ": " + JSON.stringify(twice.errors) + twice.text);
			await new Promise(done => setTimeout(done, 50)); // a page may ask so often and no oftener
		}
		socket.close();
		return lost;
	})()`)
	check(t, err)
	for _, l := range lost {
		t.Error(l)
	}
}

func TestALinkCarriesAScenario(t *testing.T) {
	s := openSandbox(t, "/sandbox?from=scenario/etcd-chain")
	s.text("# ") // with the comment at its head
	s.click("[data-sandbox-link]")
	s.see("a link", `document.querySelector("[data-sandbox-url]").value.includes("#scenario=")`)
	link, err := browser.Eval[string](s.Page, `document.querySelector("[data-sandbox-url]").value`)
	check(t, err)
	text, err := browser.Eval[string](s.Page, `document.querySelector("[data-text]").value`)
	check(t, err)

	other := openSandbox(t, strings.TrimPrefix(link, site.URL))
	got, err := browser.Eval[string](other.Page, `document.querySelector("[data-text]").value`)
	check(t, err)
	if got != text {
		t.Errorf("the link carries\n%s\nnot\n%s", got, text)
	}
	other.lanes("A", "B", "C", "D", "E", "F", "etcd-1", "store")

	check(t, other.Do(browser.Script(`location.hash = "#scenario=nonsense"`)))
	other.says("The link carries no scenario that can be read")
	other.text(text[:40])
}

func TestAFileIsOpenedAndWhatIsWrongIsShown(t *testing.T) {
	s := openSandbox(t, sandboxPath)
	file := filepath.Join(t.TempDir(), "mine.yaml")
	check(t, os.WriteFile(file, []byte("title: Mine # a comment\nlock: {kind: etcd, ttl: 1s}\nclients:\n  A: {steps: [aquire]}\n"), 0o600))
	check(t, s.Do(chromedp.SetUploadFiles(chromedp.CSS("[data-sandbox-file]"), []string{file})))
	check(t, s.UntilText("[data-text-errors]", "2:25 1s is not a lease's time to live; etcd takes whole seconds, at least 2s"))
	check(t, s.UntilText("[data-text-errors]", `4:15 unknown step "aquire"; did you mean acquire?`))
	keep(t, s.Page, "sandbox wrong text")
	s.click(`[data-text-errors] [data-line="4"]`)
	s.see("the word selected", `(() => { const a = document.querySelector("[data-text]"); return a.value.slice(a.selectionStart, a.selectionEnd) === "aquire"; })()`)
	check(t, s.Press("acquire"))
	s.click(`[data-text-errors] [data-line="2"]`)
	check(t, s.Press("5s"))
	s.says("The lab runs another scenario.")

	s.click("#tab-form") // which is in step
	s.see("what a step's detail is for", `document.querySelector('input[placeholder="[DURATION]"]').title.startsWith("Take the lock")`)
	s.see("the form", `document.querySelector('[data-path="lock.ttl"]').value === "5s"`)
	check(t, s.UntilText("[data-sandbox-note]", "The text has comments."))
	s.write(`[data-path="title"]`, "Other")
	s.see("no comment", `document.querySelector("[data-text]").value.startsWith("title: Other\nseed: 1\n")`)
	s.click("[data-sandbox-undo]")
	s.text("title: Mine # a comment")
	s.click("[data-sandbox-undo]")
	s.text("title: My scenario")
}

// A file can be dropped as well as chosen; and whatever it says stays text.
func TestAFileIsDropped(t *testing.T) {
	s := openSandbox(t, sandboxPath)
	check(t, s.Do(browser.Script(`const files = new DataTransfer();
		files.items.add(new File(["# <b>head</b>\ntitle: '<img src=x onerror=alert(1)>'\nlock: {kind: redis}\nclients: {A: {steps: [acquire, 'write \"<i>\"']}}\n"], "x.yaml"));
		document.querySelector("[data-text]").dispatchEvent(new DragEvent("drop", {dataTransfer: files, bubbles: true, cancelable: true}));`)))
	s.says("Opened x.yaml. The lab runs another scenario.")
	s.see("its title", `document.querySelector('[data-path="title"]').value === "<img src=x onerror=alert(1)>"`)
	s.click("[data-sandbox-run]")
	s.says("The lab runs this scenario.")
	s.runTo("end")
	s.told("A", "<i>")
	made, err := browser.Eval[int](s.Page, `document.querySelectorAll("img, i, .sandbox b").length`)
	check(t, err)
	if made != 0 {
		t.Errorf("%d elements were made of text", made)
	}
}

func TestAGalleryScenarioIsOpenedInTheSandbox(t *testing.T) {
	s := sandbox{openLab(t, 1366, 768, "/scenarios/zookeeper-herd")}
	s.click(`a[href^="/sandbox?from="]`)
	s.says("The lab runs this scenario.")
	check(t, s.UntilText("[data-file-pick]", "zookeeper.go"))
	s.see("a queue's panel", `document.querySelector("#tab-ballot").textContent === "Queue" && !document.querySelector("#tab-ballot").hidden`)
	s.runTo("acquired")
	s.click("#tab-ballot")
	check(t, s.UntilText("#panel-ballot", "czxid"))
	s.choose(`[data-path="lock.kind"]`, "redis") // and then it is no queue any more
	s.says("The lab runs another scenario.")
	s.click("[data-sandbox-run]")
	s.says("The lab runs this scenario.")
	s.see("the code", `!document.querySelector("#panel-code").hidden && document.querySelector("#tab-ballot").hidden`)
	s.runTo("acquired")
	s.choose(`[data-path="lock.kind"]`, "redlock")
	s.says("The lab runs another scenario.")
	s.click("[data-sandbox-run]")
	s.says("The lab runs this scenario.")
	s.runTo("acquired")
	s.click("#tab-ballot")
	s.see("votes", `document.querySelector("#panel-ballot table.ballot") !== null`)
}

// What was done by hand in a lab goes on as a script.
func TestARunIsOpenedInTheSandbox(t *testing.T) {
	s := sandbox{openLab(t, 1366, 768, freePath)}
	s.must("run acquired", "pause A 15s")
	s.click("#tab-branches")
	s.click("[data-edit]")
	s.says("This scenario came with the link. The lab runs this scenario.")
	s.text("- {when: A acquired, do: pause A 15s}")
}

func TestTheSandboxIsAccessibleInEveryTheme(t *testing.T) {
	s := openSandbox(t, "/sandbox?from=scenario/redlock-del-release")
	check(t, s.Do(browser.Script(`document.querySelectorAll(".sandbox details").forEach(d => d.open = true)`)))
	s.click(`[data-add="script"]`)
	s.says("The lab runs another scenario.")
	for _, name := range themes {
		theme(t, s.Page, name)
		s.click("#tab-form")
		axe(t, s.Page)
		keep(t, s.Page, "sandbox form "+name)
		s.click("#tab-text")
		axe(t, s.Page)
	}
	theme(t, s.Page, "light")
	for _, size := range screens {
		check(t, s.Resize(size.width, size.height))
		for _, tab := range []string{"#tab-form", "#tab-text"} {
			s.click(tab)
			noSidewaysScroll(t, s.Page)
			keep(t, s.Page, fmt.Sprintf("sandbox %dx%d %s", size.width, size.height, tab))
		}
	}
}
